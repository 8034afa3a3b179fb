import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { dateOf } from '../../shared/domain/dates.ts';
import { fromScoreItem } from '../../shared/table/records/scores.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import type { Item } from '../../shared/table/store/read.ts';
import { canonical, itemsOf } from '../functions/worker/world.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { pageName, pagesNamed, viewDifferences } from '../support/rosters/oracle.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { Accounts } from './accounts.ts';
import { simulatedBus } from './bus.ts';
import { callersOf } from './callers.ts';
import { faultyTable } from './faulty-table.ts';
import { simulatedInbox } from './inbox.ts';
import { Broken } from './judge.ts';
import { operatorOf } from './operator.ts';
import { oracleOf } from './oracle.ts';
import { dayMs, type Plan, planOf } from './plan.ts';
import { simulatedQueue } from './queue.ts';
import { type Counts, type Simulated, simulatedWorld } from './simulated.ts';
import { inVirtualTime, within } from './virtual-time.ts';

const hourMs = 3_600_000;
const quietNights = 3;

export interface Outcome {
  readonly count: Counts;
  readonly transcript: readonly string[];
  /** Facts and scores by account, for the comparison with a twin. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** A hash of the whole table. */
  readonly hash: string;
  readonly failure: unknown;
}

/** Runs the plan in a world of faults; with none, in one without callers, which is the twin. */
export async function simulate(plan: Plan, seed: number, faults: number, folder: string): Promise<Outcome> {
  const simulated = simulatedWorld(seed, plan.start, faults);
  const { world, choices, transcript, count } = simulated;
  const isTwin = faults === 0;
  const accounts = new Accounts();
  const bus = simulatedBus(simulated);
  const queue = simulatedQueue(simulated, bus);
  const inbox = simulatedInbox(simulated, queue);
  const callers = callersOf(simulated, accounts, oracleOf(simulated.recorder));
  const operator = operatorOf(simulated, { queue, inbox }, accounts, folder);
  let isOver = false;

  async function nightly(task: 'dispatch' | 'check', time: number): Promise<'done' | 'failed' | 'killed'> {
    const life = simulated.newLife(task, 0.2, 4);
    const table = faultyTable(simulated.store, simulated, life, 'job');
    const deps = {
      ...fakeDeps(table),
      pages: new PageCache(0),
      clock: () => world.now,
      log: () => undefined,
      mornings: bus.mornings(life),
      queue: queue.queueFor(life),
      consumed: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
    };
    const outcome = await within(life, () =>
      createNightly(deps)({ task, scheduledTime: new Date(time).toISOString() }).then(
        () => 'done' as const,
        () => 'failed' as const,
      ),
    );
    table.close();
    return outcome;
  }

  async function night(midnight: number): Promise<void> {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const outcome = await nightly('dispatch', midnight);
      simulated.tell(`night of ${dateOf(midnight / dayMs)} dispatched: ${outcome}`);
      if (outcome === 'done') return;
      await world.sleep(60_000);
    }
    throw new Broken('a night could not be dispatched');
  }

  async function day(midnight: number): Promise<void> {
    simulated.recorder.forget(world.now - hourMs);
    simulated.ledger.forgetMinutes();
    const due = accounts.sure();
    void night(midnight).catch(simulated.fail);
    if (!isTwin) {
      for (const account of accounts.names()) {
        callers.some(12, account, 8000);
        world.at(midnight + choices.upTo(20 * hourMs), () => callers.some(15, account, 3 * hourMs));
        if (choices.yes(0.5)) world.at(midnight + choices.upTo(20 * hourMs), () => callers.burst(account));
      }
      for (const { at, account } of plan.commands.filter((each) => each.at >= midnight && each.at < midnight + dayMs)) {
        world.at(at, () => callers.some(8, account, 6000));
      }
    }
    for (let quarter = 1; quarter < 96; quarter += 1) {
      await world.sleep(midnight + (quarter * hourMs) / 4 - world.now);
      queue.redrive();
      if (quarter % 4 === 0 && queue.isEmpty()) {
        for (const account of accounts.sure()) await expectClaimOfViews(simulated, account, midnight / dayMs);
      }
      void nightly('check', world.now).catch(simulated.fail);
    }
    await world.sleep(midnight + 23.9 * hourMs - world.now);
    expectNothingOfDeleted(simulated, accounts);
    const sure = new Set(accounts.sure());
    const scored = due.filter((account) => sure.has(account));
    expectNight(simulated, scored, midnight / dayMs);
    for (const account of scored) bus.expectSent(account, dateOf(midnight / dayMs));
    // nothing is under way, so no list may wait for the next night
    if (!operator.isIdle() || !queue.isEmpty()) return;
    count.evenings = (count.evenings ?? 0) + 1;
    for (const account of scored) await expectViewsOfFacts(simulated, account, midnight / dayMs);
  }

  async function main(): Promise<void> {
    const operating = operator.operate(plan.commands, isTwin).then(() => {
      isOver = true;
    });
    operating.catch(simulated.fail);
    let midnight = plan.start;
    for (; midnight < plan.start + plan.days * dayMs || !isOver; midnight += dayMs) {
      if (midnight > plan.start) await day(midnight);
      await world.sleep(midnight + dayMs - world.now);
    }
    // faults stop
    simulated.calm();
    for (let quiet = 0; quiet < quietNights; quiet += 1, midnight += dayMs) {
      await day(midnight);
      await world.sleep(midnight + dayMs - world.now);
    }
    if (!queue.isEmpty()) throw new Broken('messages are left in the queue');
    inbox.expectEmpty(accounts.deleted);
    await expectWholeTable(simulated, accounts, midnight / dayMs - 1);
    simulated.tell('end');
  }

  await inVirtualTime(world, choices.fraction, async () => {
    main().catch(simulated.fail);
    await world.run();
  });
  if (simulated.failure() === undefined && !transcript.at(-1)?.endsWith(' end')) {
    simulated.fail(new Broken('nothing is left to happen, but the simulation has not ended'));
  }
  return {
    count,
    transcript,
    tables: tablesOf(simulated, accounts),
    hash: hashOf(
      [...simulated.items]
        // the lock of a running import names its process
        .filter(([address]) => !address.startsWith('WRITERS '))
        // the generation of an account is random
        .map(([address, { generation: _, ...item }]) => `${address} ${canonical(item)}`)
        .sort(),
    ),
    failure: simulated.failure(),
  };
}

