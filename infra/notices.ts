import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { consume, mailFrom, publishTo, sendTo } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import type { Inbox } from './inbox.ts';
import type { Mails } from './mails.ts';
import type { Night } from './night.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

/** A receiver has 10 seconds, SES or SNS 3, and SQS 3 for each of three attempts at two messages. */
const timeout = Duration.seconds(40);

interface NoticesProps {
  readonly settings: Settings;
  readonly encryption: Encryption;
  readonly night: Night;
  readonly inbox: Inbox | undefined;
  readonly mails: Mails | undefined;
  /** Of the page of accounts, to which messages lead. */
  readonly pageUrl: string;
}

/**
 * What accounts want to be told of: the worker and the page put deliveries into a queue, and a function sends them. It
 * reads and writes nothing of the table; the worker is told what became of each.
 */
export class Notices extends Construct {
  /** Standard: of a receiver that is slow SQS takes fewer messages, as each has its group. */
  readonly queue: Queue;
  /** Messages at which the function itself failed. Those that a receiver did not take are on the page. */
  readonly deadLetters: Queue;
  readonly sender: ServiceFunction;

  constructor(scope: Construct, id: string, props: NoticesProps) {
    super(scope, id);
    const { settings, encryption, night, pageUrl } = props;
    const encrypted = { ...encryption.queue, enforceSSL: true, retentionPeriod: Duration.days(14) };
    this.deadLetters = new Queue(this, 'DeadLetters', encrypted);
    acknowledge.isDeadLetterQueue(this.deadLetters);
    this.queue = new Queue(this, 'Queue', {
      ...encrypted,
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    const mailing = wayToMail(props);
    this.sender = new ServiceFunction(this, 'notices', {
      name: 'notices',
      purpose: 'Sends the messages that accounts want to have: mails, chats and webhooks.',
      memoryMb: 256,
      timeout,
      may: [
        consume(this.queue),
        sendTo(this.queue),
        sendTo(night.queue),
        ...mailing.may,
        ...encryption.write('sqs', ...mailing.encrypted),
      ],
      environment: {
        QUEUE_URL: this.queue.queueUrl,
        // the worker writes what became of a delivery
        OUTCOMES_URL: night.queue.queueUrl,
        ...mailing.environment,
      },
      settings,
      encryption,
      failures: 'by a queue',
    });
    this.sender.take(this.queue, settings.atOnce.senders);
    night.mayNotify(this.queue, pageUrl);
  }
}

interface WayToMail {
  readonly environment: Record<string, string>;
  readonly may: PolicyStatement[];
  readonly encrypted: 'sns'[];
}

/** By SES from the address of the deployment, else by the topic that mails the reports of the inbox, else none. */
function wayToMail({ settings: { mailFrom: from }, inbox, mails }: NoticesProps): WayToMail {
  if (from !== undefined && mails) {
    const { configurationSetName: set } = mails.set;
    return { environment: { MAIL_FROM: from, MAIL_SET: set }, may: [mailFrom(from, set)], encrypted: [] };
  }
  if (!inbox) return { environment: {}, may: [], encrypted: [] };
  const { notices } = inbox;
  return { environment: { NOTICES_TOPIC: notices.topicArn }, may: [publishTo(notices)], encrypted: ['sns'] };
}
