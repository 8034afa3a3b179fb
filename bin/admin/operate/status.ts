import { Command } from 'commander';
import { nightProgress } from '../../../functions/nightly/check-night.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { type Context, jsonOption, type Output, withTarget } from '../cli/context.ts';
import { counted } from '../cli/counted.ts';
import type { Deployment } from '../target/deployment.ts';
import type { Target } from '../target/target.ts';

const dayMs = 86_400_000;

export function statusCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('status')
    .description('show the last night, accounts that are behind, queues, alarms and the deployed version')
    .option(...jsonOption)
    .action(({ json }: Output) =>
      withTarget(context, async (target) => {
        const status = await statusOf(target, context.clock());
        if (json) out(JSON.stringify(status));
        else for (const [name, text] of linesOf(status)) out(`${`${name}:`.padEnd(18)}${text}`);
      }),
    );
}

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf({ table, baseUrl, deployment }: Target, now: number) {
  const today = dateOf(Math.floor(now / dayMs));
  const { accounts, scoredFor, behind } = await nightProgress(table, today);
  const newest = Math.max(...scoredFor.values());
  return {
    service: deployment?.stackName ?? 'local',
    baseUrl: baseUrl ?? null,
    deployedAt: deployment?.deployedAt ?? null,
    accounts: accounts.length,
    lastNight: Number.isFinite(newest) ? dateOf(newest) : null,
    lastNightSeconds: deployment ? await durationOfNight(deployment, today) : null,
    accountsBehind: behind,
    queues: deployment ? await deployment.queues() : null,
    alarms: deployment ? await deployment.alarms() : null,
  };
}

/** The time from the dispatch at midnight to the last scored account; null if the logs have no such record. */
async function durationOfNight({ logs }: Deployment, date: string): Promise<number | null> {
  const from = Date.parse(date);
  const scored = await logs({ from, pattern: `{ $.kind = "score" && $.runDate = "${date}" }` });
  const last = scored.at(-1);
  return last ? Math.round((last.time - from) / 1000) : null;
}

function linesOf(status: Status): [string, string][] {
  const { service, baseUrl, deployedAt, accounts, lastNight, lastNightSeconds, accountsBehind, queues, alarms } =
    status;
  const took = lastNightSeconds === null ? '' : `, finished ${lastNightSeconds} s after midnight`;
  return [
    [
      'Service',
      `${service === 'local' ? 'local service' : `stack ${service}`}${baseUrl === null ? '' : `, ${baseUrl}`}`,
    ],
    ['Version', deployedAt === null ? 'the sources of this folder' : `deployed ${deployedAt}`],
    ['Accounts', String(accounts)],
    ['Last night', lastNight === null ? 'none' : `${lastNight}${took}`],
    ['Accounts behind', accountsBehind.length === 0 ? 'none' : accountsBehind.join(', ')],
    [
      'Queues',
      queues === null
        ? 'inside the local service'
        : `${counted(queues.waiting, 'message')} waiting, ${counted(queues.deadLetters, 'dead letter')}, ${counted(queues.missedNights, 'missed night')}`,
    ],
    ['Alarms', alarms === null ? 'only deployments have alarms' : alarms.length === 0 ? 'none' : alarms.join(', ')],
  ];
}
