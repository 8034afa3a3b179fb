import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metrics } from './metrics.ts';

export interface AlarmRule {
  /** Also the heading of its paragraph under "Alarms" in docs/operations.md. */
  readonly name: string;
  readonly metric: IMetric;
  /** The alarm fires at this value or above, unless `fires` says otherwise. */
  readonly threshold: number;
  readonly fires?: 'below';
  /** How many of the last periods must reach the threshold: `[1, 3]` is one of the last three. */
  readonly periods: readonly [breaching: number, of: number];
  /** Who is affected and how: the first sentence that the person on call reads. */
  readonly impact: string;
  /** The state of periods without data. Most metrics exist only while something goes wrong, so no data is fine. */
  readonly noData: 'ok' | 'alarm';
}

/** Every alarm of the service. The errors and throttles of all functions are summed, so a new function is covered. */
export function alarmRules(metrics: Metrics): readonly AlarmRule[] {
  return [
    {
      name: 'ServerErrors',
      metric: metrics.serverErrors,
      threshold: 5,
      periods: [1, 1],
      impact: 'Callers get 500 for valid requests.',
      noData: 'ok',
    },
    {
      name: 'SlowAnswers',
      metric: metrics.latency,
      threshold: 2000,
      periods: [3, 3],
      impact: 'One response in a hundred takes longer than two seconds.',
      noData: 'ok',
    },
    {
      name: 'FunctionErrors',
      metric: metrics.functionErrors,
      threshold: 1,
      periods: [1, 3],
      impact: 'A function failed: a caller got a 500 or half an export, or an account was not scored yet.',
      noData: 'ok',
    },
    {
      name: 'FunctionThrottles',
      metric: metrics.functionThrottles,
      threshold: 1,
      periods: [1, 3],
      impact: 'Lambda refused to start a function: callers get 500, or accounts are not scored.',
      noData: 'ok',
    },
    {
      name: 'GatewayThrottles',
      metric: metrics.gatewayThrottles,
      threshold: 50,
      periods: [2, 3],
      impact: 'API Gateway refuses requests before a key is counted: callers within their limits may get 429.',
      noData: 'ok',
    },
    {
      name: 'RefusedKeys',
      metric: metrics.refusedKeys,
      threshold: 500,
      periods: [2, 3],
      impact: 'Many requests have no valid key: somebody tries keys, or a customer calls with one that has ended.',
      noData: 'ok',
    },
    {
      name: 'TableThrottles',
      metric: metrics.tableThrottles,
      threshold: 10,
      periods: [2, 3],
      impact: 'DynamoDB refuses reads or writes: responses are slow or fail, and scoring takes longer.',
      noData: 'ok',
    },
    {
      name: 'LimiterErrors',
      metric: metrics.limiterErrors,
      threshold: 1,
      periods: [1, 1],
      impact: 'API keys cannot be checked, so callers get 500: no request is admitted without a check.',
      noData: 'ok',
    },
    {
      name: 'DeadLetters',
      metric: metrics.deadLetters,
      threshold: 1,
      periods: [1, 1],
      impact: 'The worker failed three times on an account: its scores or lists stay out of date until a redrive.',
      noData: 'ok',
    },
    {
      name: 'MissedNight',
      metric: metrics.missedNights,
      threshold: 1,
      periods: [1, 1],
      impact: "The night was not started: all scores stay yesterday's until it is started by hand.",
      noData: 'ok',
    },
    {
      name: 'AccountsBehind',
      metric: metrics.accountsBehind,
      threshold: 1,
      periods: [4, 4],
      impact: "For two hours, at least one account has shown yesterday's scores instead of today's.",
      noData: 'ok',
    },
    {
      name: 'FeedFaults',
      metric: metrics.feedFaults,
      threshold: 1,
      periods: [1, 1],
      impact: 'Files of at least one account are late, empty, refused or lack columns: its scores use old data.',
      noData: 'ok',
    },
    {
      name: 'MorningsUnsent',
      metric: metrics.morningsUnsent,
      threshold: 1,
      periods: [2, 2],
      impact:
        'For an hour, the event of at least one account was not sent: its mails and messages of the night are late.',
      noData: 'ok',
    },
    {
      name: 'OldScores',
      metric: metrics.scoreAge,
      threshold: Duration.minutes(24 * 60 + 20).toSeconds(),
      periods: [1, 1],
      impact: "The newest scores of all accounts are older than a day: everyone sees yesterday's scores.",
      // the check that reports the age runs every 15 minutes, so a gap means that it is not running
      noData: 'alarm',
    },
    ...(metrics.blocked ? [blockedRule(metrics.blocked)] : []),
    ...(metrics.keyUnusable ? [keyRule(metrics.keyUnusable)] : []),
    ...(metrics.mailsFailed ? [mailsRule(metrics.mailsFailed)] : []),
    ...(metrics.inbox ? inboxRules(metrics.inbox) : []),
    ...(metrics.notices ? noticeRules(metrics.notices) : []),
    ...(metrics.backups ? [backupRule(metrics.backups)] : []),
  ];
}

