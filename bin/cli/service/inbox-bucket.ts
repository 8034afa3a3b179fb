import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Addressee, filterOf } from '../../../import/inbox/aws/topic.ts';

/** When a link ends, and whether the credentials that signed it may end earlier without saying when. */
export interface LinkEnd {
  readonly endsAt: Date;
  readonly mayEndEarlier: boolean;
}

/** The inbox of a deployment, for people and systems without its CLI. */
export interface InboxBucket {
  readonly name: string;
  readonly region: string;
  readonly partition: string;
  /** The AWS account of the deployment. */
  readonly accountId: string;
  readonly kmsKeyArn?: string;
  /** A form with which one file of at most so many bytes can be put under exactly this key. */
  readonly formFor: (
    key: string,
    most: { readonly bytes: number; readonly seconds: number },
    now: number,
  ) => Promise<LinkEnd & { readonly url: string; readonly fields: Readonly<Record<string, string>> }>;
  readonly linkTo: (key: string, seconds: number, now: number) => Promise<LinkEnd & { readonly url: string }>;
  /** Sends the notices of the account to the address, once its owner confirms. Returns the subscription. */
  readonly subscribe: (to: Addressee, address: string) => Promise<string>;
  readonly unsubscribe: (subscription: string) => Promise<void>;
}

export interface InboxAddress extends Pick<InboxBucket, 'name' | 'region' | 'partition' | 'accountId'> {
  readonly kmsKeyArn: string | undefined;
  readonly topicArn: string;
}

export function openInboxBucket(
  { kmsKeyArn, topicArn, ...address }: InboxAddress,
  { files, notices }: { readonly files: S3Client; readonly notices: SNSClient },
): InboxBucket {
  const Bucket = address.name;
  const endOf = async (seconds: number, now: number): Promise<LinkEnd> => {
    const { expiration, sessionToken } = await files.config.credentials();
    const asked = now + seconds * 1000;
    return {
      endsAt: new Date(Math.min(asked, expiration?.getTime() ?? asked)),
      mayEndEarlier: sessionToken !== undefined && expiration === undefined,
    };
  };
  return {
    ...address,
    ...(kmsKeyArn !== undefined && { kmsKeyArn }),
    formFor: async (Key, { bytes, seconds }, now) => {
      const Conditions: [['content-length-range', number, number]] = [['content-length-range', 1, bytes]];
      const form = await createPresignedPost(files, { Bucket, Key, Conditions, Expires: seconds });
      return { ...form, ...(await endOf(seconds, now)) };
    },
    linkTo: async (Key, expiresIn, now) => ({
      url: await getSignedUrl(files, new GetObjectCommand({ Bucket, Key }), { expiresIn }),
      ...(await endOf(expiresIn, now)),
    }),
    subscribe: async (to, Endpoint) => {
      const { SubscriptionArn = '' } = await notices.send(
        new SubscribeCommand({
          TopicArn: topicArn,
          Protocol: 'email',
          Endpoint,
          ReturnSubscriptionArn: true,
          Attributes: { FilterPolicy: filterOf(to) },
        }),
      );
      return SubscriptionArn;
    },
    unsubscribe: async (SubscriptionArn) => {
      try {
        await notices.send(new UnsubscribeCommand({ SubscriptionArn }));
      } catch (error) {
        // it is gone, or was never confirmed: SNS removes it after two days, and its filter fits no later account
        if (!['NotFoundException', 'InvalidParameterException'].includes((error as Error).name)) throw error;
      }
    },
  };
}
