import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionSets } from '../support/infra/option-sets.ts';
import { synthesise } from '../support/infra/template.ts';
import { root } from '../support/sources.ts';

/** Properties that CloudFormation cannot change in place: with another value it makes a new resource. */
const identities: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['StageName', 'RestApiId'],
  'AWS::ApiGateway::UsagePlan': [],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::Cognito::UserPool': ['UserPoolName', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::KMS::Key': ['KeySpec', 'MultiRegion'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn'],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Scheduler::Schedule': ['Name'],
};

it('an upgrade keeps or changes in place whatever holds data, addresses or keys', () => {
  const before = readFileSync(join(root, 'test', 'infra', 'stateful.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  const { Resources } = synthesise(optionSets.at(-1)?.options ?? {}).template;
  const now = Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const kept = identities[Type]?.filter((name) => name in Properties);
    return kept ? [[id, Type, ...kept.map((name) => `${name}=${JSON.stringify(Properties[name])}`)].join(' ')] : [];
  });

  expect(now.sort()).toEqual(before.sort());
});
