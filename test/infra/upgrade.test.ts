import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesise } from '../support/infra/template.ts';
import { root } from '../support/sources.ts';

/** Properties that CloudFormation cannot change in place: with another value it makes a new resource. */
const identities: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::UsagePlan': [],
  'AWS::ApiGateway::Stage': ['StageName', 'RestApiId'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::Scheduler::Schedule': ['Name'],
};

it('an upgrade from the template of a4ba4d4 keeps or changes in place whatever holds data, addresses or keys', () => {
  const file = join(root, 'test', 'infra', 'stateful-a4ba4d4.json');
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { Type: string; Identity: object }>;
  const { Resources } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', waf: 'true' }).template;
  const now = Object.keys(before).map((id) => {
    const { Type = 'gone', Properties = {} } = Resources[id] ?? {};
    const kept = (identities[Type] ?? []).filter((name) => name in Properties).map((name) => [name, Properties[name]]);
    return [id, { Type, Identity: Object.fromEntries(kept) }];
  });

  expect(Object.fromEntries(now)).toEqual(before);
  const types = new Set(Object.values(before).map(({ Type }) => Type));
  expect([...types].sort()).toEqual(Object.keys(identities).sort());
});
