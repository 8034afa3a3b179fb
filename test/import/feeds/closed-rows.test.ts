import { describe, expect, it } from 'vitest';
import { createClientIndex } from '../../../import/check/client-index.ts';
import { createNameIndex } from '../../../import/check/name-index.ts';
import { closedRows, closeRows } from '../../../import/feeds/closed-rows.ts';
import { LineSet } from '../../../import/files/line-set.ts';
import type { Source } from '../../../import/files/source.ts';
import { Rejects } from '../../../import/rejects/rejects.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { openSignalsIn } from '../../../shared/table/records/open-signals.ts';
import { asAccount, openSignalsKey } from '../../../shared/table/store/item-keys.ts';
import { readBatch } from '../../../shared/table/store/read.ts';
import { aClient } from '../../support/store/facts.ts';
import { asWriter, writeFacts } from '../../support/store/writer.ts';
import { sourceOf, tableWith } from '../sources.ts';

// Stored open signals that are over: rows of their feed are there without them, or a full file lacks them.

const account = asAccount('acme');
const today = dayOf('2026-11-20');

/** A row `id+id,state` has the open signals of these ids if its state is open. */
const mapping: NonNullable<Source['mapping']> = {
  ...{ isColumn: (header) => header === 'id', lacks: () => false },
  bind: (headers) => ({
    ...{ headers, labels: headers, problems: [], notes: [], rowsOf: (row) => [row] },
    signalIdsOf: ([ids = '']) => ids.split('+').filter((id) => id !== ''),
  }),
};
const bills = (rows: string, more: Partial<Source> = {}) =>
  sourceOf('open-signals', `id,state\n${rows}`, {
    name: 'bills.csv',
    feed: 'bills',
    mapping,
    contains: 'full',
    ...more,
  });

const stored = ['c1 bills a', 'c1 bills b', 'c1 other a', 'c2 bills c', 'c3 bills old'];
const seenOn: Readonly<Record<string, string>> = { old: '2026-11-05', b: '2026-11-06' };

let batches = 0;

async function world() {
  const table = await tableWith(account, []);
  const writer = {
    ...{ table, randomBytes: (count: number) => new Uint8Array(count) },
    changed: async () => undefined,
    confirm: async () => {
      batches += 1;
    },
  };
  const signal = (line: string): Fact => {
    const [clientId = '', feed = '', id = ''] = line.split(' ');
    const seen = dayOf(seenOn[id] ?? '2026-11-19');
    const value = { id, feed, since: dayOf('2026-11-01'), topic: 'trust', steps: [{ polarity: -1 }], weight: 1, seen };
    return { kind: 'open-signal', clientId, value };
  };
  await writeFacts(writer, account, [...['c1', 'c2', 'c3', 'c4'].map((id) => aClient(id)), ...stored.map(signal)]);
  batches = 0;
  return { table, writer };
}

interface Given {
  readonly sources?: readonly Source[];
  /** Open signals that a file has. */
  readonly open?: readonly string[];
  readonly rejects?: Rejects;
  readonly silent?: boolean;
  /** How many other clients without signals come first. */
  readonly before?: number;
}

async function closed({ sources = [], open = [], rejects, silent = false, before = 0 }: Given) {
  const { table, writer } = await world();
  const clients = createClientIndex();
  for (let at = 0; at < before; at += 1) clients.add(`before-${at}`, undefined);
  for (const id of ['c1', 'c2', 'c3', 'c4']) clients.add(id, undefined);
  const named = createNameIndex();
  for (const line of open) named.add(`open-signals ${line}`, 1);
  const found = await closedRows({
    ...{ table, account, inspected: sources, checked: { clients, named }, rejects, today },
    sources: sources.filter(({ name }) => !rejects?.isRefused(name)),
    isSilent: (feed) => silent && feed === 'bills',
  });
  await asWriter(writer, account, (each) => closeRows(each, account, found, found.clientIds));
  const items = await readBatch(
    table,
    clients.ids().map((id) => openSignalsKey(account, id)),
    { consistent: true },
  );
  const left = items.flatMap((item) => openSignalsIn(item).map(({ feed, id }) => `${item.clientId} ${feed} ${id}`));
  return {
    count: found.count,
    clientIds: [...found.clientIds].sort(),
    ended: stored.filter((line) => !left.includes(line)),
    unseen: found.unseen,
  };
}

const rejectedAt = (...lines: number[]) => {
  const rejects = new Rejects();
  for (const line of lines) rejects.add({ file: 'bills.csv', line, message: 'bad' });
  return rejects;
};
const refused = new Rejects();
refused.add({ file: 'bills.csv', line: 1, message: 'bad', whole: true });
const nothing = { count: 0, clientIds: [], ended: [], unseen: [] };
const unseen = (signals: number, since: string) => [{ feed: 'bills', signals, since }];

