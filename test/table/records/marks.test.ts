import { describe, expect, it } from 'vitest';
import { packTopics } from '../../../shared/domain/scoring/topic-scores.ts';
import {
  clientsBehind,
  closeMarks,
  markAfterRebuild,
  newMark,
  openMark,
  openMarks,
  renewMarks,
} from '../../../shared/table/records/change-marks.ts';
import { asAccount, clientKey, scoreKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');
const clientIds = ['c1', 'c2'];

const putClients = (touched: string) =>
  putAll(
    db.table,
    clientIds.map((id) => ({ ...clientKey(acme, id), v: 2, id, name: 'Any', touched })),
  );
const markOf = async (id: string) => (await readItem(db.table, clientKey(acme, id), { consistent: true }))?.touched;

describe('a new mark', () => {
  it('is text of 6 random bytes, so that two writers never have the same', () => {
    expect(newMark((count) => new Uint8Array(count).fill(255))).toBe('________');
  });
});

describe('opening marks', () => {
  it('replaces the mark of each client by one that no rebuild stores', async () => {
    await putClients('old');

    await openMarks(db.table, acme, clientIds, 'new');

    expect(await Promise.all(clientIds.map(markOf))).toEqual(['new+', 'new+']);
    expect(markAfterRebuild('new+')).toBe('');
    expect(markAfterRebuild('new')).toBe('new');
  });

  it('replaces the marks of many clients', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `m${at}`);
    await putAll(
      db.table,
      ids.map((id) => ({ ...clientKey(acme, id), v: 2, id, name: 'Any', touched: 'old' })),
    );

    await openMarks(db.table, acme, ids, 'new');

    expect(await Promise.all(ids.map(markOf))).toEqual(ids.map(() => 'new+'));
  });

  it('takes the mark over from a writer that holds it', async () => {
    await putClients(openMark('other'));

    await openMarks(db.table, acme, ['c1'], 'new');

    expect(await markOf('c1')).toBe('new+');
  });

  it('creates no client', async () => {
    await openMarks(db.table, acme, ['nobody'], 'new');

    expect(await markOf('nobody')).toBeUndefined();
  });

  it('reports a failure of the table', async () => {
    await expect(openMarks(failingTable(), acme, ['c1'], 'new')).rejects.toThrow('out of order');
  });
});

describe('closing marks', () => {
  it.each([
    ['that this writer opened', openMark('mine'), 'mine'],
    ['that another writer has closed, because its projection may have missed facts of this one', 'other', 'mine'],
    ['is left to another writer that holds the mark open', openMark('other'), openMark('other')],
  ])('%s', async (_, before, after) => {
    await putClients(before);

    await closeMarks(db.table, acme, clientIds, 'mine');

    expect(await Promise.all(clientIds.map(markOf))).toEqual([after, after]);
  });

  it('creates no client', async () => {
    await closeMarks(db.table, acme, ['nobody'], 'mine');

    expect(await markOf('nobody')).toBeUndefined();
  });
});

describe('renewing marks', () => {
  it('closes marks that a killed writer has left open', async () => {
    await putClients(openMark('killed'));

    await renewMarks(db.table, acme, clientIds, 'mine');

    expect(await Promise.all(clientIds.map(markOf))).toEqual(['mine', 'mine']);
  });

  it('creates no client', async () => {
    await renewMarks(db.table, acme, ['nobody'], 'mine');

    expect(await markOf('nobody')).toBeUndefined();
  });
});

describe('clients are behind', () => {
  const followed = (id: string, mark: string) => ({
    ...{ ...scoreKey(acme, id), v: 2, topics: packTopics([]), source: 'chr1', model: 1 },
    followed: mark,
  });

  it('whose score record follows another mark, or that have none; an open mark is named', async () => {
    await putClients('new');
    await putAll(db.table, [followed('c1', 'old'), followed('c2', 'new')]);

    expect(await clientsBehind(db.table, acme, [...clientIds, 'nobody'])).toEqual([{ id: 'c1', isOpen: false }]);

    await openMarks(db.table, acme, ['c2'], 'next');
    expect(await clientsBehind(db.table, acme, ['c2'])).toEqual([{ id: 'c2', isOpen: true }]);
  });

  it('is decided on strongly consistent reads', async () => {
    await putClients('new');
    const reads: unknown[] = [];
    const watched = db.open();
    aroundCalls(watched, (send, _, input) => {
      reads.push(...Object.values((input as { RequestItems: object }).RequestItems));
      return send();
    });

    await clientsBehind(watched, acme, clientIds);

    expect(reads).toMatchObject([{ ConsistentRead: true }, { ConsistentRead: true }]);
  });
});
