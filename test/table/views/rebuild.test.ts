import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { clientById } from '../../../shared/table/records/clients.ts';
import { toNoteItem } from '../../../shared/table/records/notes.ts';
import { recordsOfClient } from '../../../shared/table/scoring/score-client.ts';
import { asAccount, portfolioViewsRange, scoreKey } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { type RebuildOptions, rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { readViews } from '../../support/rosters/reading.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient, aMember, aNote, aPortfolio, aRead } from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { memoryTable } from '../../support/store/table.ts';
import { removeClient, writeFacts } from '../../support/store/writer.ts';

const acme = asAccount('acme');
const today = 20_777;
const ids = ['c1', 'c2', 'c3'];

let table: Table;
const writer = () => ({ ...accountWriter(table), changed: async () => undefined });
const pass = (given: Partial<RebuildOptions> = {}) =>
  rebuild(table, acme, { records: (client) => recordsOfClient(table, acme, client), ...given });
const shown = async () => {
  const { clients, scoredFor } = await readViews(table, acme);
  return { ids: clients.map(({ fields }) => fields?.id), scoredFor };
};
/** Tells that there is time for so many clients more. */
const timeFor = (clients: number) => {
  let left = clients;
  return () => left-- > 0;
};

beforeEach(async () => {
  table = slowWrites(memoryTable());
  await createAccount(table, acme, 'Acme');
  await writeFacts(writer(), acme, [
    ...ids.map((id) => aClient(id)),
    aPortfolio('p1'),
    aMember('p1', 'c2', { tier: 'A' }),
  ]);
});

it('a lost portfolio view is put again', async () => {
  await pass({ scoredFor: today });
  const before = await readViews(table, acme);
  await deleteAll(table, await readRange(table, portfolioViewsRange(acme)));

  await pass();

  expect(await readViews(table, acme)).toEqual(before);
});

it('a failure of the table ends a pass, which puts nothing again', async () => {
  const puts: string[] = [];
  const end = aroundCalls(table, (send, command) => {
    if (!command.startsWith('BatchWrite')) return send();
    puts.push(command);
    return Promise.reject(new Error('out of order'));
  });

  await expect(pass({ scoredFor: today })).rejects.toThrow('out of order');
  end();
  expect(puts).toHaveLength(1);
});

describe('a pass over all clients', () => {
  it('publishes views with every client, and its portfolios', async () => {
    const told: unknown[] = [];

    expect(await pass({ scoredFor: today, onProgress: (...step) => told.push(step) })).toEqual({
      ...{ clients: 3, published: true },
    });
    expect(await shown()).toEqual({ ids, scoredFor: today });
    const { view, clients } = await readViews(table, acme);
    expect(view.portfolios).toMatchObject([{ id: 'p1', clients: { main: { total: 1 } } }]);
    expect(clients.map(({ fields }) => fields)).toMatchObject([
      ...[{ portfolios: {} }, { portfolios: { p1: { tier: 'A' } } }, { portfolios: {} }],
    ]);
    expect(told.slice(0, 3)).toEqual(Array(3).fill(['clients', 1]));
    expect(told.slice(3).every((step) => (step as string[])[0] === 'pages')).toBe(true);
    expect(told.length).toBeGreaterThan(3);
  });

  it('of an account without clients publishes empty views', async () => {
    const empty = asAccount('empty');
    await createAccount(table, empty, 'Empty');

    expect(await rebuild(table, empty, { records: () => expect.unreachable(), scoredFor: today })).toEqual({
      ...{ clients: 0, published: true },
    });
    expect((await readViews(table, empty)).scoredFor).toBe(today);
  });

  it('shows a client no longer that was removed', async () => {
    await pass({ scoredFor: today });
    await removeClient(writer(), acme, 'c2');
    await pass();

    expect((await shown()).ids).toEqual(['c1', 'c3']);
  });

  it('counts notes and reads again if it is told so', async () => {
    await writeFacts(writer(), acme, [aNote('c1', 'n1'), aRead('c1', '2026-11-16', { value: 'red' })]);
    await pass();
    const { alignment } = await readViews(table, acme);
    expect(alignment.map(({ text = '' }) => JSON.parse(text).alignment?.value)).toEqual(['red', undefined, undefined]);
    await putAll(table, [toNoteItem(acme, aNote('c1', 'n2').value)]);

    await pass();
    expect(await clientById(table, acme, 'c1')).toMatchObject({ notes: 1 });
    await pass({ countAgain: true });
    expect(await clientById(table, acme, 'c1')).toMatchObject({ notes: 2 });
  });

  it('builds nothing if the lists show all facts', async () => {
    await pass();
    expect(await pass({ ifBehind: true })).toEqual({ clients: 0, published: true });
    await writeFacts(writer(), acme, [aNote('c1', 'n3')]);
    expect(await pass({ ifBehind: true })).toEqual({ clients: 3, published: true });
  });
});

describe('the night that views show', () => {
  it('is that of the pass, and stays when a pass scores nothing', async () => {
    await pass({ scoredFor: today });
    await pass();

    expect((await shown()).scoredFor).toBe(today);
  });

  it('is none before the first night', async () => {
    await pass();

    expect((await shown()).scoredFor).toBeNull();
  });

  it('is never replaced by an earlier one', async () => {
    await pass({ scoredFor: today });
    await deleteAll(table, [scoreKey(acme, 'c1')]);
    await pass({ scoredFor: today - 1 });
    expect((await shown()).scoredFor).toBe(today);

    await pass({ scoredFor: today + 1 });
    expect((await shown()).scoredFor).toBe(today + 1);
  });
});

describe('a pass that runs out of time', () => {
  it('tells the last client and publishes nothing', async () => {
    expect(await pass({ hasTime: timeFor(1) })).toEqual({ clients: 2, stoppedAt: 'c2', published: false });
    expect((await shown()).ids).toEqual([]);
  });

  it('visits at least one client', async () => {
    expect(await pass({ hasTime: timeFor(0) })).toEqual({ clients: 1, stoppedAt: 'c1', published: false });
    expect(await pass({ hasTime: timeFor(0), after: 'c1' })).toEqual({ clients: 1, stoppedAt: 'c2', published: false });
  });

  it('reads no more clients', async () => {
    let parts = 0;
    const end = aroundCalls(table, (send, command, input) => {
      if (!command.startsWith('Query') || !JSON.stringify(input).includes('"CLIENT#"')) return send();
      parts += 1;
      return send({ ...input, Limit: 1 });
    });
    expect(await pass({ hasTime: timeFor(0) })).toMatchObject({ clients: 1, stoppedAt: 'c1' });
    end();
    // of three: the one that it visits, and the one that tells that the time is over
    expect(parts).toBe(2);
  });

  it('goes on after that client, and publishes nothing because it has not seen the others', async () => {
    await pass({ scoredFor: today });
    const visited: string[] = [];
    const records: RebuildOptions['records'] = (client) => {
      visited.push(client.id);
      return recordsOfClient(table, acme, client);
    };

    expect(await pass({ after: 'c1', records, scoredFor: today + 1 })).toEqual({ clients: 2, published: false });
    expect(visited).toEqual(['c2', 'c3']);
    expect(await shown()).toEqual({ ids, scoredFor: today });
  });
});

it('a night is told before it is shown, once, with the clients that are not archived', async () => {
  await writeFacts(writer(), acme, [aClient('c9', { archived: true })]);
  const told: object[] = [];
  const beforeNight: RebuildOptions['beforeNight'] = async (night) => {
    told.push({ ...night, shown: (await shown()).scoredFor });
  };
  const clients = ids.map((id) => ({ id, name: `Client ${id}`, score: 100, hasLittleData: true }));

  await pass({ beforeNight });
  expect(told).toEqual([]);
  await pass({ scoredFor: 0, beforeNight });
  expect(told).toEqual([{ day: 0, last: null, shown: null, clients }]);
  for (const scoredFor of [today, today, today - 1]) await pass({ scoredFor, beforeNight });
  await pass({ beforeNight });
  expect(told.slice(1)).toEqual([{ day: today, last: 0, shown: 0, clients }]);
  expect((await shown()).scoredFor).toBe(today);
  expect(await rebuild(table, asAccount('nobody'), {})).toEqual({ clients: 0, published: true });
});
