import { Aws, Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { AccountPage } from '../account-page.ts';
import type { Api } from '../api.ts';
import type { Backups } from '../backups.ts';
import type { Encryption } from '../encryption.ts';
import type { Inbox } from '../inbox.ts';
import type { Mails } from '../mails.ts';
import type { Night } from '../night.ts';
import type { Notices } from '../notices.ts';
import type { Settings } from '../settings.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const quarter = Duration.minutes(15);
const halfHour = Duration.minutes(30);

export interface Watched {
  readonly settings: Settings;
  readonly api: Api;
  readonly night: Night;
  readonly inbox: Inbox | undefined;
  readonly notices: Notices | undefined;
  readonly page: AccountPage | undefined;
  readonly mails: Mails | undefined;
  readonly backups: Backups | undefined;
  readonly table: Table;
  readonly encryption: Encryption;
}

export type Metrics = ReturnType<typeof metricsOf>;

/** The metrics behind the alarms and the dashboard. */
export function metricsOf({ settings, api, night, inbox, notices, mails, backups, table, encryption }: Watched) {
  const own = (metricName: string, statistic: string, period = fiveMinutes) =>
    new Metric({
      namespace: 'ClientHealth',
      metricName,
      statistic,
      period,
      dimensionsMap: { deployment: settings.stackName },
    });
  const waiting = (queue: IQueue) =>
    queue.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: Stats.MAXIMUM });
  // an alarm sums ten at most; what fails of the page is a 500, which serverErrors has
  const lambdas = [...api.functions, night.dispatcher, night.worker].map(({ lambda }) => lambda);
  const errorsByFunction = lambdas.map((lambda) => lambda.metricErrors({ period: fiveMinutes }));
  const throttlesByFunction = lambdas.map((lambda) => lambda.metricThrottles({ period: fiveMinutes }));
  // ThrottledRequests would not count batches of which only a part was throttled
  const throttlesOfTable = ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
    table.metric(name, { statistic: Stats.SUM, period: fiveMinutes }),
  );
  return {
    requests: api.rest.metricCount({ period: minute }),
    clientErrors: api.rest.metricClientError({ period: minute }),
    serverErrors: api.rest.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
    medianLatency: api.rest.metricLatency({ period: minute, statistic: Stats.p(50) }),
    latency: api.rest.metricLatency({ period: fiveMinutes, statistic: Stats.p(99) }),
    errorsByFunction,
    functionErrors: sumOf('functions', errorsByFunction),
    functionThrottles: sumOf('functions', throttlesByFunction),
    gatewayThrottles: answered(api, settings, 'Throttled', 'GatewayThrottles', '{ $.errorType = "THROTTLED" }'),
    refusedKeys: answered(api, settings, 'Refused', 'RefusedKeys', '{ $.status = "401" || $.status = "403" }'),
    blocked: api.firewallMetrics && blockedBy(api.firewallMetrics),
    tableThrottles: sumOf('table', throttlesOfTable),
    limiterErrors: own('LimiterError', Stats.SUM),
    queued: waiting(night.queue),
    deadLetters: waiting(night.deadLetters),
    missedNights: waiting(night.missed),
    // two checks run in each half-hour
    accountsBehind: own('AccountsBehind', Stats.MINIMUM, halfHour),
    feedFaults: own('FeedFaults', Stats.MAXIMUM, halfHour),
    morningsUnsent: own('MorningsUnsent', Stats.MINIMUM, halfHour),
    scoreAge: own('ScoreAge', Stats.MAXIMUM, halfHour),
    accounts: ['AccountsExpected', 'AccountsScored', 'AccountsFailed'].map((name) => own(name, Stats.SUM)),
    inbox: inbox && {
      // of mails to people of accounts, after SNS has given up
      noticesFailed: inbox.notices.metricNumberOfNotificationsFailed({ period: quarter }),
      age: own('InboxAge', Stats.MAXIMUM, quarter),
      runs: [own('InboxRuns', Stats.SUM), own('InboxRunsFailed', Stats.SUM)],
      // the functions log errors that they handle, and Lambda counts those that end an invocation
      errors: sumOf('inbox', [
        own('InboxErrors', Stats.SUM),
        ...[inbox.check, inbox.importer].flatMap(({ lambda }) => [
          lambda.metricErrors({ period: fiveMinutes }),
          lambda.metricThrottles({ period: fiveMinutes }),
        ]),
      ]),
    },
    mailsFailed: mails && sumOf('mails', mails.failed(fiveMinutes)),
    notices: notices && {
      // a message that waits for its next try is put into the queue again every quarter of an hour
      age: notices.queue.metricApproximateAgeOfOldestMessage({ period: fiveMinutes, statistic: Stats.MAXIMUM }),
      deadLetters: waiting(notices.deadLetters),
    },
    backups: backups?.completed(Duration.hours(1)),
    keyUnusable: encryption.key && own('KeyUnusable', Stats.MAXIMUM, halfHour),
    consumed: [table.metricConsumedReadCapacityUnits(), table.metricConsumedWriteCapacityUnits()],
  };
}

/**
 * Lines of the access log. The gateway's metric 4XXError tells neither its own 429 from those of keys over their limits
 * nor a refused key from an unknown client.
 */
function answered(api: Api, { stackName }: Settings, id: string, metricName: string, pattern: string): IMetric {
  const filter = new MetricFilter(api, id, {
    logGroup: api.accessLog,
    filterPattern: FilterPattern.literal(pattern),
    metricNamespace: `ClientHealth/${stackName}`,
    metricName,
    metricValue: '1',
    defaultValue: 0,
  });
  return filter.metric({ period: fiveMinutes, statistic: Stats.SUM });
}

/** Requests that a rule of the firewall blocked. */
function blockedBy(firewall: string): IMetric {
  return new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    statistic: Stats.SUM,
    period: fiveMinutes,
    dimensionsMap: { WebACL: firewall, Region: Aws.REGION, Rule: 'ALL' },
  });
}

/**
 * Adds up metrics. Gaps count as 0, because a sum with a gap would have no value. The newest period may be filled with
 * 0 before its data arrives, so alarms on a sum must look at more than one period.
 */
function sumOf(what: string, metrics: readonly IMetric[]): MathExpression {
  const named = metrics.map((metric, at) => [`${what}${at}`, metric] as const);
  return new MathExpression({
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(named),
    period: fiveMinutes,
    label: what,
  });
}
