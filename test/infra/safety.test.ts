import { describe, expect, it } from 'vitest';
import { tableSchema } from '../../shared/table/store/schema.ts';
import { named, resolved, statementsOf } from '../support/infra/policies.ts';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

const prod = synthesise({ env: 'prod' });
const dev = synthesise({ env: 'dev' });
const only = (template: typeof prod.template, type: string) => resourcesOf(template, type)[0];

describe('data', () => {
  it('is in a table with the same schema as that of the local service', () => {
    expect(only(prod.template, 'AWS::DynamoDB::Table')?.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: tableSchema.partitionKey, KeyType: 'HASH' },
        { AttributeName: tableSchema.sortKey, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('can be restored to any second of the last 35 days, in every deployment', () => {
    for (const { template } of [prod, dev]) {
      expect(only(template, 'AWS::DynamoDB::Table')?.Properties.PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: 35,
      });
    }
  });

  it('in production is kept when the stack is deleted, and protected from deletion', () => {
    expect(prod.terminationProtection).toBe(true);
    expect(only(prod.template, 'AWS::DynamoDB::Table')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });

  it('of a disposable copy is deleted with its stack, but for files of customers', () => {
    const backupCopyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';
    const { template, terminationProtection } = synthesise({
      ...{ env: 'dev', inbox: 'true', waf: 'true' },
      backupCopyTo,
    });
    const kept = Object.entries(template.Resources).filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain');
    expect(terminationProtection).toBe(false);
    expect(only(template, 'AWS::DynamoDB::Table')?.Properties.DeletionProtectionEnabled).toBe(false);
    expect(kept.map(([id]) => named({ Ref: id }))).toEqual(['InboxAccessLog', 'InboxBucket']);
    expect(named(template.Outputs.InboxBucket?.Value)).toBe('InboxBucket');
  });
});

describe('logs', () => {
  it('are kept for three months in production and for a week in a disposable copy', () => {
    const days = (template: typeof prod.template) =>
      new Set(resourcesOf(template, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays));
    expect(days(prod.template)).toEqual(new Set([90]));
    expect(days(dev.template)).toEqual(new Set([7]));
  });

  it('of each function have their own log group', () => {
    const functions = resourcesOf(prod.template, 'AWS::Lambda::Function');
    const groups = functions.map(({ Properties }) =>
      targetOf((Properties.LoggingConfig as { LogGroup: unknown }).LogGroup),
    );
    expect(new Set(groups).size).toBe(functions.length);
  });

  it('of the gateway say who asked: address and program, the program first, as it is text that a caller chooses', () => {
    const setting = only(prod.template, 'AWS::ApiGateway::Stage')?.Properties.AccessLogSetting as
      | { Format: string }
      | undefined;
    expect(Object.entries(JSON.parse(setting?.Format ?? '{}')).slice(0, 2)).toEqual([
      ['userAgent', '$context.identity.userAgent'],
      ['sourceIp', '$context.identity.sourceIp'],
    ]);
  });

  it('that the gateway creates by itself get a retention, also in a deployment that has them already', () => {
    const schedule = resourcesOf(prod.template, 'AWS::Scheduler::Schedule').find(({ id }) =>
      id.startsWith('ExecutionLog'),
    );
    const api = resourcesOf(prod.template, 'AWS::ApiGateway::RestApi')[0]?.id ?? '';
    const target = schedule?.Properties.Target as { Input: unknown; Arn: unknown; RetryPolicy: unknown } | undefined;
    expect(resolved(target?.Arn)).toBe('arn:aws:scheduler:::aws-sdk:cloudwatchlogs:putRetentionPolicy');
    expect(target?.RetryPolicy, 'until the gateway has written, there is nothing to keep').toEqual({
      MaximumRetryAttempts: 0,
    });
    expect(JSON.parse(resolved(target?.Input))).toEqual({
      LogGroupName: `API-Gateway-Execution-Logs_${api}/v1`,
      RetentionInDays: 90,
    });
  });

  it('of the gateway have a field for each question that is asked after a failure', () => {
    const stage = only(prod.template, 'AWS::ApiGateway::Stage')?.Properties.AccessLogSetting as { Format: string };
    expect(JSON.parse(stage.Format)).toEqual({
      userAgent: '$context.identity.userAgent',
      sourceIp: '$context.identity.sourceIp',
      requestId: '$context.requestId',
      extendedRequestId: '$context.extendedRequestId',
      apiKeyId: '$context.identity.apiKeyId',
      method: '$context.httpMethod',
      resource: '$context.resourcePath',
      status: '$context.status',
      errorType: '$context.error.responseType',
      error: '$context.error.message',
      integrationStatus: '$context.integration.status',
      latency: '$context.responseLatency',
      integrationLatency: '$context.integrationLatency',
      bytes: '$context.responseLength',
      tls: '$context.tlsVersion',
    });
  });

  it('that the gateway creates by itself get their retention every day, through a role that may do nothing else', () => {
    const role = resourcesOf(prod.template, 'AWS::IAM::Role').find(({ id }) => id.startsWith('ExecutionLog'))?.id ?? '';
    const api = only(prod.template, 'AWS::ApiGateway::RestApi')?.id;
    expect(statementsOf(prod.template, role).map(({ Action, Resource }) => [Action, resolved(Resource)])).toEqual([
      [
        'logs:PutRetentionPolicy',
        `arn:aws:logs:eu-west-1:123456789012:log-group:API-Gateway-Execution-Logs_${api}/v1:*`,
      ],
    ]);
    const schedules = resourcesOf(prod.template, 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties);
    expect(schedules.map(({ ScheduleExpression }) => ScheduleExpression)).toContain('rate(1 day)');
  });

  it('of the gateway contain neither API keys nor queries, and request data is not logged', () => {
    const stage = only(prod.template, 'AWS::ApiGateway::Stage')?.Properties as {
      AccessLogSetting: { Format: string };
      MethodSettings: { DataTraceEnabled: boolean }[];
    };
    expect(stage.AccessLogSetting.Format).not.toMatch(/identity\.apiKey(?!Id)|querystring|authorizer|header/i);
    expect(stage.MethodSettings.map(({ DataTraceEnabled }) => DataTraceEnabled)).toEqual([false, false, false]);
  });
});

it('what is deployed is in the outputs and in the environment of every function', () => {
  const { template } = synthesise({ env: 'dev', waf: 'true' });
  expect(template.Outputs).toMatchObject({ Commit: { Value: 'unknown' }, Options: { Value: 'env=dev waf=true' } });
  // CloudFormation takes no empty output
  expect(synthesise().template.Outputs.Options?.Value).toBe('none');
  for (const { Properties } of resourcesOf(template, 'AWS::Lambda::Function')) {
    expect(Properties.Environment).toMatchObject({ Variables: { COMMIT: 'unknown', OPTIONS: 'env=dev waf=true' } });
  }
});

it('the outputs name the parts that the CLI and the pipeline work on', () => {
  const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';
  const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', kmsKeyArn });
  const outputs = Object.entries(template.Outputs)
    .filter(([name]) => !name.startsWith('ApiRestEndpoint'))
    .map(([name, { Value }]) => [name, named(Value)]);
  const logsOf = (part: string, names: readonly string[]) => names.map((name) => `${part}${name}Log`);
  const groups = ['clients', 'clientrecords', 'streams', 'portfolios', 'alignment', 'topics', 'export', 'mcp'];
  expect(Object.fromEntries(outputs)).toEqual({
    ...{ BaseUrl: 'https://ApiRest.execute-api.eu-west-1.AWS::URLSuffix/v1', ApiId: 'ApiRest' },
    ...{ TableName: 'DataTable', QueueUrl: 'NightQueue' },
    ...{ DeadLettersUrl: 'NightDeadLetters', MissedNightsUrl: 'NightMissed' },
    ...{ WorkerLogGroup: 'NightworkerLog', AccessLogGroup: 'ApiAccessLog' },
    LogGroups: [
      ...logsOf('Api', groups),
      ...logsOf('Night', ['nightly', 'worker']),
      ...logsOf('Inbox', ['inbox', 'importer']),
    ].join(','),
    ...{ UsagePlanId: 'ApiRestFuse', Region: 'eu-west-1', Environment: 'prod', Commit: 'unknown' },
    Options: `env=prod alarmEmail kmsKeyArn=${kmsKeyArn}`,
    ...{ InboxBucket: 'InboxBucket', InboxQueueUrl: 'InboxQueue', NoticesTopic: 'InboxNotices', KmsKey: kmsKeyArn },
    ...{ OperatorPolicyArn: 'OperatorPolicy', ReadPolicyArn: 'OperatorRead' },
    ...{ DataPolicyArn: 'OperatorData', KeysPolicyArn: 'OperatorKeys', RepairPolicyArn: 'OperatorRepair' },
    DashboardUrl: 'https://console.aws.amazon.com/cloudwatch/home?region=eu-west-1#dashboards:name=MonitoringDashboard',
  });
});

describe('secrets', () => {
  it('are not in the template: the operator issues keys, a deployment never does', () => {
    expect(resourcesOf(prod.template, 'AWS::ApiGateway::ApiKey')).toEqual([]);
    expect(JSON.stringify(prod.template)).not.toMatch(/svc(live|test)[0-9A-Za-z]{36}|AKIA[0-9A-Z]{16}|-----BEGIN/);
  });
});

describe('the API', () => {
  const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';
  const { template: asked } = synthesise({
    ...{ env: 'prod', domain: 'api.example.com', certificateArn, waf: 'true', alarmEmail: 'ops@example.com' },
    createLogRole: 'true',
  });

  it('is regional, checks keys, requires TLS 1.2 or newer and compresses responses', () => {
    expect(only(prod.template, 'AWS::ApiGateway::RestApi')?.Properties).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      ApiKeySourceType: 'HEADER',
      MinimumCompressionSize: 1024,
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
      DisableExecuteApiEndpoint: false,
    });
    expect(only(prod.template, 'AWS::ApiGateway::Stage')?.Properties).toMatchObject({
      ...{ StageName: 'v1', TracingEnabled: true },
      MethodSettings: Array(3).fill({ LoggingLevel: 'ERROR' }),
    });
  });

  it('has no metrics per method: they would cost $30 a month and nothing uses them', () => {
    expect(only(prod.template, 'AWS::ApiGateway::Stage')?.Properties).toMatchObject({
      MethodSettings: Array(3).fill({ MetricsEnabled: false }),
    });
  });

  it('has a throttle that no caller within its rate limits can reach', () => {
    const plan = only(prod.template, 'AWS::ApiGateway::UsagePlan')?.Properties as Record<string, unknown>;
    expect(plan.Throttle).toEqual({ BurstLimit: 400, RateLimit: 20 });
    expect(plan.Quota).toBeUndefined();
    const stages = plan.ApiStages as { ApiId: unknown; Stage: unknown }[];
    expect(stages.map(({ ApiId, Stage }) => [named(ApiId), targetOf(Stage)])).toEqual([
      ['ApiRest', only(prod.template, 'AWS::ApiGateway::Stage')?.id],
    ]);
    // the limit per minute admits at most 100·(t/60 + 2) requests in any t seconds
    for (const seconds of [1, 10, 60, 3600]) {
      expect(100 * (seconds / 60 + 2)).toBeLessThan(400 + 20 * seconds);
    }
  });

  it('sets the log role of the account only on request', () => {
    expect(resourcesOf(prod.template, 'AWS::ApiGateway::Account')).toEqual([]);
    const [account, ...others] = resourcesOf(asked, 'AWS::ApiGateway::Account');
    expect([account, ...others]).toMatchObject([{ DeletionPolicy: 'Retain' }]);
    // a stage that logs is refused as long as the account has no role
    expect(only(asked, 'AWS::ApiGateway::Stage')).toMatchObject({ DependsOn: expect.arrayContaining([account?.id]) });
    const role = resourcesOf(asked, 'AWS::IAM::Role').find(({ id }) => id.startsWith('ApiLogRole'));
    expect(role?.DeletionPolicy, 'every other API of the account logs with it').toBe('Retain');
  });

  it('gets a domain, a firewall and alarm emails on request', () => {
    const template = asked;
    expect(only(template, 'AWS::ApiGateway::DomainName')?.Properties.DomainName).toBe('api.example.com');
    expect(template.Outputs.BaseUrl?.Value).toBe('https://api.example.com/v1');
    expect(only(template, 'AWS::ApiGateway::BasePathMapping')?.Properties.BasePath).toBe('v1');
    expect(targetOf(template.Outputs.DomainTarget?.Value)).toBe(only(template, 'AWS::ApiGateway::DomainName')?.id);
    expect(only(template, 'AWS::ApiGateway::RestApi')?.Properties.DisableExecuteApiEndpoint).toBe(true);
    const [protects, ...others] = resourcesOf(template, 'AWS::WAFv2::WebACLAssociation').map(
      ({ Properties }) => Properties,
    );
    expect(others).toEqual([]);
    expect(targetOf(protects?.WebACLArn)).toBe(only(template, 'AWS::WAFv2::WebACL')?.id);
    const [api, stage] = ['RestApi', 'Stage'].map((type) => only(template, `AWS::ApiGateway::${type}`)?.id);
    expect(resolved(protects?.ResourceArn)).toBe(`arn:aws:apigateway:eu-west-1::/restapis/${api}/stages/${stage}`);
    for (const { Properties } of resourcesOf(template, 'AWS::CloudWatch::Alarm')) {
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });
});

describe('functions', () => {
  it('all run on Node 24 and arm64, traced, with their system log at WARN', () => {
    for (const { Properties } of resourcesOf(prod.template, 'AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
    }
  });
});
