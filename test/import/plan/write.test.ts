import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { batchesOf, factsOf, rowsIn } from '../../../import/batches.ts';
import { checkFiles } from '../../../import/check/check.ts';
import { createClientIndex } from '../../../import/check/client-index.ts';
import { createProblems } from '../../../import/files/problems.ts';
import type { Source } from '../../../import/files/source.ts';
import { type Plan, unchanged } from '../../../import/plan.ts';
import { whileThrottled, writeImport } from '../../../import/write.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { dumpOf } from '../../support/store/dump.ts';
import * as facts from '../../support/store/facts.ts';
import { lateOn } from '../../support/store/late.ts';
import { asWriter } from '../../support/store/writer.ts';
import { sourceOf, tableWith, writerOf } from '../sources.ts';

// Rows become facts in batches, and are written in order.

const account = asAccount('acme');
const factOptions = { now: '2026-11-20T12:00:00.000Z', exact: false };
const clients = createClientIndex();
clients.add('c1', 'X1');
const people = (count: number) =>
  `Client ID,Name\n${Array.from({ length: count }, (_, at) => `X1,P${at}`).join('\n')}\n`;
const week = 'Service ID,Stream ID,Week,Topic,Summary,Sentiment';

describe('batches', () => {
  const sizes = async (source: Source, ...more: [size?: number]) => {
    const all: string[] = [];
    for await (const entries of batchesOf(
      source,
      { clients, isCounted: ({ row }) => row.line !== 3 },
      undefined,
      ...more,
    )) {
      all.push(`${entries.length}/${rowsIn(entries)}`);
    }
    return all;
  };

  it('have 500 entries, or as many as they should, without those that do not count', async () => {
    expect(await sizes(sourceOf('key-people', people(1002)))).toEqual(['500/500', '500/500', '1/1']);
    expect(await sizes(sourceOf('key-people', people(5)), 2)).toEqual(['2/2', '2/2']);
    expect(await sizes(sourceOf('key-people', people(0)))).toEqual([]);
  });

  it('have the rows of a week of insights in one entry', async () => {
    const rows = [
      's,2026-11-16,a',
      's,2026-11-17,skipped',
      's,2026-11-18,b',
      's,2026-11-23,a',
      't,2026-11-23,a',
      's,2026-11-23,b',
    ];
    const text = `${week}\n${rows.map((row) => `c1,${row},x,y`).join('\n')}`;

    expect(await sizes(sourceOf('insights', text))).toEqual(['4/6']);
  });

  it('are refused if the files have changed since they were checked', async () => {
    const reading = (text: string, kind: 'notes' | 'key-people') => sizes(sourceOf(kind, text));

    await expect(reading('Client ID,Name\nX9,P\n', 'key-people')).rejects.toThrow(
      'The files changed while they were read. key-people.csv:2, column "Client ID": there is no client with the Client ID "X9"',
    );
    await expect(reading('Client ID,Name\nX1,\n', 'key-people')).rejects.toThrow(
      'key-people.csv:2, column "Name": is empty',
    );
  });

  it('become facts with what is stored for the values that the rows leave out', async () => {
    const table = await tableWith(account, [
      facts.aClient('c1'),
      facts.aPerson('c1', 'p', { role: 'CEO' }),
      facts.aNote('c1', 'n'),
    ]);
    const read = async (source: Source) => {
      const { value: entries = [] } = await batchesOf(source, { clients, isCounted: () => true }).next();
      const found = await factsOf(table, account, entries, factOptions);
      return {
        facts: found.facts.map(({ value }) => value),
        known: [...found.known].map(([name, item]) => `${name}: ${item?.id}`),
      };
    };

    expect(await read(sourceOf('key-people', 'Client ID,Person ID,Name\nX1,p,Ann\nX1,q,Bob\n'))).toMatchObject({
      facts: [
        { id: 'p', name: 'Ann', role: 'CEO' },
        { id: 'q', name: 'Bob', role: '' },
      ],
      known: ['CUST#acme#CLIENT#c1 PERSON#p: p', 'CUST#acme#CLIENT#c1 PERSON#q: undefined'],
    });
    // people without ids are looked for among all of the client, which is no single item
    expect(await read(sourceOf('key-people', 'Client ID,Name,Title\nX1,Person p,CMO\n'))).toMatchObject({
      facts: [{ id: 'p', title: 'CMO', role: 'CEO' }],
      known: [],
    });
    await expect(
      read(
        sourceOf(
          'signals',
          'Client ID,Date,Topic,Polarity\nX1,1999-01-01,trust,1\nX1,2026-11-01,trust,1\nX1,1998-01-01,trust,1\n',
        ),
      ),
    ).rejects.toMatchObject({
      issues: [
        { line: 2, column: 'Date' },
        { line: 4, column: 'Date' },
      ],
    });
  });

  it('have what is stored for each of 500 entries', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `p${at}`);
    const stored = ids.map((id) => facts.aPerson('c1', id, { role: `role of ${id}` }));
    const table = await tableWith(account, [facts.aClient('c1'), ...stored]);
    const source = sourceOf('key-people', `Client ID,Person ID,Name\n${ids.map((id) => `X1,${id},Ann`).join('\n')}\n`);
    const { value: entries = [] } = await batchesOf(source, { clients, isCounted: () => true }).next();

    const found = await factsOf(table, account, entries, factOptions);

    expect(found.facts).toMatchObject(ids.map((id) => ({ value: { id, name: 'Ann', role: `role of ${id}` } })));
  });
});

