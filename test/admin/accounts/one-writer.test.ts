import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { createNewAccount, deleteAccount } from '../../../bin/admin/accounts/delete-account.ts';
import { runWorker } from '../../../bin/admin/worker/run-worker.ts';
import type { Effects } from '../../../import/effects.ts';
import { importFiles } from '../../../import/import.ts';
import { createAccount, NoSuchAccount, readAccount } from '../../../shared/table/access/accounts.ts';
import { AccountLocked, LockLost, lease } from '../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Commands that change a whole account, two at a time: the first stops at one of its calls (a laptop sleeps, a container
// hangs), the second runs as far as it can, then the first goes on. A kill is the same without the last step, so the
// table is also checked before it.

const account = asAccount('acme');
const files = (word: string, clients: readonly string[]) =>
  temporaryFolder({
    'clients.csv': `Client ID,Name\n${clients.map((id) => `${id},${word} ${id}\n`).join('')}`,
    'notes.csv': `Client ID,Note ID,Created At,Created By,Content\n${clients[0]},n1,2026-11-09,Ada,${word}\n`,
    'portfolios.csv': `Portfolio ID,Name\np1,${word}\n`,
    'portfolio-members.csv': `Portfolio ID,Client ID\n${clients.map((id) => `p1,${id}\n`).join('')}`,
  });
const stored = files('stored', ['c0', 'c1', 'c9']);
const old = files('old', ['c1', 'c2', 'c3']);
const fresh = files('new', ['c1', 'c2', 'c4']);

/** One clock for all: whoever waits moves it on. */
interface World {
  now: number;
  seed: number;
}
type Command = (table: Table, world: World) => Promise<unknown>;

const importing =
  (folder: string, { prune = false, score = false } = {}): Command =>
  async (table, world) => {
    const effects: Effects = {
      table,
      importer: { place: 'a test' },
      clock: () => world.now,
      randomBytes: bytesOf(randomOf(world.seed++)),
      begin: () => ({ add: () => undefined, end: () => undefined }),
      confirm: async () => undefined,
    };
    const { update } = await importFiles(effects, folder, { account, prune, score });
    if (score) await runWorker(effects, { table }, update.requests);
  };
const deletionIn = (world: World) => ({
  clock: () => world.now,
  randomBytes: bytesOf(randomOf(world.seed++)),
  pause: async (milliseconds: number) => {
    world.now += milliseconds;
  },
});
const deleting: Command = (table, world) => deleteAccount({ table }, account, deletionIn(world));
const creating: Command = (table, world) => createNewAccount(table, account, 'Acme', deletionIn(world));

const commands: Readonly<Record<string, Command>> = {
  'an import': importing(old),
  'an import with --prune': importing(fresh, { prune: true }),
  'an import that scores': importing(old, { score: true }),
  'a deletion': deleting,
  'a creation': creating,
};

type Moment = 'before it is sent' | 'on its way';
interface Stop {
  readonly call: number;
  readonly moment: Moment;
}

/** A table of a process that stops at one of its calls until it is told to go on. */
function stopping(store: ReturnType<typeof memDynamo>, stop: Stop) {
  const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: stands, resolve: stand } = Promise.withResolvers<void>();
  let calls = 0;
  let isStopped = false;
  const at = async (moment: Moment) => {
    if (moment === stop.moment && calls === stop.call) {
      isStopped = true;
      stand();
    }
    if (isStopped) await released;
  };
  const table = memTable(store, 'job', () => at('on its way'));
  aroundCalls(table, async (send) => {
    calls += 1;
    await at('before it is sent');
    return send();
  });
  return { table, stands, goOn, wasReached: () => isStopped };
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );
const itemsOf = ({ items }: ReturnType<typeof memDynamo>) =>
  [...items.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => unmarshall(item as never) as Item);
const facts = (items: readonly Item[]) => items.filter(({ pk, sk }) => pk.startsWith('CUST#') && sk !== 'FACTS');
const isExpected = (ended: unknown) =>
  ended === 'done' || [LockLost, AccountLocked, NoSuchAccount].some((type) => ended instanceof type);

/** What every run begins with: an account with facts, or one that was deleted. */
async function beginning(isDeleted: boolean) {
  const store = memDynamo();
  const table = memTable(store, 'job');
  const world: World = { now: noon, seed: 1 };
  await createAccount(table, account, 'Acme');
  await importing(stored)(table, world);
  if (isDeleted) await deleting(table, world);
  return { items: [...store.items.values()], world };
}
const [imported, deleted] = [beginning(false), beginning(true)];

async function meet(first: Command, second: Command, stop: Stop, isDeleted: boolean): Promise<boolean> {
  const begun = await (isDeleted ? deleted : imported);
  const store = memDynamo();
  for (const item of begun.items) store.put(item);
  const table = memTable(store, 'job');
  const world: World = { ...begun.world };

  const { table: slow, stands, goOn, wasReached } = stopping(store, stop);
  const ended = outcome(first(slow, world));
  await Promise.race([stands, ended]);
  if (!wasReached()) return false;
  const said = `stopped at call ${stop.call} ${stop.moment}`;
  // an import does not wait for the lock: someone starts it again after a minute
  let other = await outcome(second(table, world));
  if (other instanceof AccountLocked) {
    world.now += lease + 1000;
    other = await outcome(second(table, world));
  }
  expect(isExpected(other), `${said}: ${other}`).toBe(true);
  // whoever starts again later finds the lock expired
  world.now += lease;
  const before = facts(itemsOf(store));
  const wasGone = await isGone(table);
  goOn();
  const result = await ended;
  expect(isExpected(result), `${said}: ${result}`).toBe(true);
  const after = facts(itemsOf(store));
  if (stop.moment === 'before it is sent' && result instanceof LockLost && other === 'done') {
    // another has had the lock, so nothing that the first one wanted to write arrives
    expect(after, said).toEqual(before);
  }
  if (wasGone && first !== creating) {
    expect(await isGone(table), said).toBe(true);
    if (stop.moment === 'before it is sent') expect(after, said).toEqual(before);
  }

  // the id is used again: nothing of the past is left
  world.now += 6 * 60_000;
  await outcome(deleting(table, world));
  await creating(table, world);
  expect(await readAccount(table, account)).toMatchObject({ name: 'Acme', status: 'active' });
  // but for its root, which has a random generation
  const left = itemsOf(store).filter(({ pk }) => pk !== 'ACCOUNTS');
  expect(
    left.map(({ pk, sk }) => `${pk} ${sk}`),
    said,
  ).toEqual(['CUST#acme ROOT']);
  return true;
}

const isGone = (table: Table) =>
  readAccount(table, account).then(
    () => false,
    () => true,
  );

const step = 10;

describe(`of two commands, the first stopped at ${everyNthSaid(step)} of its calls`, () => {
  const names = Object.keys(commands);
  it.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
    '%s and %s do not mix, and leave nothing of a deleted account',
    async (first, second) => {
      const [one, two] = [commands[first] as Command, commands[second] as Command];
      let reached = 0;
      for (const isDeleted of [false, true]) {
        for (const moment of ['before it is sent', 'on its way'] as const) {
          const calls = everyNth(
            step,
            Array.from({ length: 400 }, (_, at) => at + 1),
          );
          for (const call of calls) {
            if (!(await meet(one, two, { call, moment }, isDeleted))) break;
            reached += 1;
          }
        }
      }
      expect(reached).toBeGreaterThan(1);
    },
  );
});
