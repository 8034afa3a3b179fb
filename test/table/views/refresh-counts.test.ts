import { beforeEach, describe, expect, it } from 'vitest';
import { writeFacts } from '../../../shared/table/facts/facts.ts';
import { openMarks } from '../../../shared/table/records/change-marks.ts';
import { type Client, clientById } from '../../../shared/table/records/clients.ts';
import { type ClientScore, clientScoreOf, toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { refreshCounts } from '../../../shared/table/views/write/refresh-counts.ts';
import { type MemDynamo, memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { staleReads } from '../../support/mem-dynamo/stale-reads.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { aClient, aNote, aPerson, aRead } from '../../support/store/facts.ts';
import { slowWrites } from '../../support/store/late.ts';

const acme = asAccount('acme');
const read = { value: 'green', week: '2026-11-16', updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: 'Ben Larsson' };
const facts = [aClient('c1'), aNote('c1', 'n1'), aNote('c1', 'n2'), aRead('c1', '2026-11-16')];

let table: Table;
let calls: string[];
let seed = 0;

const write = (written: Parameters<typeof writeFacts>[2]) => {
  seed += 1;
  return writeFacts({ ...accountWriter(table, seed), changed: async () => undefined }, acme, written);
};
const client = async () => (await clientById(table, acme, 'c1')) as Client;

/** Counts for the client as it is stored now. */
async function refresh(given: { readonly again?: boolean; readonly client?: Client } = {}) {
  const score = await clientScoreOf(table, acme, 'c1');
  const data = { client: given.client ?? (await client()), score, streams: [], memberships: new Map() };
  calls = [];
  const refreshed = await refreshCounts(table, acme, data, given.again === undefined ? undefined : given);
  return { data, refreshed, calls };
}

const useStore = (store: Pick<MemDynamo, 'perform'>) => {
  table = slowWrites(
    memTable({
      perform: (operation, input) => {
        calls.push(operation);
        return store.perform(operation, input);
      },
    }),
  );
};

beforeEach(async () => {
  calls = [];
  useStore(memDynamo());
  await write(facts);
});

describe('the counts of a client', () => {
  it('are stored with the mark that was read before, and returned', async () => {
    const { data, refreshed } = await refresh();
    const { changeMark } = await client();

    expect(refreshed).toEqual({
      ...data,
      score: expect.objectContaining({ notes: 2, latestRead: read, projectedMark: changeMark, topics: [] }),
    });
    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({
      ...{ notes: 2, latestRead: read, projectedMark: changeMark },
      ...{ history: undefined, source: 'chr1', model: 2 },
    });
  });

  it('are not read again while the client has the same mark', async () => {
    await refresh();
    const second = await refresh();

    expect(second.calls).toEqual([]);
    expect(second.refreshed).toBe(second.data);
  });

  it('are read again after the next fact', async () => {
    await refresh();
    await write([aNote('c1', 'n3')]);

    expect((await refresh()).refreshed.score).toMatchObject({ notes: 3 });
    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({ notes: 3 });
  });

  it('are stored with a new mark if they are the same after the next fact', async () => {
    await refresh();
    await write([aPerson('c1', 'k1')]);
    await refresh();

    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({
      ...{ notes: 2, latestRead: read, projectedMark: (await client()).changeMark },
    });
  });

  it('are stored without a mark while the mark is open', async () => {
    await openMarks(table, acme, ['c1'], 'writing');

    expect((await refresh()).refreshed.score).toMatchObject({ notes: 2, projectedMark: '' });
    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({ notes: 2, projectedMark: '' });
  });

  it('of a client without notes and reads are 0 and none', async () => {
    await write([aClient('c2')]);
    const other = (await clientById(table, acme, 'c2')) as Client;

    const { score } = (await refresh({ client: other })).refreshed;

    expect(score).toMatchObject({ notes: 0, latestRead: null });
  });

  it('leave the score of a night as it is', async () => {
    const score: ClientScore = {
      history: { last: 20_777, points: Uint16Array.of(900) },
      ...{ topics: Array(15).fill(90), source: 'chr2', model: 7 },
      ...{ notes: 0, latestRead: null, projectedMark: '' },
    };
    const before = { client: await client(), score: undefined, streams: [], memberships: new Map() };
    await putAll(table, [toScoreItem(acme, 'c1', score)]);

    // it has read the client before the night
    await refreshCounts(table, acme, before);

    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({
      ...score,
      notes: 2,
      latestRead: read,
      projectedMark: before.client.changeMark,
    });
  });

  it('include facts that were written a moment ago', async () => {
    useStore(staleReads(() => 0.999, 'item'));
    await write(facts);
    const { value } = aClient('c1');

    const { score } = (await refresh({ client: { ...value, changeMark: 'm' } })).refreshed;

    expect(score).toMatchObject({ notes: 2, latestRead: read });
  });
});

describe('counting again', () => {
  const putScore = async (change: Partial<ClientScore>) => {
    const score = (await clientScoreOf(table, acme, 'c1')) as ClientScore;
    await putAll(table, [toScoreItem(acme, 'c1', { ...score, ...change })]);
  };

  it('writes nothing if the counts are right', async () => {
    await refresh();
    const { data, refreshed, calls: sent } = await refresh({ again: true });

    expect(refreshed).toBe(data);
    expect(sent).toEqual(['Query', 'Query']);
  });

  it.each<[string, Partial<ClientScore>]>([
    ['the notes', { notes: 1 }],
    ['the latest read', { latestRead: null }],
    ['the latest read by its author', { latestRead: { ...read, value: 'green', updatedBy: 'Ada' } }],
  ])('corrects %s', async (_, wrong) => {
    await refresh();
    await putScore(wrong);

    expect((await refresh({ again: true })).refreshed.score).toMatchObject({ notes: 2, latestRead: read });
    expect(await clientScoreOf(table, acme, 'c1')).toMatchObject({ notes: 2, latestRead: read });
  });
});
