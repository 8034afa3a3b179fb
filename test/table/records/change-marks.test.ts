import { describe, expect, it } from 'vitest';
import { type Fact, removeClient, removePortfolio, writeFacts } from '../../../shared/table/facts/facts.ts';
import { clientsBehind } from '../../../shared/table/records/change-marks.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { deathsIn, dying, Killed } from '../../support/faults/dying.ts';
import { pausing } from '../../support/faults/pausing.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { expectViewsOfFacts } from '../../support/rosters/oracle.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dump, dumpOf } from '../../support/store/dump.ts';
import { aClient, aMember, aNote, aPortfolio, aRead, aStream } from '../../support/store/facts.ts';
import { restore } from '../../support/store/restore.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const first: Fact[] = [aClient('c1'), aClient('c2'), aPortfolio('p'), aMember('p', 'c1'), aNote('c1', 'n0')];

const itemsOf = () => dumpOf(db.table, 'acme');
const scoreOf = async (client: string) => (await itemsOf()).find(({ pk, sk }) => pk.endsWith(client) && sk === 'SCORE');
const touchedOf = async (client: string) => (await itemsOf()).find(({ sk }) => sk === `CLIENT#${client}`)?.touched;
const rebuildNow = () => rebuild(db.table, acme, {});

/** Only the writer can be killed: the projection that it requests is a queued message and always completes. */
const writerOver = (table: Table) => ({
  ...accountWriter(table, 3),
  changed: accountWriter(db.table).changed,
});

async function begin(): Promise<void> {
  await restore(db.table, []);
  await writeFacts(accountWriter(db.table), acme, first);
}

/** Views, counts and marks match the facts. */
async function expectAllToFollow(): Promise<void> {
  const items = await itemsOf();
  expectViewsOfFacts(items, 'acme', null);
  for (const client of items.filter(({ sk }) => sk.startsWith('CLIENT#'))) {
    const records = items.filter(({ pk }) => pk === `CUST#acme#CLIENT#${client.id}`);
    expect(records.find(({ sk }) => sk === 'SCORE')).toMatchObject({
      notes: records.filter(({ sk }) => sk.startsWith('NOTE#')).length,
      followed: client.touched,
    });
  }
}

describe('a client’s mark', () => {
  it('changes with every write, and is copied to the score once the views are up to date', async () => {
    await begin();
    const before = await touchedOf('c1');
    await writeFacts(accountWriter(db.table, 2), acme, [aNote('c1', 'n1')]);

    expect(await touchedOf('c1')).not.toBe(before);
    expect(await scoreOf('c1')).toMatchObject({ followed: await touchedOf('c1'), notes: 2 });
    expect(await clientsBehind(db.table, acme, ['c1', 'c2', 'c3'])).toEqual([]);
  });

  it('is open while facts are written: a projection during the write does not count as up to date', async () => {
    await begin();
    let isEarly = true;
    const table = db.open();
    aroundCalls(table, async (send, command) => {
      if (isEarly && command.startsWith('BatchWrite')) {
        isEarly = false;
        await rebuildNow();
      }
      return send();
    });
    const silent = { ...accountWriter(table, 2), changed: async () => undefined };

    await writeFacts(silent, acme, [aNote('c1', 'n1')]);

    expect(await scoreOf('c1')).toMatchObject({ notes: 1, followed: '' });
    expect(await clientsBehind(db.table, acme, ['c1', 'c2'])).toEqual([{ id: 'c1', isOpen: false }]);
    await rebuildNow();
    await expectAllToFollow();
  });

  it('is not created for a client that does not exist', async () => {
    await begin();
    await writeFacts(accountWriter(db.table, 2), acme, [aNote('nobody', 'n')]);

    expect(await touchedOf('nobody')).toBeUndefined();
    await expectAllToFollow();
  });
});

