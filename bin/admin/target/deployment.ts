import { type CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { type CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface LogEvent {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** One line of JSON written by a function, or a line written by Lambda itself. */
  readonly text: string;
}

interface LogQuery {
  /** Epoch milliseconds. */
  readonly from: number;
  /** In the filter syntax of CloudWatch Logs. */
  readonly pattern?: string | undefined;
}

/** What only a deployment has: alarms, queues, logs, a dashboard. */
export interface Deployment {
  readonly stackName: string;
  /** When the stack was deployed last. */
  readonly deployedAt: string;
  readonly dashboardUrl: string;
  /** Messages that wait or are in progress, dead letters, and nights that were not dispatched. */
  readonly queues: () => Promise<{ waiting: number; deadLetters: number; missedNights: number }>;
  /** Names of the alarms that are in alarm. */
  readonly alarms: () => Promise<string[]>;
  /** Events of all functions since a time, in the order in which they were written. */
  readonly logs: (query: LogQuery) => Promise<LogEvent[]>;
}

export interface DeploymentAddress {
  readonly stackName: string;
  readonly deployedAt: string;
  readonly dashboardUrl: string;
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
  readonly missedNightsUrl: string;
  readonly logGroups: readonly string[];
}

export interface DeploymentClients {
  readonly alarms: CloudWatchClient;
  readonly logs: CloudWatchLogsClient;
  readonly queues: SQSClient;
}

export function openDeployment(address: DeploymentAddress, clients: DeploymentClients): Deployment {
  const { stackName, deployedAt, dashboardUrl, logGroups } = address;
  const messagesIn = async (QueueUrl: string) => {
    const { Attributes = {} } = await clients.queues.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
  };
  return {
    stackName,
    deployedAt,
    dashboardUrl,
    queues: async () => {
      const urls = [address.queueUrl, address.deadLettersUrl, address.missedNightsUrl];
      const [waiting = 0, deadLetters = 0, missedNights = 0] = await Promise.all(urls.map(messagesIn));
      return { waiting, deadLetters, missedNights };
    },
    alarms: async () => {
      const { MetricAlarms = [] } = await clients.alarms.send(
        new DescribeAlarmsCommand({ AlarmNamePrefix: `${stackName}-`, StateValue: 'ALARM', MaxRecords: 100 }),
      );
      return MetricAlarms.map(({ AlarmName = '' }) => AlarmName).sort();
    },
    logs: async (query) => {
      const events = await Promise.all(logGroups.map((group) => eventsOf(clients.logs, group, query)));
      return events.flat().sort((a, b) => a.time - b.time);
    },
  };
}

async function eventsOf(
  client: CloudWatchLogsClient,
  logGroupName: string,
  { from, pattern }: LogQuery,
): Promise<LogEvent[]> {
  const found: LogEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client.send(
      new FilterLogEventsCommand({ logGroupName, startTime: from, filterPattern: pattern, nextToken }),
    );
    for (const { eventId = '', timestamp = 0, message = '' } of page.events ?? []) {
      found.push({ id: eventId, time: timestamp, text: message.trimEnd() });
    }
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return found;
}
