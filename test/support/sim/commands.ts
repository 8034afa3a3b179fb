import * as fc from 'fast-check';
import { expect } from 'vitest';
import { makeKey } from '../../../shared/domain/access/api-key.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { activateKey, mostKeys, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { apiKeyHash, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { Value } from '../mem-dynamo/expressions.ts';
import { type MemDynamo, memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { memTable } from '../mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../random.ts';
import { aroundAttempts } from './attempts.ts';
import { keyItem } from './limiter.ts';

const account = asAccount('acme');
const created = '2026-11-20T12:00:00.000Z';
const keyOf = (seed: number) => makeKey('svctest', bytesOf(randomOf(seed)));

export async function issueKey(table: Table, seed: number): Promise<void> {
  await activateKey(
    table,
    await writePendingKey(table, { account, apiKey: keyOf(seed), name: `key ${seed}`, created: Date.parse(created) }),
    'pending',
  );
}

/** The items of an account with active keys, spelled out. */
export function storeWith(keys: number): MemDynamo {
  const store = memDynamo();
  store.put({ pk: { S: 'ACCOUNTS' }, sk: { S: 'acme' }, name: { S: 'Acme' }, status: { S: 'active' } });
  for (let seed = 1; seed <= keys; seed += 1) {
    const apiKey = keyOf(seed);
    const hash = apiKeyHash(apiKey);
    const facts = { hash, customerId: 'acme', name: 'ci', created, lastFour: apiKey.slice(-4), state: 'active' };
    const keyId = { S: apiKey.slice(7, 15) };
    store.put({ ...keyItem(hash), keyId });
    store.put({
      pk: { S: 'KEYS' },
      sk: keyId,
      v: { N: '3' },
      keyId,
      ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, { S: text }])),
    });
  }
  return store;
}

const commands = ['suspend', 'resume', 'issue', 'revoke first', 'revoke second'] as const;
type Command = (typeof commands)[number];

const run = (command: fc.Arbitrary<Command>) =>
  fc.record({
    command,
    /** The call at which the command is killed, just before or just after the call takes effect. */
    killedAt: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 1 }),
    applied: fc.boolean(),
  });

/** Commands that run concurrently with randomly interleaved calls; some are killed and then repeated. */
export const raceOfCommands = fc.asyncProperty(
  fc.scheduler(),
  fc
    .tuple(run(fc.constant('suspend')), fc.array(run(fc.constantFrom(...commands)), { minLength: 1, maxLength: 4 }))
    .map(([first, others]) => [first, ...others]),
  fc.constantFrom(2, 2, 2, mostKeys - 1, mostKeys),
  async (scheduler, racing, keysBefore) => {
    const store = storeWith(keysBefore);
    const table = memTable(store, 'job');
    const [first, second] = [1, 2].map((seed) => keyOf(seed).slice(7, 15));
    const revoked = new Set<string | undefined>();
    let seed = 100;
    const perform = async (command: Command, through: Table) => {
      if (command === 'suspend') await suspendAccount(through, account);
      if (command === 'resume') await resumeAccount(through, account);
      if (command === 'issue') {
        seed += 1;
        await issueKey(through, seed);
      }
      if (command === 'revoke first') revoked.add((await revokeKey(through, `${first}`)).keyId);
      if (command === 'revoke second') revoked.add((await revokeKey(through, `${second}`)).keyId);
    };
    const attempts = racing.map(async ({ command, killedAt, applied }, at) => {
      let calls = 0;
      const through = aroundAttempts(memTable(store, 'job'), async (send) => {
        calls += 1;
        await scheduler.schedule(Promise.resolve(), `${at} ${command} ${calls}`);
        if (killedAt === null || calls < killedAt) return send();
        if (calls === killedAt && applied) await send();
        throw new Error('killed');
      });
      await perform(command, through).catch(() => undefined);
    });
    await scheduler.waitFor(Promise.all(attempts));

    // a suspension that was not killed wins against all concurrent commands
    const suspensions = racing.filter(({ command }) => command === 'suspend');
    const { status } = await readAccount(table, account);
    if (status === 'suspended' && suspensions.every(({ killedAt }) => killedAt === null)) {
      expect(statesOf(store)).not.toContain('active');
    }
    expect(statesOf(store).filter((state) => state !== 'revoked').length).toBeLessThanOrEqual(mostKeys);
    const states = await statesById(table);
    for (const keyId of revoked) expect(states[`${keyId}`]).toBe('revoked');

    // repeats the commands that were killed
    for (const { command } of racing) if (command.startsWith('revoke')) await perform(command, table);
    await suspendAccount(table, account);
    const suspended = await statesById(table);
    expect(Object.values(suspended)).not.toContain('active');
    expect(issuedStatesOf(store)).toEqual(suspended);

    await resumeAccount(table, account);
    const resumed = await statesById(table);
    expect(resumed).toEqual(
      Object.fromEntries(
        Object.entries(suspended).map(([id, state]) => [id, state === 'suspended' ? 'active' : state]),
      ),
    );
    for (const keyId of revoked) expect(resumed[`${keyId}`]).toBe('revoked');
    expect(issuedStatesOf(store)).toEqual(resumed);
  },
);

async function statesById(table: Table): Promise<Record<string, string>> {
  return Object.fromEntries((await keysOf(table, account)).map(({ keyId, state }) => [keyId, state]));
}

export function statesOf({ items }: MemDynamo): string[] {
  return [...items.values()].flatMap(({ st }) => textOf(st));
}

function issuedStatesOf({ items }: MemDynamo): Record<string, string> {
  const issued = [...items.values()].filter(({ pk }) => textOf(pk).includes('KEYS'));
  return Object.fromEntries(issued.map(({ keyId, state }) => [`${textOf(keyId)}`, `${textOf(state)}`]));
}

function textOf(value: Value | undefined): string[] {
  return value && 'S' in value ? [value.S] : [];
}
