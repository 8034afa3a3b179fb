import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Api } from './api.ts';
import type { Night } from './night.ts';
import type { Settings } from './settings.ts';

export const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const halfHour = Duration.minutes(30);

export interface Watched {
  readonly settings: Settings;
  readonly api: Api;
  readonly night: Night;
  readonly table: Table;
}

/** The figures that alarms and dashboard look at. */
export function metricsOf({ settings, api, night, table }: Watched) {
  const own = (metricName: string, statistic: string, period = fiveMinutes) =>
    new Metric({
      namespace: 'ClientHealth',
      metricName,
      statistic,
      period,
      dimensionsMap: { deployment: settings.stackName },
    });
  const lambdas = [...api.functions, night.dispatcher, night.worker].map(({ lambda }) => lambda);
  const errorsByFunction = lambdas.map((lambda) => lambda.metricErrors({ period: fiveMinutes }));
  const throttlesByFunction = lambdas.map((lambda) => lambda.metricThrottles({ period: fiveMinutes }));
  // those of requests would leave out what is refused within a batch
  const throttlesOfTable = ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
    table.metric(name, { statistic: Stats.SUM, period: fiveMinutes }),
  );
  return {
    serverErrors: api.rest.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
    latency: api.rest.metricLatency({ period: fiveMinutes, statistic: Stats.p(99) }),
    errorsByFunction,
    functionErrors: sumOf('functions', errorsByFunction),
    functionThrottles: sumOf('functions', throttlesByFunction),
    tableThrottles: sumOf('table', throttlesOfTable),
    limiterErrors: own('LimiterError', Stats.SUM),
    // each half-hour has two checks
    accountsBehind: own('AccountsBehind', Stats.MINIMUM, halfHour),
    scoreAge: own('ScoreAge', Stats.MAXIMUM, halfHour),
    accounts: ['AccountsExpected', 'AccountsScored', 'AccountsFailed'].map((name) => own(name, Stats.SUM)),
  };
}

/**
 * What has no figure counts as 0: a sum with one gap in it would be a gap. As the newest period may be filled before its
 * figures are in, an alarm on it looks at more than one.
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
