import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Notice } from '../notice.ts';

/**
 * What the filter of a subscription compares. The generation is new if an id is created again, so an address of the
 * account that was deleted gets nothing of the new one.
 */
export interface Addressee {
  readonly account: Account;
  readonly generation: string;
}

export function filterOf({ account, generation }: Addressee): string {
  return JSON.stringify({ account: [account], generation: [generation] });
}

/** Publishes a notice to the subscriptions of an account. */
export async function publishNotice(
  client: SNSClient,
  TopicArn: string,
  { account, generation }: Addressee,
  { subject: Subject, text: Message }: Notice,
): Promise<void> {
  const attribute = (StringValue: string) => ({ DataType: 'String', StringValue });
  const MessageAttributes = { account: attribute(account), generation: attribute(generation) };
  await client.send(new PublishCommand({ TopicArn, Subject, Message, MessageAttributes }));
}