/** An import, an answer and a night in real time. */
export async function simulateNothing(folder: string, start: number): Promise<void> {
  const simulated = simulatedWorld(1, start, 0);
  const real = { ...simulated, world: { ...simulated.world, sleep: () => Promise.resolve(), at: () => undefined } };
  const accounts = new Accounts();
  const commands = planOf(simulated.choices, { days: 1, start }).commands.filter(({ account }) => account === 'beta');
  const queue = simulatedQueue(real, simulatedBus(real));
  const inbox = simulatedInbox(real, queue);
  await operatorOf(real, { queue, inbox }, accounts, join(folder, 'first')).operate(commands, false);
  const key = accounts.keys[0];
  if (key)
    await oracleOf(simulated.recorder)({ account: 'beta', url: '/clients', ifNoneMatch: undefined, clock: 0 }, 0);
}

function expectNothingOfDeleted({ items }: Simulated, { deleted }: Accounts): void {
  for (const account of deleted) {
    const left = [...items].filter(([address, item]) => {
      const [pk = '', sk = ''] = address.split(' ');
      const owner = item.customerId && 'S' in item.customerId ? item.customerId.S : '';
      const isOwn = pk === `CUST#${account}` || pk.startsWith(`CUST#${account}#`) || owner === account;
      return isOwn || (pk === 'ACCOUNTS' && sk === account);
    });
    if (left.length > 0) throw new Broken(`of the deleted account ${account} is left: ${left.map(([at]) => at)}`);
  }
}

/** By the evening every account shows the scores of the day, however often its night was killed. */
function expectNight({ items }: Simulated, due: readonly string[], today: number): void {
  for (const account of due) {
    const shown = items.get(`CUST#${account} ROOT`)?.scoredFor;
    const day = shown && 'N' in shown ? Number(shown.N) : undefined;
    if (day !== today) throw new Broken(`in the evening of day ${today}, ${account} shows the scores of day ${day}`);
  }
}

/** Lists that have the closed mark of the facts show all of them, also while other accounts change. */
async function expectClaimOfViews(simulated: Simulated, account: string, today: number): Promise<void> {
  const [mark, root] = ['FACTS', 'ROOT'].map((key) => simulated.items.get(`CUST#${account} ${key}`));
  const isClaimed =
    mark && !isDeepStrictEqual(mark.isOpen, { BOOL: true }) && isDeepStrictEqual(mark.value, root?.facts);
  if (isClaimed && isDeepStrictEqual(root?.scoredFor, { N: `${today}` }))
    await expectViewsOfFacts(simulated, account, today);
}

