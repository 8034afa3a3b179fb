import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { type AlarmRule, alarmRules } from './alarms.ts';
import type { Encryption } from './encryption.ts';
import { type Metrics, metricsOf, type Watched } from './metrics.ts';

/** What an operator sees: one dashboard, and an alarm for each way in which callers can be affected. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { settings, api, encryption } = watched;
    const metrics = metricsOf(watched);
    const topic = settings.alarmEmail ? this.#mail(settings.alarmEmail, encryption) : undefined;
    this.#traceOneInAHundred(api.rest);
    for (const rule of alarmRules(metrics)) this.#alarm(rule, topic);
    this.dashboard = this.#dashboard(settings.stackName, metrics);
  }

  #alarm({ name, metric, threshold, periods, impact, noData }: AlarmRule, topic: Topic | undefined): void {
    const [datapointsToAlarm, evaluationPeriods] = periods;
    const alarm = new Alarm(this, name, {
      alarmDescription: `${impact} What to do: docs/operations.md, ${name}.`,
      metric,
      threshold,
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: noData === 'alarm' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (!topic) return;
    const mail = new SnsAction(topic);
    alarm.addAlarmAction(mail);
    alarm.addOkAction(mail);
  }

  #dashboard(dashboardName: string, metrics: Metrics): Dashboard {
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName });
    const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    dashboard.addWidgets(
      graph('Requests', metrics.requests),
      graph('Errors', metrics.serverErrors, metrics.clientErrors),
      graph('Latency p50, p99', metrics.medianLatency, metrics.latency),
      graph('Failed key checks', metrics.limiterErrors),
      graph('Errors by function', ...metrics.errorsByFunction),
      graph('Throttles', metrics.functionThrottles, metrics.tableThrottles),
      graph('Consumed units', ...metrics.consumed),
      graph('Accounts expected, scored, failed', ...metrics.accounts),
      graph('Accounts behind', metrics.accountsBehind),
      graph('Age of the newest scores (s)', metrics.scoreAge),
      graph('Messages waiting', metrics.queued),
      graph('Dead letters, missed nights', metrics.deadLetters, metrics.missedNights),
    );
    return dashboard;
  }

  #mail(address: string, encryption: Encryption): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true, ...encryption.topic });
    // enforceSSL replaces the default policy, which would let CloudWatch publish
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

  /** X-Ray's default rule (one a second and 5 %) would trace nearly everything in a small deployment. */
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
}