describe('an import', () => {
  const text = `Service ID,Note ID,Created At,Created By,Type,Content\n${Array.from({ length: 501 }, (_, at) => `c1,n${at},2026-11-01,A,call,x`).join('\n')}\n`;
  const notes = sourceOf('notes', text);
  const signals = sourceOf('signals', 'Service ID,Signal ID,Date,Topic,Polarity\nc1,s,2026-11-16,trust,1\n');

  async function written(sources: readonly Source[], more: { skip?: number; plan?: Plan; fails?: Error[] } = {}) {
    const table = await tableWith(account, [facts.aClient('c1')]);
    const checked = await checkFiles(sources, {
      table,
      account,
      factOptions,
      problems: createProblems(),
      prune: false,
    });
    const { fails = [], plan = new Map(), skip } = more;
    const told: number[] = [];
    const given = writerOf(table, {
      confirm: async () => {
        const error = fails.shift();
        if (error) throw error;
      },
    });
    const onWritten = async (rows: number) => {
      await lateOn();
      told.push(rows);
    };
    await asWriter(given, account, (writer) =>
      writeImport(sources, checked, plan, {
        table,
        account,
        factOptions,
        writer,
        onWritten,
        pause: 0,
        ...(skip !== undefined && { skip }),
      }),
    );
    const items = await dumpOf(table, account);
    return {
      told,
      notes: items.filter(({ sk }) => sk.startsWith('NOTE#')).length,
      signals: items.filter(({ sk }) => sk.startsWith('S#')).length,
      checked,
    };
  }
  const throttled = () => Object.assign(new Error('slow down'), { name: 'ThrottlingException' });

  it('writes all batches, and tells their rows', async () => {
    expect(await written([notes, signals])).toMatchObject({ told: [500, 1, 1], notes: 501, signals: 1 });
  });

  it.each([
    [499, 501, [500, 1, 1]],
    [500, 1, [500, 1, 1]],
    [501, 0, [500, 1, 1]],
  ])('of which %d rows are written, writes the others: %d notes', async (skip, count, told) => {
    expect(await written([notes, signals], { skip })).toMatchObject({ told, notes: count, signals: 1 });
  });

  it('leaves out a kind of which everything is stored', async () => {
    const { checked } = await written([notes, signals]);
    const plan = unchanged(checked);
    const changed = (more: object): Plan => new Map([['signals', { added: 0, changed: 0, unchanged: 1, ...more }]]);

    expect(await written([notes, signals], { plan })).toMatchObject({ told: [], notes: 0, signals: 0 });
    expect(await written([signals], { plan: changed({ added: 1 }) })).toMatchObject({ told: [1], signals: 1 });
    expect(await written([signals], { plan: changed({ changed: 1 }) })).toMatchObject({ told: [1], signals: 1 });
    // an earlier part may have told of them what is no longer true
    expect(await written([notes, signals], { plan, skip: 500 })).toMatchObject({ told: [500, 1, 1], signals: 1 });
  });

  it('goes on after it was throttled, ten times at most, and not after another error', async () => {
    const times = (count: number) => Array.from({ length: count }, throttled);

    expect(await written([signals], { fails: times(10) })).toMatchObject({ told: [1], signals: 1 });
    await expect(written([signals], { fails: times(11) })).rejects.toThrow('slow down');
    await expect(written([signals], { fails: [new Error('lost')] })).rejects.toThrow('lost');
  });

  it('waits twice as long after each time, half a minute at most', async () => {
    const waiting = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    await whileThrottled(1000, async () => {
      if (waiting.mock.calls.length < 7) throw throttled();
    });
    const pauses = waiting.mock.calls.map(([pause]) => pause);
    waiting.mockRestore();
    syncBuiltinESMExports();

    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
