import { ArnFormat, Duration, Names, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { metricsOf, minute, type Watched } from './metrics.ts';

interface Watch {
  readonly metric: IMetric;
  readonly threshold: number;
  /** So many of the last so many; a number alone means all of them. */
  readonly periods: number | readonly [number, number];
  /** Who suffers, and how: the first thing that whoever is woken reads. */
  readonly impact: string;
  /** Silence is the failure; without this, silence is peace. */
  readonly missingIsBad?: true;
}

/** What an operator sees: one dashboard, and an alarm for each way in which somebody suffers. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { settings, api, night, table } = watched;
    this.#topic = settings.alarmEmail ? this.#mail(settings.alarmEmail) : undefined;
    const metrics = metricsOf(watched);
    this.#traceOneInAHundred(api.rest);

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
    this.#alarm('FunctionErrors', {
      metric: metrics.functionErrors,
      threshold: 1,
      periods: [1, 3],
      impact:
        'A function ended without an answer: a customer has half a file or a 500, or an account waits for its night.',
    });
    this.#alarm('FunctionThrottles', {
      metric: metrics.functionThrottles,
      threshold: 1,
      periods: [1, 3],
      impact: 'Lambda refuses to run functions: customers get 500, or the night stands still.',
    });
    this.#alarm('TableThrottles', {
      metric: metrics.tableThrottles,
      threshold: 10,
      periods: [2, 3],
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
    this.#alarm('AccountsBehind', {
      metric: metrics.accountsBehind,
      threshold: 1,
      periods: 4,
      impact: 'For two hours some account has not had its night: its customer sees yesterday as today.',
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
      graph('Errors of functions', ...metrics.errorsByFunction),
      graph('Throttles', metrics.functionThrottles, metrics.tableThrottles),
      graph('Consumed units', table.metricConsumedReadCapacityUnits(), table.metricConsumedWriteCapacityUnits()),
      graph('Accounts expected, scored, failed', ...metrics.accounts),
      graph('Accounts behind', metrics.accountsBehind),
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
    // its policy takes the place of the one that lets an account's own alarms in
    const arnOfAlarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const conditions = { ArnLike: { 'aws:SourceArn': arnOfAlarms } };
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
    acknowledge.mailHasNoDeadLetters(topic.addSubscription(new EmailSubscription(address)));
    return topic;
  }

  /** Instead of X-Ray's own rule, one a second and one in twenty, which would trace all that a small deployment does. */
  #traceOneInAHundred({ restApiName, deploymentStage }: RestApi): void {
    new CfnSamplingRule(this, 'Traces', {
      samplingRule: {
        ruleName: Names.uniqueResourceName(this, { maxLength: 32 }),
        version: 1,
        priority: 1000,
        serviceType: 'AWS::ApiGateway::Stage',
        serviceName: `${restApiName}/${deploymentStage.stageName}`,
        host: '*',
        httpMethod: '*',
        urlPath: '*',
        resourceArn: '*',
        reservoirSize: 0,
        fixedRate: 0.01,
      },
    });
  }

  #alarm(id: string, { metric, threshold, periods, impact, missingIsBad }: Watch): void {
    const [datapointsToAlarm, evaluationPeriods] = typeof periods === 'number' ? [periods, periods] : periods;
    const alarm = new Alarm(this, id, {
      alarmDescription: `${impact} What to do: docs/operations.md, ${id}.`,
      metric,
      threshold,
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (!this.#topic) return;
    const mail = new SnsAction(this.#topic);
    alarm.addAlarmAction(mail);
    alarm.addOkAction(mail);
  }
}
