import type { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

const failures = [
  [EmailSendingEvent.BOUNCE, 'Bounce'],
  [EmailSendingEvent.COMPLAINT, 'Complaint'],
  [EmailSendingEvent.REJECT, 'Reject'],
] as const;

/** Counts the mails that SES could not deliver, of everything that is sent with this configuration set. */
export class Mails extends Construct {
  readonly set: ConfigurationSet;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.set = new ConfigurationSet(this, 'Set', { tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE });
    this.set.addEventDestination('Failures', {
      events: failures.map(([event]) => event),
      destination: EventDestination.cloudWatchDimensions([
        // SES tags every mail with the name of its set
        { source: CloudWatchDimensionSource.MESSAGE_TAG, name: dimension, defaultValue: 'none' },
      ]),
    });
  }

  failed(period: Duration): IMetric[] {
    const dimensionsMap = { [dimension]: this.set.configurationSetName };
    return failures.map(
      ([, metricName]) => new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.SUM, period, dimensionsMap }),
    );
  }
}

const dimension = 'ses:configuration-set';
