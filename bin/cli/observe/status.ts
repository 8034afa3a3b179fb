import { Command } from 'commander';
import { feedFaults } from '../../../functions/nightly/check-feeds.ts';
import { nightProgress } from '../../../functions/nightly/check-night.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { listFeeds } from '../../../shared/table/arrivals/feeds.ts';
import type { Deployment } from '../service/deployment.ts';
import type { Target } from '../service/target.ts';
import { type Context, jsonOption, type Output, withTarget } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { visible } from '../terminal/visible.ts';

const dayMs = 86_400_000;

export function statusCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('status')
    .description('show the last night, accounts that are behind, queues, alarms and the deployed version')
    .option('--backups', 'check backups in another Region or account instead; fails if something is wrong')
    .option(...jsonOption)
    .action(({ json, backups }: Output & { backups?: boolean }) =>
      withTarget(context, async (target) => {
        if (backups) return showBackups(context, target, json);
        const status = await statusOf(target, context.clock());
        if (json) out(JSON.stringify(status));
        else for (const [name, text] of linesOf(status)) out(`${`${name}:`.padEnd(18)}${text}`);
      }),
    );
}

async function showBackups({ terminal, clock }: Context, { deployment }: Target, json?: boolean): Promise<void> {
  if (!deployment)
    throw new Error('Only deployments have backups; the local service keeps its data in the file of --db.');
  const checks = await deployment.backups(clock());
  if (!checks) {
    throw new Error(
      `The stack ${deployment.stackName} has no backups in another account: deploy it with -c backupCopyTo=ARN.`,
    );
  }
  if (json) terminal.out(JSON.stringify({ backups: checks }));
  else
    for (const { name, ok, found } of checks)
      terminal.out(`${ok ? 'ok   ' : 'wrong'}  ${`${name}:`.padEnd(27)}${found}`);
  const wrong = checks.filter(({ ok }) => !ok).length;
  if (wrong > 0)
    throw new Error(`${wrong} of ${checks.length} checks failed: docs/operations.md, Backups in another account.`);
}

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf({ table, baseUrl, deployment }: Target, now: number) {
  const today = dateOf(Math.floor(now / dayMs));
  const { accounts, scoredFor, behind } = await nightProgress(table, today);
  const faulty = await feedFaults(table, accounts, today);
  const newest = Math.max(...scoredFor.values());
  return {
    service: deployment?.stackName ?? 'local',
    baseUrl: baseUrl ?? null,
    deployedAt: deployment?.deployedAt ?? null,
    commit: deployment?.commit ?? null,
    options: deployment?.options ?? null,
    dashboardUrl: deployment?.dashboardUrl ?? null,
    missingOutputs: deployment?.missing ?? [],
    accounts: accounts.length,
    lastNight: Number.isFinite(newest) ? dateOf(newest) : null,
    scored: [...scoredFor.values()].filter((day) => day === newest).length,
    watchedFeeds: await watchedFeeds(table),
    lastNightSeconds: deployment ? await durationOfNight(deployment, today) : null,
    accountsBehind: behind,
    feedFaults: faulty.map(({ account, text }) => `${account}: ${text}`),
    queues: deployment ? ((await deployment.queues()) ?? null) : null,
    alarms: deployment ? await deployment.alarms() : null,
    alarmMails: deployment ? ((await deployment.told()) ?? null) : null,
    userPool: deployment ? ((await deployment.pool()) ?? null) : null,
  };
}

async function watchedFeeds(table: Target['table']): Promise<number> {
  return [...(await listFeeds(table)).values()].flat().length;
}

/** A night that takes longer than this is not over. */
const longestNight = 12 * 3_600_000;

/** The time from midnight to the last account that the night scored; null if the log has no such record. */
async function durationOfNight({ logs }: Deployment, date: string): Promise<number | null> {
  const from = Date.parse(date);
  // what an operator asked for has `again`
  const pattern = `{ $.kind = "score" && $.level = "info" && $.runDate = "${date}" && $.again NOT EXISTS }`;
  const last = (await logs('worker', { from, to: from + longestNight, pattern }))?.at(-1);
  return last ? Math.round((last.time - from) / 1000) : null;
}

function linesOf(status: Status): [string, string][] {
  const {
    service,
    baseUrl,
    deployedAt,
    commit,
    options,
    missingOutputs,
    accounts,
    lastNight,
    lastNightSeconds,
    scored,
    watchedFeeds: watched,
    accountsBehind,
    feedFaults: faults,
    queues,
    alarms,
    alarmMails,
    userPool,
    dashboardUrl,
  } = status;
  const took = lastNightSeconds === null ? '' : `, finished ${lastNightSeconds} s after midnight`;
  return [
    [
      'Service',
      `${service === 'local' ? 'local service' : `stack ${service}`}${baseUrl === null ? '' : `, ${baseUrl}`}`,
    ],
    [
      'Version',
      deployedAt === null ? 'the sources of this folder' : `commit ${commit ?? 'unknown'}, deployed ${deployedAt}`,
    ],
    ...(options === null ? [] : [['Options', options] as [string, string]]),
    ['Accounts', String(accounts)],
    ['Last night', lastNight === null ? 'none' : `${lastNight}, ${scored} of ${accounts} scored${took}`],
    ['Accounts behind', accountsBehind.length === 0 ? 'none' : accountsBehind.join(', ')],
    ...(faults.length > 0
      ? faults
      : [watched === 0 ? 'no feed is watched' : `none of ${counted(watched, 'watched feed')}`]
    ).map((text): [string, string] => ['Feed faults', visible(text)]),
    [
      'Queues',
      queues === null
        ? deployedAt === null
          ? 'inside the local service'
          : 'unknown'
        : `${counted(queues.waiting, 'message')} waiting, ${counted(queues.deadLetters, 'dead letter')}, ${counted(queues.missedNights, 'missed night')}`,
    ],
    ...(missingOutputs.length === 0
      ? []
      : [
          [
            'Missing',
            `outputs ${missingOutputs.join(', ')}: the stack is older than this version, or stands for a restored table`,
          ] as [string, string],
        ]),
    ['Alarms', alarms === null ? 'only deployments have alarms' : alarms.length === 0 ? 'none' : alarms.join(', ')],
    ...(alarmMails === null ? [] : [['Alarm mails', mailsText(alarmMails)] as [string, string]]),
    ...(userPool === null ? [] : [['Logins', poolText(userPool)] as [string, string]]),
    ...(dashboardUrl === null ? [] : [['Dashboard', dashboardUrl] as [string, string]]),
  ];
}

function mailsText(mails: NonNullable<Status['alarmMails']>): string {
  if (mails.length === 0) return 'to nobody';
  return mails
    .map(({ endpoint, isConfirmed }) => (isConfirmed ? `to ${endpoint}` : `NOT to ${endpoint}, who never confirmed`))
    .join(', ');
}

function poolText(pool: NonNullable<Status['userPool']>): string {
  if (pool === 'gone') return 'THE USER POOL IS GONE, nobody can sign in: docs/operations.md, A lost user pool';
  return `${pool.logins} in the user pool, which is ${pool.isProtected ? '' : 'not '}protected against deletion`;
}
