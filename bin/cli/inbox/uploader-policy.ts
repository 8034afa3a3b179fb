import { incomingOf } from '../../../import/inbox/keys.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { InboxBucket } from '../service/inbox-bucket.ts';

export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly object[];
}

/** What a system that puts files for one account may do: that, and read the account's reports and rejects. */
export function uploaderPolicy(
  { name, region, partition, kmsKeyArn }: Pick<InboxBucket, 'name' | 'region' | 'partition' | 'kmsKeyArn'>,
  account: Account,
): PolicyDocument {
  const bucket = `arn:${partition}:s3:::${name}`;
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 's3:PutObject', Resource: `${bucket}/${incomingOf(account)}*` },
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Resource: ['reports', 'rejects'].map((part) => `${bucket}/${part}/${account}/*`),
      },
      ...(kmsKeyArn === undefined
        ? []
        : [
            {
              Effect: 'Allow',
              // Decrypt for uploads in parts and for reading
              Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
              Resource: kmsKeyArn,
              Condition: {
                StringEquals: {
                  'kms:ViaService': `s3.${region}.${suffix}`,
                  'kms:EncryptionContext:aws:s3:arn': bucket,
                },
              },
            },
          ]),
    ],
  };
}

/** The AWS account of a principal: a number, or the ARN of a role or user. */
export function accountOf(principal: string): string {
  const [, , , , account = principal] = principal.split(':');
  return account;
}

/** Who may take on the role of the uploader: an AWS account by its number, or a role or user by its ARN. */
export function uploaderTrust(
  { partition }: Pick<InboxBucket, 'partition'>,
  principal: string,
  externalId: string | undefined,
): PolicyDocument {
  const AWS = /^\d{12}$/.test(principal) ? `arn:${partition}:iam::${principal}:root` : principal;
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS },
        Action: 'sts:AssumeRole',
        ...(externalId !== undefined && { Condition: { StringEquals: { 'sts:ExternalId': externalId } } }),
      },
    ],
  };
}