function blockedRule(metric: IMetric): AlarmRule {
  return {
    name: 'BlockedRequests',
    metric,
    threshold: 100,
    periods: [2, 3],
    impact: 'The firewall blocks many requests with 403: an attack, or a customer who is taken for one.',
    noData: 'ok',
  };
}

function keyRule(metric: IMetric): AlarmRule {
  return {
    name: 'KeyUnusable',
    metric,
    threshold: 1,
    periods: [1, 1],
    impact: 'The encryption key is disabled, about to be deleted or out of reach: callers get 500, nights fail.',
    noData: 'ok',
  };
}

function mailsRule(metric: IMetric): AlarmRule {
  return {
    name: 'MailsBounced',
    metric,
    threshold: 1,
    periods: [1, 3],
    impact:
      'A mail did not reach its address: somebody gets no invitation, no code for a new password, or no news of an account.',
    noData: 'ok',
  };
}

function inboxRules({ age, errors, noticesFailed }: NonNullable<Metrics['inbox']>): readonly AlarmRule[] {
  return [
    {
      name: 'InboxErrors',
      metric: errors,
      threshold: 1,
      periods: [1, 3],
      impact: 'An import into an inbox failed or was given up: the files of an account wait, or are in `failed`.',
      noData: 'ok',
    },
    {
      name: 'InboxLate',
      metric: age,
      threshold: Duration.hours(2).toSeconds(),
      periods: [1, 1],
      impact: 'Files have waited in an inbox for two hours, or nobody looks whether files have arrived.',
      // the check that reports the age runs every five minutes
      noData: 'alarm',
    },
    {
      name: 'NoticesFailed',
      metric: noticesFailed,
      threshold: 1,
      periods: [1, 1],
      impact: 'A notice about an import did not reach its address: somebody does not learn that files were refused.',
      noData: 'ok',
    },
  ];
}

function noticeRules({ age, deadLetters }: NonNullable<Metrics['notices']>): readonly AlarmRule[] {
  return [
    {
      name: 'MessagesLate',
      metric: age,
      threshold: Duration.hours(1).toSeconds(),
      periods: [1, 1],
      impact: 'Nobody sends what accounts want to be told of: mails, chats and webhooks wait for an hour.',
      noData: 'ok',
    },
    {
      name: 'MessagesFailed',
      metric: deadLetters,
      threshold: 1,
      periods: [1, 1],
      impact: 'The function that sends messages to accounts failed five times at one: its receiver does not get it.',
      noData: 'ok',
    },
  ];
}

function backupRule(metric: IMetric): AlarmRule {
  return {
    name: 'NoBackup',
    metric,
    threshold: 1,
    fires: 'below',
    // a backup starts at 03:00 and may take until 15:00
    periods: [36, 36],
    impact: 'The table has not been backed up for a day and a half: a copy elsewhere would be older than that.',
    // AWS Backup reports nothing while no job runs
    noData: 'alarm',
  };
}
