import { expect, it } from 'vitest';
import { uploaderPolicy } from '../../../../bin/cli/inbox/uploader-policy.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';

// test/scenarios/inbox.md has the whole policy, without a key.

it.each([
  ['eu-west-1', 'aws', 's3.eu-west-1.amazonaws.com'],
  ['cn-north-1', 'aws-cn', 's3.cn-north-1.amazonaws.com.cn'],
])('in %s an uploader uses the key of the bucket through this bucket only', (region, partition, via) => {
  const where = { name: 'files', region, partition, kmsKeyArn: 'key' };
  expect(uploaderPolicy(where, asAccount('acme')).Statement.at(-1)).toMatchObject({
    Resource: 'key',
    Condition: {
      StringEquals: { 'kms:ViaService': via, 'kms:EncryptionContext:aws:s3:arn': `arn:${partition}:s3:::files` },
    },
  });
});
