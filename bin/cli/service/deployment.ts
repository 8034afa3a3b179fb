import type { BackupClient } from '@aws-sdk/client-backup';
import { type CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { type CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { PoolState } from '../../../shared/people/user-pool.ts';
import { type BackupAddress, type BackupCheck, checkBackups } from './backups.ts';

interface LogEvent {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** One line of JSON written by a function, or a line written by Lambda itself. */
  readonly text: string;
}

interface LogQuery {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to?: number | undefined;
  /** In the filter syntax of CloudWatch Logs. */
  readonly pattern?: string | undefined;
}

/** The log of the worker, or the gateway's access log. */
type LogName = 'worker' | 'access';

interface Subscription {
  /** An address, or what else gets alarms. */
  readonly endpoint: string;
  /** SNS sends nothing before, and forgets a subscription that nobody confirms. */
  readonly isConfirmed: boolean;
}

/** What only a deployment has: alarms, queues, logs, a dashboard. A stack may lack the outputs that name them. */
export interface Deployment {
  readonly stackName: string;
  /** When the stack was deployed last. */
  readonly deployedAt: string;
  /** The commit and options that were deployed. */
  readonly commit: string | undefined;
  readonly options: string | undefined;
  readonly dashboardUrl: string | undefined;
  /** Outputs that this version of the CLI needs and that the stack lacks: it is older, or stands for a restored table. */
  readonly missing: readonly string[];
  /** Messages that wait or are in progress, dead letters, and nights that were not dispatched. */
  readonly queues: () => Promise<{ waiting: number; deadLetters: number; missedNights: number } | undefined>;
  /** Names of the alarms that are in alarm. */
  readonly alarms: () => Promise<string[]>;
  /** Who gets mails of alarms; undefined if the stack does not say. */
  readonly told: () => Promise<readonly Subscription[] | undefined>;
  /** The user pool of the page; undefined without a page, `gone` if somebody has deleted it. */
  readonly pool: () => Promise<PoolState | 'gone' | undefined>;
  /** What is wrong with backups in another Region or account, and what is right; undefined if there are none. */
  readonly backups: (now: number) => Promise<BackupCheck[] | undefined>;
  /** Events since a time, in the order in which they were written; undefined if the stack does not name the log. */
  readonly logs: (name: LogName, query: LogQuery) => Promise<LogEvent[] | undefined>;
}

export interface DeploymentAddress extends Pick<Deployment, 'stackName' | 'deployedAt' | 'commit' | 'options'> {
  readonly dashboardUrl: string | undefined;
  readonly missing: readonly string[];
  /** The topic that mails alarms; `none` if there is none. */
  readonly alarmMails: string | undefined;
  readonly queueUrl: string;
  readonly deadLettersUrl: string | undefined;
  readonly missedNightsUrl: string | undefined;
  readonly logGroups: Readonly<Record<LogName, readonly string[]>>;
  /** With `-c backupCopyTo`. */
  readonly backups?: BackupAddress | undefined;
}

export interface DeploymentClients {
  readonly backup: BackupClient;
  readonly alarms: CloudWatchClient;
  readonly logs: CloudWatchLogsClient;
  readonly queues: SQSClient;
  readonly topics: SNSClient;
  readonly pool: Deployment['pool'];
}

export function openDeployment(address: DeploymentAddress, clients: DeploymentClients): Deployment {
  const { stackName, deployedAt, commit, options, dashboardUrl, missing, logGroups } = address;
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
    commit,
    options,
    dashboardUrl,
    missing,
    queues: async () => {
      const { queueUrl, deadLettersUrl, missedNightsUrl } = address;
      if (deadLettersUrl === undefined || missedNightsUrl === undefined) return undefined;
      const urls = [queueUrl, deadLettersUrl, missedNightsUrl];
      const [waiting = 0, deadLetters = 0, missedNights = 0] = await Promise.all(urls.map(messagesIn));
      return { waiting, deadLetters, missedNights };
    },
    alarms: async () => {
      const { MetricAlarms = [] } = await clients.alarms.send(
        new DescribeAlarmsCommand({ AlarmNamePrefix: `${stackName}-`, StateValue: 'ALARM', MaxRecords: 100 }),
      );
      return MetricAlarms.map(({ AlarmName = '' }) => AlarmName).sort();
    },
    told: async () => {
      const { alarmMails } = address;
      if (alarmMails === undefined) return undefined;
      return alarmMails === 'none' ? [] : subscriptionsTo(clients.topics, alarmMails);
    },
    pool: clients.pool,
    backups: async (now) => address.backups && checkBackups(clients.backup, address.backups, now),
    logs: async (name, query) => {
      if (logGroups[name].length === 0) return undefined;
      const events = await Promise.all(logGroups[name].map((group) => eventsOf(clients.logs, group, query)));
      return events.flat().sort((a, b) => a.time - b.time);
    },
  };
}

async function subscriptionsTo(topics: SNSClient, TopicArn: string): Promise<Subscription[]> {
  const { Subscriptions = [] } = await topics.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  return Subscriptions.map(({ Endpoint = '', SubscriptionArn = '' }) => ({
    endpoint: Endpoint,
    isConfirmed: SubscriptionArn.startsWith('arn:'),
  }));
}

async function eventsOf(
  client: CloudWatchLogsClient,
  logGroupName: string,
  { from, to, pattern }: LogQuery,
): Promise<LogEvent[]> {
  const found: LogEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client.send(
      new FilterLogEventsCommand({ logGroupName, startTime: from, endTime: to, filterPattern: pattern, nextToken }),
    );
    for (const { eventId = '', timestamp = 0, message = '' } of page.events ?? []) {
      found.push({ id: eventId, time: timestamp, text: message.trimEnd() });
    }
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return found;
}
