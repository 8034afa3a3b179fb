import { describe, expect, it } from 'vitest';
import { tableSchema } from '../../shared/table/store/schema.ts';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

const prod = synthesise({ env: 'prod' });
const dev = synthesise({ env: 'dev' });
const only = (template: typeof prod.template, type: string) => resourcesOf(template, type)[0];

describe('data', () => {
  it('lies in the table that the local service creates too', () => {
    expect(only(prod.template, 'AWS::DynamoDB::Table')?.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: tableSchema.partitionKey, KeyType: 'HASH' },
        { AttributeName: tableSchema.sortKey, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('can be restored to any second of 35 days, in every deployment', () => {
    for (const { template } of [prod, dev]) {
      expect(only(template, 'AWS::DynamoDB::Table')?.Properties.PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: 35,
      });
    }
  });

  it('survives the production stack and every mistaken command', () => {
    expect(prod.terminationProtection).toBe(true);
    expect(only(prod.template, 'AWS::DynamoDB::Table')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });

  it('goes with a disposable copy', () => {
    expect(dev.terminationProtection).toBe(false);
    expect(only(dev.template, 'AWS::DynamoDB::Table')).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

describe('logs', () => {
  it('are kept three months in production, a week in a copy; none for ever', () => {
    const days = (template: typeof prod.template) =>
      new Set(resourcesOf(template, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties.RetentionInDays));
    expect(days(prod.template)).toEqual(new Set([90]));
    expect(days(dev.template)).toEqual(new Set([7]));
  });

  it('of every function are a group of its own', () => {
    const functions = resourcesOf(prod.template, 'AWS::Lambda::Function');
    const groups = functions.map(({ Properties }) =>
      targetOf((Properties.LoggingConfig as { LogGroup: unknown }).LogGroup),
    );
    expect(new Set(groups).size).toBe(functions.length);
  });

  it('of the gateway hold neither key nor query, and no traffic is traced', () => {
    const stage = only(prod.template, 'AWS::ApiGateway::Stage')?.Properties as {
      AccessLogSetting: { Format: string };
      MethodSettings: { DataTraceEnabled: boolean }[];
    };
    expect(stage.AccessLogSetting.Format).not.toMatch(/identity\.apiKey(?!Id)|querystring|authorizer|header/i);
    expect(stage.MethodSettings.map(({ DataTraceEnabled }) => DataTraceEnabled)).toEqual([false]);
  });
});

describe('secrets', () => {
  it('are nowhere in the template: keys are issued by the operator, never by a deployment', () => {
    expect(resourcesOf(prod.template, 'AWS::ApiGateway::ApiKey')).toEqual([]);
    expect(JSON.stringify(prod.template)).not.toMatch(/svc(live|test)[0-9A-Za-z]{36}|AKIA[0-9A-Z]{16}|-----BEGIN/);
  });
});

describe('the API', () => {
  it('is regional, checks keys itself, speaks TLS 1.2 or newer and compresses', () => {
    expect(only(prod.template, 'AWS::ApiGateway::RestApi')?.Properties).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      ApiKeySourceType: 'HEADER',
      MinimumCompressionSize: 1024,
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
    expect(only(prod.template, 'AWS::ApiGateway::Stage')?.Properties.StageName).toBe('v1');
  });

  it('is counted as a whole: figures of every method are $30 a month that nothing looks at', () => {
    expect(only(prod.template, 'AWS::ApiGateway::Stage')?.Properties).toMatchObject({
      MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', MetricsEnabled: false }],
    });
  });

  it('has a fuse that no caller within its limits can blow', () => {
    const plan = only(prod.template, 'AWS::ApiGateway::UsagePlan')?.Properties as Record<string, unknown>;
    expect(plan.Throttle).toEqual({ BurstLimit: 400, RateLimit: 20 });
    expect(plan.Quota).toBeUndefined();
    // at most 100·(t/60 + 2) requests in any t seconds
    for (const seconds of [1, 10, 60, 3600]) {
      expect(100 * (seconds / 60 + 2)).toBeLessThan(400 + 20 * seconds);
    }
  });

  it('never takes the log role of the account unasked', () => {
    expect(resourcesOf(prod.template, 'AWS::ApiGateway::Account')).toEqual([]);
    const asked = synthesise({ env: 'prod', createLogRole: 'true' }).template;
    expect(resourcesOf(asked, 'AWS::ApiGateway::Account')).toMatchObject([{ DeletionPolicy: 'Retain' }]);
    const role = resourcesOf(asked, 'AWS::IAM::Role').find(({ id }) => id.startsWith('ApiLogRole'));
    expect(role?.DeletionPolicy, 'every other API of the account logs with it').toBe('Retain');
  });

  it('gets a domain, a firewall and mail for alarms where they are asked for', () => {
    const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';
    const context = { domain: 'api.example.com', certificateArn, waf: 'true', alarmEmail: 'ops@example.com' };
    const { template } = synthesise({ env: 'prod', ...context });
    expect(only(template, 'AWS::ApiGateway::DomainName')?.Properties.DomainName).toBe('api.example.com');
    expect(template.Outputs.BaseUrl?.Value).toBe('https://api.example.com/v1');
    expect(targetOf(template.Outputs.DomainTarget?.Value)).toBe(only(template, 'AWS::ApiGateway::DomainName')?.id);
    expect(only(template, 'AWS::ApiGateway::RestApi')?.Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(resourcesOf(template, 'AWS::WAFv2::WebACLAssociation')).toHaveLength(1);
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
