import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { consume, mailFrom, sendTo } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import type { Mails } from './mails.ts';
import type { Night } from './night.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

/** A receiver has 10 seconds, SES 3, and SQS 3 for each of three attempts at two messages. */
const timeout = Duration.seconds(40);

interface NoticesProps {
  readonly settings: Settings;
  readonly encryption: Encryption;
  readonly night: Night;
  readonly mails: Mails | undefined;
  /** Of the page of accounts, to which messages lead. */
  readonly pageUrl: string;
}

/**
 * What accounts want to be told of: the worker and the page put deliveries into a queue, and a function sends them. It
 * reads and writes nothing of the table; the worker gets the outcome of each.
 */
export class Notices extends Construct {
  /** Standard: of a receiver that is slow SQS takes fewer messages, as each has its group. */
  readonly queue: Queue;
  /** Messages at which the function itself failed. Those that a receiver did not take are on the page. */
  readonly deadLetters: Queue;
  readonly sender: ServiceFunction;

  constructor(scope: Construct, id: string, props: NoticesProps) {
    super(scope, id);
    const { settings, encryption, night, mails, pageUrl } = props;
    const encrypted = { ...encryption.queue, enforceSSL: true, retentionPeriod: Duration.days(14) };
    this.deadLetters = new Queue(this, 'DeadLetters', encrypted);
    acknowledge.isDeadLetterQueue(this.deadLetters);
    this.queue = new Queue(this, 'Queue', {
      ...encrypted,
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    const set = mails?.set.configurationSetName;
    const from = settings.mailFrom;
    const mailing = from !== undefined && set !== undefined && { from, set };
    this.sender = new ServiceFunction(this, 'notices', {
      name: 'notices',
      purpose: 'Sends the messages that accounts want to have: mails, chats and webhooks.',
      memoryMb: 256,
      timeout,
      may: [
        consume(this.queue),
        sendTo(this.queue),
        sendTo(night.queue),
        ...(mailing ? [mailFrom(mailing.from, mailing.set)] : []),
        ...encryption.write('sqs'),
      ],
      environment: {
        QUEUE_URL: this.queue.queueUrl,
        // the worker writes what became of a delivery
        OUTCOMES_URL: night.queue.queueUrl,
        ...(mailing && { MAIL_FROM: mailing.from, MAIL_SET: mailing.set }),
      },
      settings,
      encryption,
      failures: 'by a queue',
    });
    this.sender.take(this.queue, settings.atOnce.senders);
    night.mayNotify(this.queue, pageUrl);
  }
}