/** Every list equals one built from the facts, and no rebuild is left to do. */
async function expectViewsOfFacts({ items }: Simulated, account: string, today: number): Promise<Item[]> {
  const stored = new Map([...items].filter(([address]) => isOf(address, account)));
  const [own, store] = [itemsOf(stored), memDynamo()];
  for (const item of stored.values()) store.put(item);
  const different = await viewDifferences(memTable(store, 'job'), account, today);
  if (different.length > 0) throw new Broken(`the views of ${account} differ from its facts: ${different.join('; ')}`);
  const [mark, root] = ['FACTS', 'ROOT'].map((key) => own.find(({ sk }) => sk === key));
  if (mark?.isOpen === true || (mark && mark.value !== root?.facts)) {
    throw new Broken(`the mark of ${account} is ${mark.isOpen ? 'open' : 'not that of its lists'}`);
  }
  return own;
}

/** Every list equals one built from the facts, histories have a point for every night, and no old page is left. */
async function expectWholeTable(simulated: Simulated, accounts: Accounts, today: number): Promise<void> {
  for (const account of accounts.names()) {
    const own = await expectViewsOfFacts(simulated, account, today);
    const named = pagesNamed(own, account, 'since the last deletions');
    const round = Number(own.find(({ sk }) => sk === 'ROOT')?.round);
    const orphans = own.filter((item) => {
      const name = pageName(item);
      return name !== undefined && !named.has(name) && Number(item.round) < round - 1;
    });
    if (orphans.length > 0) throw new Broken(`old pages of ${account} are left: ${orphans.map(({ sk }) => sk)}`);
    const clients = new Set(own.flatMap(({ sk }) => (sk.startsWith('CLIENT#') ? [`CUST#${account}#${sk}`] : [])));
    const aliases = own
      .filter(({ sk }) => sk.startsWith('ALIAS#'))
      .map(({ clientId }) => `CUST#${account}#CLIENT#${clientId}`);
    const lost = aliases.filter((client) => !clients.has(client));
    if (lost.length > 0) throw new Broken(`names of clients that are gone: ${lost}`);
    const strays = own.filter(({ pk }) => pk.startsWith(`CUST#${account}#CLIENT#`) && !clients.has(pk));
    if (strays.length > 0) throw new Broken(`records without a client: ${strays.map(({ pk, sk }) => `${pk} ${sk}`)}`);
    for (const item of own.filter(({ sk }) => sk === 'SCORE')) {
      const last = fromScoreItem(item).history?.last;
      if (last !== today) throw new Broken(`the history of ${item.pk} ends on ${last}, not on ${today}`);
    }
  }
}

const views = / (ROOT$|VIEW#|PAGE#|SIDE#|LIST#)/;
const isOf = (address: string, account: string) =>
  address.startsWith(`CUST#${account} `) || address.startsWith(`CUST#${account}#`);

/**
 * All facts and scores, without the mark, which is random, and without the days of the account: a night between an import
 * that was killed and its repetition counts what it sees, and that stays said.
 */
const notCompared = / (FACTS|HEALTH)$/;

function tablesOf({ items }: Simulated, accounts: Accounts): Outcome['tables'] {
  return Object.fromEntries(
    accounts
      .names()
      .map((account) => [
        account,
        Object.fromEntries(
          [...items].filter(
            ([address]) => isOf(address, account) && !views.test(address) && !notCompared.test(address),
          ),
        ),
      ]),
  );
}

/** Throws if facts or scores differ from those of the twin. */
export function expectEqualTables(tables: Outcome['tables'], twin: Outcome['tables']): void {
  if (canonical(tables) !== canonical(twin)) {
    throw new Broken(`the table differs from that of an undisturbed twin: ${firstDifference(tables, twin)}`);
  }
}

function firstDifference(a: unknown, b: unknown, path = ''): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return `${path}: ${String(JSON.stringify(a)).slice(0, 200)} instead of ${String(JSON.stringify(b)).slice(0, 200)}`;
  }
  const [left, right] = [a, b] as Record<string, unknown>[];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of [...names].sort()) {
    if (canonical(left?.[name]) !== canonical(right?.[name])) {
      return firstDifference(left?.[name], right?.[name], `${path}/${name}`);
    }
  }
  return 'none';
}

function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