it('a writer does not close the mark of another writer that was killed before closing it', async () => {
  await begin();
  // the second writer opens its mark after the first writer, and writes its note after the first has finished
  const second = pausing(db, 4);
  aroundCalls(second.table, async (send, command) => {
    if (command.startsWith('Update') && second.wasReached()) throw new Killed();
    return send();
  });
  const first = pausing(db, 4);
  const silent = { changed: async () => undefined };
  const early = writeFacts({ ...accountWriter(first.table, 2), ...silent }, acme, [aNote('c1', 'n1')]);
  await first.stands;
  const late = writeFacts({ ...accountWriter(second.table, 3), ...silent }, acme, [aNote('c1', 'n2')]);
  await second.stands;
  first.goOn();
  await early;
  await rebuildNow();
  second.goOn();
  await expect(late).rejects.toThrow(Killed);

  expect(await clientsBehind(db.table, acme, ['c1'])).toEqual([{ id: 'c1', isOpen: true }]);
});

it('a wrong count left by two writers of one client is always detected, wherever their calls interleave', async () => {
  await begin();
  const start = await dump(db.table);
  for (let call = 1; ; call += 1) {
    await restore(db.table, start);
    const { table, stands, goOn, wasReached } = pausing(db, call);
    const first = writeFacts(accountWriter(table, 2), acme, [aNote('c1', 'n1')]);
    await Promise.race([stands, first]);
    await writeFacts(accountWriter(db.table, 3), acme, [aClient('c1', { name: 'Renamed' })]);
    goOn();
    await first.catch(() => rebuildNow());

    // clients that were counted too early are reported as behind
    await rebuildNow();
    expect(await scoreOf('c1'), `paused before call ${call}`).toMatchObject({ notes: 2 });
    await expectAllToFollow();
    if (!wasReached()) break;
  }
});

const nth = 5;

describe(`a writer that is killed at ${everyNthSaid(nth)} point before, during or after its calls`, () => {
  const news: Fact[] = [
    aClient('c2', { name: 'Renamed', archived: true }),
    aClient('c3', { favorite: true }),
    aClient('c4'),
    aStream('c3', 's'),
    aPortfolio('p2'),
    aMember('p2', 'c1', { tier: 'Gold' }),
    aNote('c1', 'n1'),
    aRead('c2', '2025-11-17', { value: 'red' }),
  ];

  it.each<{ what: string; act: (writer: ReturnType<typeof accountWriter>) => Promise<unknown> }>([
    { what: 'writing facts', act: (writer) => writeFacts(writer, acme, news) },
    { what: 'removing a portfolio', act: (writer) => removePortfolio(writer, acme, 'p') },
    { what: 'removing a client', act: (writer) => removeClient(writer, acme, 'c1') },
  ])('$what has the same result when it is repeated', async ({ act }) => {
    await begin();
    const start = await dump(db.table);
    const whole = dying(db);
    await act(writerOver(whole.table));
    await expectAllToFollow();
    const end = withoutMarks(await dump(db.table));

    for (const death of everyNth(nth, deathsIn(whole.calls))) {
      await restore(db.table, start);
      const { table } = dying(db, death);
      await expect(act(writerOver(table))).rejects.toThrow(Killed);

      await act(accountWriter(db.table, 4));

      await expectAllToFollow();
      expect(withoutMarks(await dump(db.table))).toEqual(end);
    }
  });

  it('leaves every client whose views are out of date marked as behind', async () => {
    await begin();
    const start = await dump(db.table);
    const silent = { changed: async () => undefined };
    const whole = dying(db);
    await writeFacts({ ...accountWriter(whole.table, 3), ...silent }, acme, news);

    for (const death of everyNth(nth, deathsIn(whole.calls))) {
      await restore(db.table, start);
      const { table } = dying(db, death);
      await writeFacts({ ...accountWriter(table, 3), ...silent }, acme, news).catch(() => undefined);

      await rebuildNow();

      const items = await itemsOf();
      expectViewsOfFacts(items, 'acme', null);
      for (const { pk, notes } of items.filter(({ sk }) => sk === 'SCORE')) {
        expect(notes).toBe(items.filter((other) => other.pk === pk && other.sk.startsWith('NOTE#')).length);
      }
    }
  });
});

function withoutMarks(items: Awaited<ReturnType<typeof dump>>) {
  return items.map(({ touched: _, followed: __, ...item }) => item);
}
