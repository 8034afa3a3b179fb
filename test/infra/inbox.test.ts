import { describe, expect, it } from 'vitest';
import { uploaderPolicy, uploaderTrust } from '../../bin/admin/inbox/uploader-policy.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { allows, named, type Statement, statementsOf } from '../support/infra/policies.ts';
import { functionIds, resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';
const { template } = synthesise({ env: 'prod' });
const [bucket] = resourcesOf(template, 'AWS::S3::Bucket').filter(({ Properties }) => Properties.LoggingConfiguration);
if (!bucket) throw new Error('no bucket');
const { id, Properties: properties } = bucket;

describe('the bucket', () => {
  it('is private, versioned, encrypted, logged, and kept when the stack is deleted', () => {
    const closed = {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true },
        ...{ IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
    };
    const buckets = resourcesOf(template, 'AWS::S3::Bucket');
    expect(buckets).toMatchObject([
      { DeletionPolicy: 'Retain', Properties: closed },
      { DeletionPolicy: 'Retain', Properties: { ...closed, VersioningConfiguration: { Status: 'Enabled' } } },
    ]);
    expect(
      targetOf((properties.LoggingConfiguration as { DestinationBucketName: unknown }).DestinationBucketName),
    ).toBe(buckets[0]?.id);
    // a log of the log, and its versions: accepted findings of checkov
    expect(buckets[0]).toMatchObject({ Metadata: { checkov: { skip: [{ id: 'CKV_AWS_18' }, { id: 'CKV_AWS_21' }] } } });
  });

  it('keeps files and rejects for 90 days, reports for a year, and other versions for a week', () => {
    const { Rules } = properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] };
    const days = Rules.map(({ Prefix = '', ExpirationInDays, NoncurrentVersionExpiration }) => [
      Prefix,
      ExpirationInDays ?? NoncurrentVersionExpiration,
    ]);
    expect(days).toEqual([
      ...['in/', 'done/', 'failed/', 'rejects/'].map((prefix) => [prefix, 90]),
      ['reports/', 365],
      ['', { NoncurrentDays: 7 }],
      ['', undefined],
    ]);
  });

  it('ends uploads that are not finished after a day, also of its access log, which it keeps for 90 days', () => {
    const rulesOf = ({ Properties }: { Properties: Record<string, unknown> }) =>
      (Properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] }).Rules;
    const abandoned = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' };
    const [log = []] = resourcesOf(template, 'AWS::S3::Bucket').map(rulesOf);
    expect(log).toEqual([{ ...abandoned, ExpirationInDays: 90 }]);
    expect(rulesOf({ Properties: properties }).slice(-2)).toEqual([
      { ...abandoned, NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
      { ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
    ]);
  });

  it('may write its access log, which no other bucket or account may', () => {
    const allowed = resourcesOf(template, 'AWS::S3::BucketPolicy').flatMap(({ Properties }) =>
      (Properties.PolicyDocument as { Statement: Statement[] }).Statement.filter(({ Effect }) => Effect === 'Allow'),
    );
    expect(allowed.map(({ Resource, ...statement }) => ({ ...statement, Resource: named(Resource) }))).toEqual([
      {
        ...{ Effect: 'Allow', Action: 's3:PutObject', Resource: 'InboxAccessLog/*' },
        Principal: { Service: 'logging.s3.amazonaws.com' },
        Condition: {
          ArnLike: { 'aws:SourceArn': { 'Fn::GetAtt': [id, 'Arn'] } },
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        },
      },
    ]);
  });

  const deniesOf = (options: Record<string, string>) => {
    const { template: of } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', ...options });
    const policies = resourcesOf(of, 'AWS::S3::BucketPolicy').filter(
      ({ Properties }) => targetOf(Properties.Bucket) === id,
    );
    return policies
      .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
      .filter(({ Effect }) => Effect === 'Deny');
  };
  const put = 's3:x-amz-server-side-encryption';
  /** Whether a request with these values is denied. Only the operators of this policy are known. */
  const isDenied = (denies: readonly Statement[], request: Readonly<Record<string, string>>, action = 's3:PutObject') =>
    denies.some(
      ({ Action, Condition = {} }) =>
        [Action].flat().some((each) => each === action || each === 's3:*') &&
        Object.entries(Condition).every(([operator, tests]) =>
          Object.entries(tests).every(([key, value]) => {
            const actual = request[key];
            if (operator === 'Bool') return actual === value;
            if (operator === 'Null') return (actual === undefined) === (value === 'true');
            if (operator === 'NumericLessThan') return Number(actual) < Number(value);
            if (operator === 'StringNotEqualsIfExists') return actual !== undefined && actual !== value;
            throw new Error(`the operator ${operator} is not evaluated here`);
          }),
        ),
    );
  const tls = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

  it.each([
    ['without TLS', {}, { ...tls, 'aws:SecureTransport': 'false' }],
    ['with an old TLS', {}, { ...tls, 's3:TlsVersion': '1.1' }],
    ["under the uploader's own key", {}, { ...tls, [`${put}-customer-algorithm`]: 'AES256' }],
    ["under a KMS key, which may be another account's", {}, { ...tls, [put]: 'aws:kms' }],
    ['under another KMS key', { kmsKeyArn }, { ...tls, [`${put}-aws-kms-key-id`]: `${kmsKeyArn}9` }],
    ['under no KMS key', { kmsKeyArn }, { ...tls, [put]: 'AES256' }],
    ['in an archive', {}, { ...tls, 's3:x-amz-storage-class': 'GLACIER' }],
  ])('takes no file %s, whoever puts it: the importer could not read it', (_, options, request) => {
    expect(isDenied(deniesOf(options as Record<string, string>), request)).toBe(true);
  });

  it.each([[{}], [{ kmsKeyArn }]])('takes files as clients put them (%j)', (options) => {
    expect(isDenied(deniesOf(options as Record<string, string>), tls)).toBe(false);
  });
});