describe('of a feed', () => {
  it.each<[string, Given, Partial<Awaited<ReturnType<typeof closed>>>]>([
    ['without a file nothing ends', {}, {}],
    ['of another kind nothing ends', { sources: [bills('a,x', { kind: sourceOf('signals', '').kind })] }, {}],
    [
      'without a mapping nothing ends',
      { sources: [sourceOf('open-signals', 'id\na', { feed: 'bills', contains: 'full' })] },
      {},
    ],
    [
      'with full files, what no file has ends',
      { sources: [bills('a,open')], open: ['c1 bills a'] },
      {
        count: 3,
        clientIds: ['c1', 'c2', 'c3'],
        ended: ['c1 bills b', 'c2 bills c', 'c3 bills old'],
      },
    ],
    [
      'with full files, what no file has ends also for the last of 2,000 clients',
      { sources: [bills('')], before: 1996 },
      { count: 4, clientIds: ['c1', 'c2', 'c3'], ended: stored.filter((line) => line.includes('bills')) },
    ],
    [
      'with full files, what is open in a file stays',
      {
        sources: [bills('a,open\nb,open\nc,open\nold,open')],
        open: ['c1 bills a', 'c1 bills b', 'c2 bills c', 'c3 bills old'],
      },
      {},
    ],
    [
      'with files of parts, what is in a file and no longer open ends, and the rest is reported after 14 days',
      { sources: [bills('a,paid\nc,open', { contains: 'parts' })], open: ['c2 bills c'] },
      { count: 1, clientIds: ['c1'], ended: ['c1 bills a'], unseen: unseen(1, '2026-11-05') },
    ],
    [
      'with files of parts, all signals of the rows of all files count',
      {
        sources: [bills('a+b,paid', { contains: 'parts' }), bills('c,paid', { contains: 'parts', name: 'second.csv' })],
      },
      {
        count: 3,
        clientIds: ['c1', 'c2'],
        ended: ['c1 bills a', 'c1 bills b', 'c2 bills c'],
        unseen: unseen(1, '2026-11-05'),
      },
    ],
    [
      'what a file has is not reported',
      { sources: [bills('old,open', { contains: 'parts' })], open: ['c3 bills old'] },
      {},
    ],
    [
      'with a rejected row, its signals stay',
      { sources: [bills('a,paid\nb,paid\nc,paid')], rejects: rejectedAt(3) },
      {
        count: 3,
        clientIds: ['c1', 'c2', 'c3'],
        ended: ['c1 bills a', 'c2 bills c', 'c3 bills old'],
      },
    ],
    [
      'with a rejected row that could be about any signal, only those of other rows end',
      { sources: [bills('a,paid\n,paid')], rejects: rejectedAt(3) },
      { count: 1, clientIds: ['c1'], ended: ['c1 bills a'], unseen: unseen(1, '2026-11-05') },
    ],
    [
      'with a row without a signal that is not rejected, the others end',
      { sources: [bills('a,paid\n,paid')] },
      {
        count: 4,
        clientIds: ['c1', 'c2', 'c3'],
        ended: stored.filter((line) => line.includes('bills')),
      },
    ],
    [
      'with a refused file nothing ends',
      { sources: [bills('a,paid')], rejects: refused },
      { unseen: unseen(1, '2026-11-05') },
    ],
    [
      'with a refused file, rows of another file end their signals',
      { sources: [bills('a,paid'), bills('c,paid', { name: 'second.csv' })], rejects: refused },
      { count: 1, clientIds: ['c2'], ended: ['c2 bills c'], unseen: unseen(1, '2026-11-05') },
    ],
    [
      'that is silent nothing ends but what its files have',
      { sources: [bills('')], silent: true },
      { unseen: unseen(1, '2026-11-05') },
    ],
    [
      'a row that an earlier row or a newer file has does not count',
      { sources: [bills('a,paid\nb,paid', { contains: 'parts', leftOut: leftOutLines(2) })] },
      { count: 1, clientIds: ['c1'], ended: ['c1 bills b'], unseen: unseen(1, '2026-11-05') },
    ],
  ])('%s', async (_, given, expected) => {
    expect(await closed(given)).toEqual({ ...nothing, ...expected });
  });
});

function leftOutLines(...lines: number[]) {
  const set = new LineSet();
  for (const line of lines) set.add(line);
  return set;
}

it('what was seen last of several is told, and 14 days are not too long', async () => {
  seenOnly({ a: '2026-11-04', b: '2026-11-06', c: '2026-11-05', old: '2026-11-03' });

  expect((await closed({ sources: [bills('x,open', { contains: 'parts' })] })).unseen).toEqual(unseen(3, '2026-11-05'));
});

function seenOnly(days: Readonly<Record<string, string>>) {
  Object.assign(seenOn, days);
}

it('signals of many clients end in batches', async () => {
  const { table, writer } = await world();
  const ends = (clientId: string) => clientId !== 'c2';
  const none = Array.from({ length: 49 }, (_, at) => `none-${at}`);
  await asWriter(writer, account, (each) => closeRows(each, account, { ends }, ['c1', 'c2', ...none, 'c3']));
  const keys = ['c1', 'c2', 'c3'].map((id) => openSignalsKey(account, id));

  // in the second of three batches nothing ends; the last confirmation is that of the writer's end
  const left = (await readBatch(table, keys, { consistent: true })).map(({ clientId }) => clientId);
  expect({ left, batches }).toEqual({ left: ['c2'], batches: 3 });
});
