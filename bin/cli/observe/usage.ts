import { Command } from 'commander';
import { namesAt, windows } from '../../../shared/domain/access/windows.ts';
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
}

const hourMs = 3_600_000;

export function usageCommand(context: Context): Command {
  const { out, err } = context.terminal;
  return new Command('usage')
    .description('show the requests of each usable key in the current minute, hour and day, and what its limits leave')
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Output & { account?: Account }) =>
      withTarget(context, async ({ table, deployment }) => {
        if (account !== undefined) await readAccount(table, account);
        const now = context.clock();
        const keys = (await countedKeysOf(table, account)).filter((key) => isUsable(key, now)).map(usageAt(now));
        const refused = deployment ? ((await refusedInLastHour(deployment, now)) ?? null) : null;
        if (json) return out(JSON.stringify({ keys, refusedInLastHour: refused }));
        const rows = keys.map(({ keyId, customerId, name, windows: used }) => [
          ...[keyId, customerId, ...Object.values(used).map(shownUsage), name],
        ]);
        const headings = windows.map((window) => `this ${window.name}`);
        printTable(context.terminal, ['KEY', 'ACCOUNT', ...headings, 'NAME'], rows);
        err(
          refused === null
            ? deployment
              ? `Requests with status 429 are not known: the stack ${deployment.stackName} lacks the output AccessLogGroup.`
              : 'Requests over a limit are not counted. The local service shows them in its terminal, with status 429.'
            : `Refused in the last hour with status 429: ${refused} (of all keys; the logs do not name the key of a refused request).`,
        );
      }),
    );
}

function isUsable({ state, expires }: CountedKey, now: number): boolean {
  return state === 'active' && (expires === undefined || expires * 1000 > now);
}

function usageAt(now: number) {
  const names = namesAt(now);
  return ({ keyId, customerId, name, counts }: CountedKey): KeyUsage => ({
    keyId,
    customerId,
    name,
    windows: Object.fromEntries(
      windows.map(({ name: window, letter, limit }) => {
        const count = counts[names[letter]];
        const used = typeof count === 'number' ? count : 0;
        return [window, { used, limit, left: Math.max(0, limit - used) }];
      }),
    ),
  });
}

function shownUsage({ used, limit }: WindowUsage): string {
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
}

/** From the gateway's access log, which also has the requests that it throttled itself. It holds numbers as text. */
async function refusedInLastHour({ logs }: Deployment, now: number): Promise<number | undefined> {
  return (await logs('access', { from: now - hourMs, pattern: '{ $.status = "429" }' }))?.length;
}