describe.each(['importer', 'inbox'])('the function %s', (name) => {
  const role = targetOf(template.Resources[functionIds(template).get(name) ?? '']?.Properties.Role) ?? '';
  const may = (action: string, on: string, keys?: readonly string[]) =>
    allows(statementsOf(template, role), { action, on, ...(keys && { keys }) });

  it('reads and deletes what arrives by version, and writes where files end', () => {
    for (const action of ['GetObjectVersion', 'DeleteObjectVersion'])
      expect(may(`s3:${action}`, `${id}/in/a/x.csv`)).toBe(true);
    for (const prefix of ['done', 'failed', 'reports', 'rejects'])
      expect(may('s3:PutObject', `${id}/${prefix}/a/x`)).toBe(true);
    // a delete by key alone could hide what has replaced the file
    expect(may('s3:DeleteObject', `${id}/in/a/x.csv`)).toBe(false);
    expect(may('s3:PutObject', `${id}/in/a/x.csv`)).toBe(false);
    for (const prefix of ['done', 'failed', 'reports', 'rejects']) {
      expect(may('s3:DeleteObjectVersion', `${id}/${prefix}/a/x`)).toBe(false);
    }
  });

  it('sends accounts to the importer and mails to people, and sees deletions and feeds as far as it needs them', () => {
    const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id ?? '';
    const idOf = (type: string, of: string) =>
      resourcesOf(template, type).find((each) => named({ Ref: each.id }) === of)?.id;
    const allowed = {
      mails: may('sns:Publish', idOf('AWS::SNS::Topic', 'InboxNotices') ?? ''),
      importer: may('sqs:SendMessage', idOf('AWS::SQS::Queue', 'InboxQueue') ?? ''),
      worker: may('sqs:SendMessage', idOf('AWS::SQS::Queue', 'NightQueue') ?? ''),
      deletions: may('dynamodb:GetItem', table, ['DELETED']),
      feeds: may('dynamodb:Query', table, ['FEEDS']),
      locks: may('dynamodb:PutItem', table, ['WRITERS']),
      reports: may('s3:GetObject', `${id}/reports/a/x.txt`),
    };
    const imports = name === 'importer';
    expect(allowed).toEqual({
      ...{ mails: true, importer: true, feeds: true, reports: true },
      ...{ worker: imports, locks: imports, deletions: !imports },
    });
  });

  it('changes neither the bucket, nor keys, nor accounts', () => {
    const ofBucket = 'PutBucketPolicy DeleteBucket PutLifecycleConfiguration PutObjectAcl PutBucketVersioning';
    for (const action of ofBucket.split(' ')) expect(may(`s3:${action}`, id)).toBe(false);
    for (const key of ['KEY#x', 'KEYS', 'ACCOUNTS', 'DELETED']) {
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
        expect(may(`dynamodb:${action}`, id, [key])).toBe(false);
    }
    expect(may('sns:Subscribe', resourcesOf(template, 'AWS::SNS::Topic')[0]?.id ?? '')).toBe(false);
  });
});

it('the inbox is looked at every five minutes: a check that fails is not repeated, as the next one follows', () => {
  const [schedule] = resourcesOf(template, 'AWS::Scheduler::Schedule').filter(({ id: of }) => of.startsWith('Inbox'));
  const { Target, ...times } = schedule?.Properties ?? {};
  expect(times).toEqual({
    ...{ ScheduleExpression: 'cron(0/5 * * * ? *)', ScheduleExpressionTimezone: 'UTC' },
    FlexibleTimeWindow: { Mode: 'OFF' },
  });
  expect(Target).toMatchObject({
    Input: '{"task":"check inboxes"}',
    RetryPolicy: { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 5 },
  });
  const invokes = resourcesOf(template, 'AWS::Lambda::EventInvokeConfig').filter(({ id: of }) =>
    of.startsWith('Inbox'),
  );
  expect(invokes.map(({ Properties: { FunctionName: _, ...others } }) => others)).toEqual([
    { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 0, Qualifier: '$LATEST' },
  ]);
});

it('importers take one account each, as many at once as the quota of a new AWS account has room for', () => {
  const [, ofImporter] = resourcesOf(template, 'AWS::Lambda::EventSourceMapping');
  const { EventSourceArn, FunctionName, ...others } = ofImporter?.Properties ?? {};
  expect({ ...others, from: named(EventSourceArn), to: named(FunctionName) }).toEqual({
    ...{ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
    ...{ from: 'InboxQueue', to: 'InboximporterFunction' },
  });
});

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

it('each managed policy for operators is below the 6,144 characters that IAM allows, with every option', () => {
  const { template: full } = synthesise(optionSets.at(-1)?.options ?? {});
  for (const { Properties } of resourcesOf(full, 'AWS::IAM::ManagedPolicy')) {
    // as long as real ones: regions and accounts, ARNs with the name of the stack and a hash, such names alone
    const text = JSON.stringify(Properties.PolicyDocument)
      .replaceAll(/\{"Ref":"AWS::\w+"\}/g, 'x'.repeat(12))
      .replaceAll(/\{"Fn::GetAtt":\["\w+","Arn"\]\}/g, 'x'.repeat(105))
      .replaceAll(/\{"(Ref|Fn::GetAtt)":("[^"]*"|\[[^\]]*\])\}/g, 'x'.repeat(50));
    const joined = text.replaceAll(/\{"Fn::Join":\["",\[|\]\]\}/g, '').replaceAll('","', '');
    expect(joined.length).toBeLessThan(6144);
  }
});
