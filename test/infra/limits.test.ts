import { expect, it } from 'vitest';
import { workerMemoryMb } from '../../infra/night.ts';
import { heapOption } from '../../infra/service-function.ts';
import { scheduledBy } from '../../shared/jobs/schedule.ts';
import { tableSchema } from '../../shared/table/store/schema.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { functionIds, resourcesOf, synthesise } from '../support/infra/template.ts';

// Rules between what is deployed and other places, which deployed.txt cannot show.

const { template, terminationProtection } = synthesise({ env: 'prod' });
const only = (type: string) => resourcesOf(template, type)[0]?.Properties ?? expect.fail(`no ${type}`);
const worker = template.Resources[functionIds(template).get('worker') ?? '']?.Properties ?? {};

it('production is protected from deletion, a disposable copy is not', () => {
  expect(terminationProtection).toBe(true);
  expect(synthesise({ env: 'dev' }).terminationProtection).toBe(false);
});

it('the table has the schema of the local service', () => {
  expect(only('AWS::DynamoDB::Table')).toMatchObject({
    KeySchema: [
      { AttributeName: tableSchema.partitionKey, KeyType: 'HASH' },
      { AttributeName: tableSchema.sortKey, KeyType: 'RANGE' },
    ],
    TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
  });
});

it('the template and the access log have no secrets: the operator issues keys, a deployment never does', () => {
  expect(resourcesOf(template, 'AWS::ApiGateway::ApiKey')).toEqual([]);
  expect(JSON.stringify(template)).not.toMatch(/svc(live|test)[0-9A-Za-z]{36}|AKIA[0-9A-Z]{16}|-----BEGIN/);
  const { Format } = only('AWS::ApiGateway::Stage').AccessLogSetting as { Format: string };
  expect(Format).not.toMatch(/identity\.apiKey(?!Id)|querystring|authorizer|header/i);
});

it('no caller within the rate limits reaches the throttle of the gateway', () => {
  const { BurstLimit, RateLimit } = only('AWS::ApiGateway::UsagePlan').Throttle as Record<string, number>;
  // the limit per minute admits at most 100·(t/60 + 2) requests in any t seconds
  for (const seconds of [1, 10, 60, 3600])
    expect(100 * (seconds / 60 + 2)).toBeLessThan(Number(BurstLimit) + Number(RateLimit) * seconds);
});

it('what runs before anybody is known has throttles of its own, and capacity of its own where there is enough', () => {
  const settings = only('AWS::ApiGateway::Stage').MethodSettings as Record<string, unknown>[];
  const open = settings.filter(({ ResourcePath }) => /^\/~1(mcp|account|openapi|llms)/.test(String(ResourcePath)));
  expect(open).toHaveLength(3 + 4 + 2);
  for (const { ThrottlingRateLimit } of open) expect(ThrottlingRateLimit).toBeLessThanOrEqual(20);

  const { template: large } = synthesise({ env: 'prod', alarmEmail: 'none', accountConcurrency: '1000' });
  const reserved = resourcesOf(large, 'AWS::Lambda::Function')
    .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
    .map(({ id, Properties }) => [id.replace(/Function\w*$/, ''), Properties.ReservedConcurrentExecutions]);
  expect(reserved).toEqual([
    ['Apimcp', 50],
    ['Accountaccount', 50],
  ]);
});

it('with -c waf=true one address has a quarter of what the open paths admit, and they come under one rule', () => {
  const [firewall] = resourcesOf(synthesise(optionSets.at(-1)?.options ?? {}).template, 'AWS::WAFv2::WebACL');
  const rules = firewall?.Properties.Rules as { Name: string; Statement: object }[];
  const text = JSON.stringify(rules.find(({ Name }) => Name === 'ManyToOpenPaths')?.Statement);
  expect(text).toContain(`"Limit":${(20 * 300) / 4}`);
  for (const path of ['/mcp', '/account']) expect(text).toContain(`"${path}"`);
});

it('schedules send the fields that the dispatcher reads: a task and the scheduled time', () => {
  const inputs = resourcesOf(template, 'AWS::Scheduler::Schedule')
    .filter(({ id }) => id.startsWith('Night'))
    .map(({ Properties }) => (Properties.Target as { Input: string }).Input)
    .map((input) => input.replace('<aws.scheduler.scheduled-time>', '2026-11-20T00:00:00Z'));
  expect(inputs.map((input) => scheduledBy(JSON.parse(input)))).toEqual([
    { task: 'dispatch', runDate: '2026-11-20' },
    { task: 'check', runDate: '2026-11-20' },
  ]);
});

it('a message is hidden for at least six times as long as the worker may take', () => {
  const queue = resourcesOf(template, 'AWS::SQS::Queue').find(({ Properties }) => Properties.RedrivePolicy);
  expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(worker.Timeout));
});

it('the worker has the memory and the heap of the nightly benchmark', () => {
  expect(worker).toMatchObject({
    MemorySize: workerMemoryMb,
    Environment: { Variables: { NODE_OPTIONS: heapOption(workerMemoryMb) } },
  });
});

it('the name of the rule for traces is one that X-Ray accepts, and unique for copies with long names', () => {
  const names = ['a-name-as-long-a', 'a-name-as-long-b'].map((owner) => {
    const [rule] = resourcesOf(synthesise({ owner }).template, 'AWS::XRay::SamplingRule');
    return (rule?.Properties.SamplingRule as { RuleName: string } | undefined)?.RuleName;
  });
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9-]{1,32}$/);
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
