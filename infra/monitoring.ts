import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Night } from './night.ts';
import type { Settings } from './settings.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

interface Watch {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly periods: number;
  /** Who suffers, and how: the first thing that whoever is woken reads. */
  readonly impact: string;
  /** Silence is the failure; without this, silence is peace. */
  readonly missingIsBad?: true;
}

/** What an operator sees: one dashboard, and an alarm for each way in which somebody suffers. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, watched: { settings: Settings; api: Api; night: Night; table: Table }) {
    super(scope, id);
    const { settings, api, night, table } = watched;
    this.#topic = settings.alarmEmail ? this.#mail(settings.alarmEmail) : undefined;
    const metrics = metricsOf(watched);

    this.#alarm('ServerErrors', {
      metric: metrics.serverErrors,
      threshold: 5,
      periods: 1,
      impact: 'Customers get 500 for questions that have an answer.',
    });
    this.#alarm('SlowAnswers', {
      metric: metrics.latency,
      threshold: 2000,
      periods: 3,
      impact: 'One in a hundred answers takes longer than two seconds; dashboards of customers stall.',
    });
    this.#alarm('FunctionThrottles', {
      metric: metrics.functionThrottles,
      threshold: 1,
      periods: 1,
      impact: 'Lambda refuses to run functions: customers get 500, or the night stands still.',
    });
    this.#alarm('TableThrottles', {
      metric: metrics.tableThrottles,
      threshold: 10,
      periods: 2,
      impact: 'DynamoDB refuses reads or writes: answers get slow or fail, the night takes longer.',
    });
    this.#alarm('LimiterErrors', {
      metric: metrics.limiterErrors,
      threshold: 1,
      periods: 1,
      impact: 'Keys cannot be checked, so requests are answered 500; nobody gets in without a check.',
    });
    this.#alarm('DeadLetters', {
      metric: night.deadLetters.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: Stats.MAXIMUM }),
      threshold: 1,
      periods: 1,
      impact: 'An account was given up after three tries: its scores or lists are out of date until it is redriven.',
    });
    this.#alarm('MissedNight', {
      metric: night.missed.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: Stats.MAXIMUM }),
      threshold: 1,
      periods: 1,
      impact: 'The night was not dispatched: all scores stay those of yesterday until it is repeated by hand.',
    });
    this.#alarm('OldScores', {
      metric: metrics.scoreAge,
      threshold: Duration.minutes(24 * 60 + 20).toSeconds(),
      periods: 1,
      missingIsBad: true,
      impact: 'The newest scores are older than a day: customers see yesterday as today.',
    });

    this.dashboard = new Dashboard(this, 'Dashboard', { dashboardName: settings.stackName });
    const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    this.dashboard.addWidgets(
      graph('Requests', api.rest.metricCount({ period: minute })),
      graph('Errors', metrics.serverErrors, api.rest.metricClientError({ period: minute })),
      graph('Latency p50, p99', api.rest.metricLatency({ period: minute, statistic: Stats.p(50) }), metrics.latency),
      graph('Limiter failures', metrics.limiterErrors),
      graph('Throttles', metrics.functionThrottles, metrics.tableThrottles),
      graph('Consumed units', table.metricConsumedReadCapacityUnits(), table.metricConsumedWriteCapacityUnits()),
      graph('Accounts expected, scored, failed', ...metrics.accounts),
      graph('Age of the newest scores (s)', metrics.scoreAge),
      graph('Messages waiting', night.queue.metricApproximateNumberOfMessagesVisible({ period: minute })),
      graph(
        'Given up',
        night.deadLetters.metricApproximateNumberOfMessagesVisible({ period: minute }),
        night.missed.metricApproximateNumberOfMessagesVisible({ period: minute }),
      ),
    );
  }

  #mail(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(address));
    return topic;
  }

  #alarm(id: string, { metric, threshold, periods, impact, missingIsBad }: Watch): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${impact} What to do: docs/operations.md, ${id}.`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

function metricsOf({ settings, api, night, table }: { settings: Settings; api: Api; night: Night; table: Table }) {
  const own = (metricName: string, statistic: string, period = fiveMinutes) =>
    new Metric({
      namespace: 'ClientHealth',
      metricName,
      statistic,
      period,
      dimensionsMap: { deployment: settings.stackName },
    });
  const throttles = [...api.functions, night.dispatcher, night.worker].map(({ lambda }, at) => [
    `t${at}`,
    lambda.metricThrottles({ period: fiveMinutes }),
  ]);
  return {
    serverErrors: api.rest.metricServerError({ period: fiveMinutes, statistic: Stats.SUM }),
    latency: api.rest.metricLatency({ period: fiveMinutes, statistic: Stats.p(99) }),
    functionThrottles: new MathExpression({
      expression: throttles.map(([name]) => name).join(' + '),
      usingMetrics: Object.fromEntries(throttles),
      period: fiveMinutes,
      label: 'Functions',
    }),
    tableThrottles: table.metricThrottledRequestsForOperations({
      operations: [
        Operation.GET_ITEM,
        Operation.BATCH_GET_ITEM,
        Operation.QUERY,
        Operation.UPDATE_ITEM,
        Operation.PUT_ITEM,
        Operation.BATCH_WRITE_ITEM,
        Operation.TRANSACT_WRITE_ITEMS,
      ],
      period: fiveMinutes,
    }),
    limiterErrors: own('LimiterError', Stats.SUM),
    scoreAge: own('ScoreAge', Stats.MAXIMUM, Duration.minutes(30)),
    accounts: ['AccountsExpected', 'AccountsScored', 'AccountsFailed'].map((name) => own(name, Stats.SUM)),
  };
}
