import { Command } from 'commander';
import { usageOf, windows } from '../../../shared/domain/access/windows.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { type CountedKey, countedKeysOf } from '../../../shared/table/access/issued-keys.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Deployment } from '../service/deployment.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { printTable } from '../terminal/terminal.ts';

interface WindowUsage {
  readonly used: number;
  readonly limit: number;
  readonly left: number;
}

interface KeyUsage {
  readonly keyId: string;
  readonly customerId: string;
  readonly name: string;
  readonly windows: Readonly<Record<string, WindowUsage>>;
  readonly month: { readonly used: number; readonly refused: number };
}

const hourMs = 3_600_000;

export function usageCommand(context: Context): Command {
  const { out, err } = context.terminal;
  return new Command('usage')
    .description(
      'show the requests of each usable key in the current minute, hour, day and month, and what its limits leave',
    )
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Output & { account?: Account }) =>
      withTarget(context, async ({ table, deployment }) => {
        if (account !== undefined) await readAccount(table, account);
        const now = context.clock();
        const keys = (await countedKeysOf(table, account)).filter((key) => isUsable(key, now)).map(usageAt(now));
        const refused = deployment ? ((await refusedInLastHour(deployment, now)) ?? null) : null;
        if (json) return out(JSON.stringify({ keys, refusedInLastHour: refused }));
        const rows = keys.map(({ keyId, customerId, name, windows: used, month }) => [
          ...[keyId, customerId, ...Object.values(used).map(shownUsage)],
          ...[month.used, month.refused].map((count) => count.toLocaleString('en')),
          name,
        ]);
        const headings = windows.map((window) => `this ${window.name}`);
        printTable(context.terminal, ['KEY', 'ACCOUNT', ...headings, 'this month', 'refused', 'NAME'], rows);
        // that of the month is stored with the next request that is answered
        const more = 'REFUSED is of this month, and lacks some.';
        err(
          refused === null
            ? deployment
              ? `Requests with status 429 are not known: the stack ${deployment.stackName} lacks the output AccessLogGroup. ${more}`
              : `The local service shows requests over a limit in its terminal, with status 429. ${more}`
            : `Refused in the last hour with status 429: ${refused} (of all keys). ${more}`,
        );
      }),
    );
}

function isUsable({ state, expires }: CountedKey, now: number): boolean {
  return state === 'active' && (expires === undefined || expires * 1000 > now);
}

function usageAt(now: number) {
  return ({ keyId, customerId, name, counts }: CountedKey): KeyUsage => {
    const usage = usageOf(counts, now);
    const inWindow = ({ name: window, limit }: (typeof windows)[number]) => {
      const used = usage[window];
      return [window, { used, limit, left: Math.max(0, limit - used) }] as const;
    };
    const month = { used: usage.month, refused: usage.refused };
    return { keyId, customerId, name, windows: Object.fromEntries(windows.map(inWindow)), month };
  };
}

function shownUsage({ used, limit }: WindowUsage): string {
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
}

/** From the gateway's access log, which also has the requests that it throttled itself. It holds numbers as text. */
async function refusedInLastHour({ logs }: Deployment, now: number): Promise<number | undefined> {
  return (await logs('access', { from: now - hourMs, pattern: '{ $.status = "429" }' }))?.length;
}
