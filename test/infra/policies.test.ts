import { describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import { eventSource } from '../../shared/jobs/events.ts';
import { type Attempt, allows, statementsOf } from '../support/infra/policies.ts';
import { functionIds, resourcesOf, synthesise, type Template, targetOf } from '../support/infra/template.ts';
import { randomOf } from '../support/random.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);
const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id ?? '';
const queue = resourcesOf(template, 'AWS::SQS::Queue').find(({ Properties }) => Properties.RedrivePolicy)?.id ?? '';

function roleOf({ Resources }: Template, name: string): string {
  return targetOf(Resources[ids.get(name) ?? '']?.Properties.Role) ?? '';
}

const statements = new Map([...ids.keys()].map((name) => [name, statementsOf(template, roleOf(template, name))]));
const may = (name: string, attempt: Partial<Attempt> & { action: string }) =>
  allows(statements.get(name) ?? [], { on: table, ...attempt });

const reads = ['GetItem', 'BatchGetItem', 'Query'];
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
const never = 'Scan PartiQLSelect PartiQLUpdate ExportTableToPointInTime DeleteTable UpdateTable GetRecords'.split(' ');
const counted = ['pk', 'sk', 'st', 'exp', 'w'];

describe.each(groups.map(({ name }) => name))('the function %s', (name) => {
  it('reads the items of accounts, unless it answers the same to all', () => {
    const mayRead = (action: string) => may(name, { action: `dynamodb:${action}`, keys: ['CUST#acme'] });
    for (const action of reads) expect(mayRead(action)).toBe(name !== 'topics');
  });

  it('updates the request counters of keys and writes nothing else', () => {
    const count = { action: 'dynamodb:UpdateItem', attributes: counted };
    expect(may(name, { ...count, keys: ['KEY#abc'] })).toBe(true);
    expect(may(name, { ...count, keys: ['CUST#acme'] })).toBe(false);
    expect(may(name, { ...count, keys: ['KEY#abc', 'CUST#acme'] })).toBe(false);
    expect(may(name, { ...count, keys: ['KEY#abc'], attributes: [...counted, 'customerId'] })).toBe(false);
    for (const write of writes.filter((action) => action !== 'UpdateItem')) {
      expect(may(name, { action: `dynamodb:${write}`, keys: ['KEY#abc'] })).toBe(false);
      expect(may(name, { action: `dynamodb:${write}`, keys: ['CUST#acme'] })).toBe(false);
    }
  });

  it('has no access to queues or to the gateway’s keys', () => {
    expect(may(name, { action: 'sqs:SendMessage', on: queue })).toBe(false);
    expect(may(name, { action: 'apigateway:GET', on: table })).toBe(false);
  });
});

describe('the worker', () => {
  it('writes the items of accounts, and receives and sends messages', () => {
    for (const action of [...reads, ...writes]) {
      expect(may('worker', { action: `dynamodb:${action}`, keys: ['CUST#acme'] })).toBe(true);
    }
    for (const action of ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'SendMessage']) {
      expect(may('worker', { action: `sqs:${action}`, on: queue })).toBe(true);
    }
  });

  it('puts events of this service on the default bus', () => {
    const bus = 'default';
    const statement = (statements.get('worker') ?? []).find(({ Action }) =>
      [Action].flat().includes('events:PutEvents'),
    );

    expect(statement?.Condition).toEqual({ StringEquals: { 'events:source': eventSource } });
    expect(JSON.stringify(statement?.Resource)).toContain(`event-bus/${bus}`);
    expect(JSON.stringify(statementsOf(template, roleOf(template, 'nightly')))).not.toContain('events:PutEvents');
  });

  it('has no access to keys, and can only check whether an account exists', () => {
    for (const key of ['KEY#abc', 'KEYS', 'ACCOUNTS']) {
      for (const action of [...reads, ...writes]) {
        const asks = key === 'ACCOUNTS' && action === 'ConditionCheckItem';
        expect(may('worker', { action: `dynamodb:${action}`, keys: [key] })).toBe(asks);
      }
    }
  });
});

describe('the dispatcher', () => {
  it('lists accounts, reads views and sends messages; it writes no items', () => {
    expect(may('nightly', { action: 'dynamodb:Query', keys: ['ACCOUNTS'] })).toBe(true);
    expect(may('nightly', { action: 'dynamodb:BatchGetItem', keys: ['CUST#acme'] })).toBe(true);
    expect(may('nightly', { action: 'sqs:SendMessage', on: queue })).toBe(true);
    for (const action of writes) {
      expect(may('nightly', { action: `dynamodb:${action}`, keys: ['CUST#acme'] })).toBe(false);
    }
  });
});

describe('no role', () => {
  const all = [...ids.keys()];
  const random = randomOf(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  it('may access items outside its task, in 10,000 random samples', () => {
    const foreign = ['KEYS', 'ACCOUNTS', 'CUST', 'cust#acme', 'XCUST#acme', 'KEY', '', '*', 'TENANT#1', 'SECRET#x'];
    const allowed = Array.from({ length: 10_000 }, () => {
      const name = pick(all);
      const action = `dynamodb:${pick([...reads, ...writes, ...never])}`;
      const keys = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(foreign));
      return { name, action, keys };
    }).filter(({ name, action, keys }) => may(name, { action, keys, attributes: counted }));
    // the dispatcher lists accounts; the worker reads one
    expect(allowed.filter(({ name, action, keys }) => !isItsBusiness(name, action, keys))).toEqual([]);
  });

  it('may scan, or use any action without naming the keys', () => {
    for (const name of all) {
      for (const action of [...reads, ...writes, ...never]) {
        expect(may(name, { action: `dynamodb:${action}`, attributes: [] })).toBe(false);
      }
    }
  });

  it('has a wildcard in an action', () => {
    const patterns = all.flatMap((name) =>
      (statements.get(name) ?? []).flatMap(({ Action }) => Action).filter((action) => action.includes('*')),
    );

    expect(patterns).toEqual([]);
  });

  it('has a statement on all resources, except to send traces', () => {
    const wide = all.flatMap((name) =>
      (statements.get(name) ?? [])
        .filter(({ Resource }) => [Resource].flat().includes('*'))
        .flatMap(({ Action }) => Action),
    );
    expect(new Set(wide)).toEqual(new Set(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']));
  });
});

function isItsBusiness(name: string, action: string, keys: readonly string[]): boolean {
  const accounts = ['GetItem', 'Query', 'ConditionCheckItem'];
  const its: Readonly<Record<string, readonly string[]>> = {
    nightly: ['Query'],
    worker: ['ConditionCheckItem'],
    importer: accounts,
    inbox: accounts,
  };
  return (its[name] ?? []).some((each) => action === `dynamodb:${each}`) && keys.every((key) => key === 'ACCOUNTS');
}
