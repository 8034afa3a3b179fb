import { describe, expect, it } from 'vitest';
import { uploaderPolicy, uploaderTrust } from '../../../bin/admin/inbox/uploader-policy.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { allows, type Statement } from '../../support/infra/policies.ts';

const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';

describe.each([
  ['without a key of its own', undefined],
  ['with a key', kmsKeyArn],
])('the policy of an uploader, %s', (_, key) => {
  const account = asAccount('acme');
  const where = { name: 'files', region: 'eu-west-1', partition: 'aws', ...(key && { kmsKeyArn: key }) };
  const policy = uploaderPolicy(where, account).Statement as Statement[];
  const withoutKeys = policy.filter(({ Condition }) => !Condition);
  const may = (action: string, on: string) => allows(withoutKeys, { action: `s3:${action}`, on: `arn:aws:s3:::${on}` });

  it('allows to put files for the account, and to read its reports and rejects', () => {
    expect(may('PutObject', 'files/in/acme/clients.csv')).toBe(true);
    expect(may('GetObject', 'files/reports/acme/1.txt')).toBe(true);
    expect(may('GetObject', 'files/rejects/acme/1/clients.csv')).toBe(true);
  });

  it.each([
    ['PutObject', 'files/in/acme-2/x.csv'],
    ['PutObject', 'files/in/acme'],
    ['PutObject', 'files/in/other/x.csv'],
    ['PutObject', 'files/reports/acme/1.txt'],
    ['PutObject', 'files/done/acme/1/x.csv'],
    ['PutObject', 'files/x.csv'],
    ['PutObject', 'files-2/in/acme/x.csv'],
    ['GetObject', 'files/in/acme/x.csv'],
    ['GetObject', 'files/done/acme/1/x.csv'],
    ['GetObject', 'files/reports/other/1.txt'],
    ['GetObject', 'files/reports/acme-2/1.txt'],
    ['GetObject', 'files/rejects/other/1/x.csv'],
    ...'DeleteObject DeleteObjectVersion GetObjectVersion PutObjectAcl PutObjectTagging PutObjectRetention'
      .split(' ')
      .map((action) => [action, 'files/in/acme/x.csv']),
    ...['ListBucket', 'ListBucketVersions', 'GetBucketPolicy', 'PutBucketPolicy', 'DeleteBucket'].map((action) => [
      action,
      'files',
    ]),
  ])('refuses %s on %s', (action = '', on = '') => {
    expect(may(action, on)).toBe(false);
  });

  it('names no table, no API key, no queue and no topic, and uses the key through this bucket only', () => {
    const actions = policy.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/^(s3|kms):/.test(action) || action.includes('*'))).toEqual([]);
    expect(policy.filter(({ Condition }) => Condition).map(({ Resource, Condition }) => [Resource, Condition])).toEqual(
      key
        ? [
            [
              key,
              {
                StringEquals: {
                  'kms:ViaService': 's3.eu-west-1.amazonaws.com',
                  'kms:EncryptionContext:aws:s3:arn': 'arn:aws:s3:::files',
                },
              },
            ],
          ]
        : [],
    );
  });

  // S3 does not resolve dots: the importer refuses such names
  it('cannot keep anybody from keys with dots below the prefix', () => {
    expect(may('PutObject', 'files/in/acme/../other/x.csv')).toBe(true);
  });
});

it('in China the key is used through the S3 of China', () => {
  const bucket = { name: 'files', region: 'cn-north-1', partition: 'aws-cn', kmsKeyArn: 'key' };
  const via = 's3.cn-north-1.amazonaws.com.cn';
  expect(uploaderPolicy(bucket, asAccount('acme')).Statement.at(-1)).toMatchObject({
    Condition: { StringEquals: { 'kms:ViaService': via, 'kms:EncryptionContext:aws:s3:arn': 'arn:aws-cn:s3:::files' } },
  });
});

it('the role of an uploader is for one principal, with its external id', () => {
  expect(uploaderTrust({ partition: 'aws' }, '210987654321', 'abc').Statement).toEqual([
    {
      ...{ Effect: 'Allow', Action: 'sts:AssumeRole' },
      Principal: { AWS: 'arn:aws:iam::210987654321:root' },
      Condition: { StringEquals: { 'sts:ExternalId': 'abc' } },
    },
  ]);
  expect(uploaderTrust({ partition: 'aws' }, 'arn:aws:iam::210987654321:role/crm', undefined).Statement).toEqual([
    { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: 'arn:aws:iam::210987654321:role/crm' } },
  ]);
});
