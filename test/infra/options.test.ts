import { describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import { functionIds, resourcesOf, synthesise, type Template, targetOf } from '../support/infra/template.ts';

const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';
const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';

const plain = synthesise({ env: 'prod', alarmEmail: 'ops@example.com' }).template;
const named = {
  ...{ env: 'prod', domain: 'api.example.com', certificateArn, waf: 'true', kmsKeyArn },
  accountConcurrency: '1000',
};
/** Options that do not depend on each other, in one deployment. */
const low = synthesise({
  ...{ ...named, tlsPolicy: 'tls-1.2', workerConcurrency: '8', apiConcurrency: '50', requestsPerSecond: '500' },
  ...{ tableReadUnits: '4000', tableWriteUnits: '2000' },
}).template;
const high = synthesise({
  ...{ ...named, tlsPolicy: 'tls-1.3', workerConcurrency: '40', requestsPerSecond: '10000' },
}).template;
const fips = synthesise({ ...named, tlsPolicy: 'tls-1.3-fips' }).template;
const propertiesOf = (template: Template, type: string) =>
  resourcesOf(template, type).map(({ Properties }) => Properties);

describe('-c kmsKeyArn', () => {
  const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', kmsKeyArn });

  it('encrypts the table, the inbox, queues, notices and logs with the key, but not what tells that the key is gone', () => {
    expect(propertiesOf(template, 'AWS::DynamoDB::Table').map(({ SSESpecification }) => SSESpecification)).toEqual([
      { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: kmsKeyArn },
    ]);
    const parts = ['AWS::SQS::Queue', 'AWS::SNS::Topic', 'AWS::Logs::LogGroup'].flatMap((type) =>
      resourcesOf(template, type),
    );
    const without = parts.filter(({ Properties }) => !JSON.stringify(Properties ?? '').includes(kmsKeyArn));
    expect([parts.length, without.map(({ id }) => id.slice(0, -8))]).toEqual([
      4 + 2 + 13,
      ['MonitoringAlarms', 'NightnightlyLog'],
    ]);
    const buckets = propertiesOf(template, 'AWS::S3::Bucket').map(({ BucketEncryption }) =>
      JSON.stringify(BucketEncryption),
    );
    expect(buckets.map((each) => each.includes(kmsKeyArn))).toEqual([false, true]);
    // one call to KMS for many files
    expect(buckets[1]).toContain('"BucketKeyEnabled":true');
  });

  interface Statement {
    readonly Action: string | string[];
    readonly Resource: unknown;
    readonly Condition?: { readonly StringEquals?: Readonly<Record<string, unknown>> };
  }

  /** The services through which a policy allows use of the key, with the actions. */
  function keyUses(statements: readonly Statement[]): Record<string, string[]> {
    const uses: Record<string, string[]> = {};
    for (const { Action, Resource, Condition } of statements.filter(({ Resource: on }) => on === kmsKeyArn)) {
      expect(Resource).toBe(kmsKeyArn);
      const via = JSON.stringify(Condition?.StringEquals?.['kms:ViaService'] ?? '');
      const services = [...via.matchAll(/(dynamodb|s3|sns|sqs)\./g)].map(([, service = '']) => service);
      for (const service of services.length > 0 ? services : ['any'])
        uses[service] = [...(uses[service] ?? []), ...[Action].flat()];
    }
    return uses;
  }

  function usesOf(name: string): Record<string, string[]> {
    const role = targetOf(template.Resources[functionIds(template).get(name) ?? '']?.Properties.Role);
    const policies = propertiesOf(template, 'AWS::IAM::Policy').filter(({ Roles }) =>
      (Roles as unknown[]).map(targetOf).includes(role),
    );
    return keyUses(policies.flatMap(({ PolicyDocument }) => (PolicyDocument as { Statement: Statement[] }).Statement));
  }

  it.each(groups.map(({ name }) => name))('lets the function %s use the key only through DynamoDB', (name) => {
    const uses = usesOf(name);
    expect(Object.keys(uses)).toEqual(['dynamodb']);
    expect(uses.dynamodb).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey', 'kms:Encrypt']));
  });

  it.each(['worker', 'nightly'])('lets the function %s use the key only through DynamoDB and SQS', (name) => {
    expect(Object.keys(usesOf(name))).toEqual(expect.arrayContaining(['dynamodb', 'sqs']));
  });

  it.each(['importer', 'inbox'])('lets the function %s use the key only through the services that it calls', (name) => {
    expect(Object.keys(usesOf(name)).sort()).toEqual(['dynamodb', 's3', 'sns', 'sqs']);
  });

  it.each([
    ['ReadPolicyArn', ['dynamodb', 's3']],
    ['DataPolicyArn', ['dynamodb', 's3', 'sqs']],
    ['KeysPolicyArn', ['dynamodb']],
    ['OperatorPolicyArn', ['dynamodb', 's3', 'sqs']],
    ['RepairPolicyArn', ['dynamodb', 'sqs']],
  ])('lets operators with %s use the key only through %j', (arn, services) => {
    const { PolicyDocument } = template.Resources[targetOf(template.Outputs[arn]?.Value) ?? '']?.Properties ?? {};
    const { Statement } = PolicyDocument as { Statement: Statement[] };
    expect(Object.keys(keyUses(Statement)).sort()).toEqual(services);
  });

  it('lets the scheduler send to the encrypted queue of missed nights', () => {
    const roles = resourcesOf(template, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('NightScheduleRole'));
    const policies = propertiesOf(template, 'AWS::IAM::Policy').filter(({ Roles }) =>
      (Roles as unknown[]).map(targetOf).includes(roles[0]?.id),
    );
    const uses = keyUses(
      policies.flatMap(({ PolicyDocument }) => (PolicyDocument as { Statement: Statement[] }).Statement),
    );
    expect(uses.sqs).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey']));
  });

  it('cannot be dropped by a later deploy: CloudFormation compares it with the previous parameter', () => {
    const ruleOf = (of: Template) => {
      const { Parameters, Rules } = of as unknown as Record<string, Record<string, never>>;
      return { parameter: Parameters?.KmsKeyArn, rule: Rules?.SameKmsKey };
    };
    expect(ruleOf(template)).toMatchObject({
      parameter: { Type: 'String', Default: kmsKeyArn },
      rule: { Assertions: [{ Assert: { 'Fn::Equals': [{ Ref: 'KmsKeyArn' }, kmsKeyArn] } }] },
    });
    // without the option, the rule fails: the previous value is the key and not `none`
    expect(ruleOf(plain)).toMatchObject({
      parameter: { Type: 'String', Default: 'none' },
      rule: {
        Assertions: [
          {
            Assert: { 'Fn::Equals': [{ Ref: 'KmsKeyArn' }, 'none'] },
            AssertDescription: expect.stringContaining('Repeat its -c kmsKeyArn'),
          },
        ],
      },
    });
  });

  it('is optional: without it, AWS-owned keys are used', () => {
    expect(propertiesOf(plain, 'AWS::DynamoDB::Table')[0]?.SSESpecification).toBeUndefined();
    for (const { SqsManagedSseEnabled } of propertiesOf(plain, 'AWS::SQS::Queue'))
      expect(SqsManagedSseEnabled).toBe(true);
    expect(JSON.stringify(plain.Resources)).not.toContain('kms:');
  });
});

describe('-c workerConcurrency, -c apiConcurrency', () => {
  const reservedOf = (template: Template) =>
    new Map(
      [...functionIds(template)].map(([name, id]) => [
        name,
        template.Resources[id]?.Properties.ReservedConcurrentExecutions,
      ]),
    );

  it('reserve concurrency for the worker and for each API function', () => {
    expect(Object.fromEntries(reservedOf(low))).toEqual({
      ...Object.fromEntries(groups.map(({ name }) => [name, 50])),
      mcp: 50,
      worker: 8,
      nightly: undefined,
    });
  });

  it('limit the concurrency of the queue to that reserved for the worker', () => {
    const workers = (template: Template) => propertiesOf(template, 'AWS::Lambda::EventSourceMapping')[0]?.ScalingConfig;
    expect(workers(low)).toEqual({ MaximumConcurrency: 8 });
    expect(workers(high)).toEqual({ MaximumConcurrency: 20 });
    expect(workers(plain)).toEqual({ MaximumConcurrency: 4 });
  });

  it('reserve nothing by default', () => {
    expect([...reservedOf(plain).values()].filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('-c tlsPolicy', () => {
  it.each([
    ['tls-1.2', 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09', low],
    ['tls-1.3', 'SecurityPolicy_TLS13_1_3_2025_09', high],
    ['tls-1.3-fips', 'SecurityPolicy_TLS13_1_3_FIPS_2025_09', fips],
  ])('%s sets the policy of the API and of its domain', (_, SecurityPolicy, template) => {
    for (const type of ['AWS::ApiGateway::RestApi', 'AWS::ApiGateway::DomainName']) {
      expect(propertiesOf(template, type)).toMatchObject([{ SecurityPolicy, EndpointAccessMode: 'STRICT' }]);
    }
  });
});

describe('-c waf=true', () => {
  it('blocks floods from one address and inputs that AWS knows to be bad', () => {
    const [acl] = propertiesOf(low, 'AWS::WAFv2::WebACL');
    expect({ scope: acl?.Scope, other: acl?.DefaultAction }).toEqual({ scope: 'REGIONAL', other: { Allow: {} } });
    const rules = ((acl?.Rules ?? []) as Record<string, unknown>[]).map(({ VisibilityConfig: _, ...rule }) => rule);
    // samples would show the keys of callers
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
    expect(rules).toEqual([
      {
        ...{ Name: 'FloodsFromOneAddress', Priority: 0, Action: { Block: {} } },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 20_000, EvaluationWindowSec: 300 } },
      },
      {
        ...{ Name: 'KnownBadInputs', Priority: 1, OverrideAction: { None: {} } },
        Statement: {
          ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesKnownBadInputsRuleSet' },
        },
      },
    ]);
  });
});

it('-c waf=true logs the requests that it blocks, without keys and queries', () => {
  const [logging] = resourcesOf(low, 'AWS::WAFv2::LoggingConfiguration');
  expect(logging).toMatchObject({ DependsOn: [expect.stringMatching(/^ApiFirewallLog/)] });
  expect(logging?.Properties).toMatchObject({
    RedactedFields: [{ SingleHeader: { Name: 'x-api-key' } }, { QueryString: {} }],
    LoggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
    },
  });
  const log = propertiesOf(low, 'AWS::Logs::LogGroup').find(({ LogGroupName }) => LogGroupName);
  expect(log).toMatchObject({
    LogGroupName: 'aws-waf-logs-client-health-prod',
    RetentionInDays: 90,
    KmsKeyId: kmsKeyArn,
  });
  expect(propertiesOf(plain, 'AWS::WAFv2::LoggingConfiguration')).toEqual([]);
});

it('-c tableReadUnits and -c tableWriteUnits bound what the table may cost', () => {
  expect(propertiesOf(low, 'AWS::DynamoDB::Table')[0]?.OnDemandThroughput).toEqual({
    MaxReadRequestUnits: 4000,
    MaxWriteRequestUnits: 2000,
  });
  expect(propertiesOf(plain, 'AWS::DynamoDB::Table')[0]?.OnDemandThroughput).toBeUndefined();
});

describe('-c requestsPerSecond', () => {
  it.each([
    ['prod', 2500, 1250, plain],
    ['dev', 100, 100, synthesise({ env: 'dev' }).template],
    ['10000', 10_000, 5000, high],
    ['500', 500, 500, low],
  ])(
    '%j allows %i a second, bursts of %i: by default no more than the account quota in newer Regions',
    (_, rate, burst, template) => {
      const [stage] = propertiesOf(template, 'AWS::ApiGateway::Stage');
      expect(stage?.MethodSettings).toContainEqual(
        expect.objectContaining({ ResourcePath: '/*', ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }),
      );
    },
  );
});
