import { readFileSync } from 'node:fs';
import { type App, CfnResource, Stack } from 'aws-cdk-lib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { replaceSection, sectionOf } from '../../bin/diagram/section.ts';
import { deployedFile, withDeployedSystem } from '../../bin/diagram.ts';

it('infra/README.md shows what the template deploys; npm run diagram updates it', () => {
  const page = readFileSync(deployedFile, 'utf8');
  expect(withDeployedSystem(page)).toBe(page);
});

it('a section is replaced between its comments, or added if one of them is missing', () => {
  const section = '<!-- x -->\nnew\n<!-- /x -->';
  expect(replaceSection('a\n<!-- x -->\nold\n<!-- /x -->\nb', 'x', ' new\n')).toBe(`a\n${section}\nb`);
  for (const page of ['a', 'a <!-- x -->', 'a <!-- /x -->']) {
    expect(replaceSection(page, 'x', 'new')).toBe(`${page}\n${section}\n`);
    expect(sectionOf(page, 'x')).toBeUndefined();
  }
  expect(sectionOf(section, 'x')).toBe('new');
});

/** The section of a template with these resources only. */
async function sectionFor(resources: Readonly<Record<string, readonly [type: string, properties: object]>>) {
  onTestFinished(() => {
    vi.doUnmock('../../infra/stack.ts');
    vi.resetModules();
  });
  vi.resetModules();
  vi.doMock('../../infra/stack.ts', () => ({
    ClientHealthStack: class extends Stack {
      constructor(app: App) {
        super(app, 'other');
        for (const [id, [type, properties]] of Object.entries(resources))
          new CfnResource(this, id, { type, properties });
      }
    },
  }));
  const { withDeployedSystem: shown } = await import('../../bin/diagram.ts');
  return sectionOf(shown(''), 'deployed')?.split('\n');
}

it('what is deployed otherwise is shown otherwise', async () => {
  const ref = (Ref: string) => ({ Ref });
  const may = (role: string, ...statements: [actions: string | string[], store: string][]) =>
    [
      'AWS::IAM::Policy',
      {
        Roles: [ref(role)],
        PolicyDocument: {
          Statement: statements.map(([Action, store]) => ({ Action, Resource: [ref('AWS::X'), ref(store)] })),
        },
      },
    ] as const;
  const table = { BillingMode: 'PROVISIONED', PointInTimeRecoverySpecification: { RecoveryPeriodInDays: 7 } };
  const starts = (Arn: unknown, expression: string, input: object) =>
    [
      'AWS::Scheduler::Schedule',
      { ScheduleExpression: expression, Target: { Arn, Input: JSON.stringify(input) } },
    ] as const;
  const parts = {
    ApitopicsFunction0123ABCD: ['AWS::Lambda::Function', { Role: ref('TopicsRole') }],
    InboximporterFunction0123ABCD: ['AWS::Lambda::Function', { Role: ref('ImporterRole') }],
    Keyed: [
      'AWS::ApiGateway::Method',
      { ApiKeyRequired: true, Integration: { Uri: ref('ApitopicsFunction0123ABCD') } },
    ],
    Open: ['AWS::ApiGateway::Method', { Integration: { Uri: ref('ApitopicsFunction0123ABCD') } }],
    One: ['AWS::ApiGateway::Stage', { StageName: 'v1' }],
    Two: ['AWS::ApiGateway::Stage', { StageName: 'v2' }],
    Small: ['AWS::ApiGateway::UsagePlan', { Throttle: { RateLimit: 5 } }],
    Large: ['AWS::ApiGateway::UsagePlan', { Throttle: { RateLimit: 50 } }],
    Table: ['AWS::DynamoDB::Table', table],
    NightLateDeadLetters0123ABCD: ['AWS::SQS::Queue', {}],
    Files: ['AWS::S3::Bucket', { LoggingConfiguration: {} }],
    Log: ['AWS::S3::Bucket', {}],
    TopicsPolicy: may('TopicsRole', ['dynamodb:ConditionCheckItem', 'Table'], ['s3:GetObjectVersion', 'Files']),
    ImporterPolicy: may('ImporterRole', [['dynamodb:PutItem', 'dynamodb:Query'], 'Table'], ['s3:PutObject', 'Log']),
    Nightly: starts(ref('InboximporterFunction0123ABCD'), 'rate(1 day)', { task: 'check' }),
    Backup: starts('arn:aws:scheduler:::aws-sdk:dynamodb:createBackup', 'rate(2 days)', {}),
    OperatorRole: [
      'AWS::IAM::ManagedPolicy',
      { PolicyDocument: { Statement: [{ Action: 'sqs:SendMessage', Resource: ref('NightLateDeadLetters0123ABCD') }] } },
    ],
  } as const;

  expect(await sectionFor(parts)).toEqual([
    ...[
      '```mermaid',
      'flowchart LR',
      '  callers([callers]) --> api',
      '  schedules([schedules])',
      '  operator([operator])',
    ],
    '  api["REST API, stage v1, v2<br/>usage plan: 5, 50 requests/s a key"]',
    '  table[("table<br/>provisioned, restorable 7 days")]',
    '  files[("files<br/>versioned bucket")]',
    '  late_dead_letters[["late dead letters"]]',
    '  api --> topics',
    '  schedules -- check --> importer',
    '  topics -- checks --> table',
    '  topics -- reads --> files',
    '  importer -- writes, lists --> table',
    '```',
    '',
    'Schedules (UTC): `rate(1 day)` check. Also 0 log groups, 0 alarms, 0 dashboard, 0 error responses of API Gateway itself, 1 policies for operators.',
  ]);
});
