import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type Dashboard, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';
import { type AlarmRule, alarmRules } from './alarms.ts';
import { Overview } from './dashboard.ts';
import { metricsOf, type Watched } from './metrics.ts';
import { savedQueries } from './queries.ts';

/** What an operator sees: one dashboard, and an alarm for each way in which callers can be affected. */
export class Monitoring extends Construct {
  readonly dashboard: Dashboard;
  /** The topics that tell people. */
  readonly topics: readonly ITopic[];
  /** The one that mails. */
  readonly mails: Topic | undefined;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { settings, api } = watched;
    const metrics = metricsOf(watched);
    const { alarmEmail, alarmTopic } = settings;
    this.mails = alarmEmail === undefined ? undefined : this.#mail(alarmEmail);
    this.topics = [
      ...(this.mails ? [this.mails] : []),
      ...(alarmTopic === undefined ? [] : [Topic.fromTopicArn(this, 'AlarmTopic', alarmTopic)]),
    ];
    this.#traceOneInAHundred(api.rest);
    const alarms = alarmRules(metrics).map((rule) => this.#alarm(rule, this.topics));
    const shown = { stackName: settings.stackName, metrics, alarms, queries: savedQueries(watched) };
    this.dashboard = new Overview(this, 'Overview', shown).dashboard;
  }

  #alarm({ name, metric, threshold, fires, periods, impact, noData }: AlarmRule, topics: readonly ITopic[]): Alarm {
    const [datapointsToAlarm, evaluationPeriods] = periods;
    const alarm = new Alarm(this, name, {
      alarmDescription: `${impact} What to do: docs/operations.md, ${name}.`,
      metric,
      threshold,
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator:
        fires === 'below'
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: noData === 'alarm' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    for (const topic of topics) {
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
    return alarm;
  }

  #mail(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
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
