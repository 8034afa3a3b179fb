import { beforeAll, describe, expect, it } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { noCounts, toClientItem } from '../../../shared/table/records/clients.ts';
import { knownClient, scoredClient } from '../../../shared/table/records/known-client.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { dying } from '../../support/faults/dying.ts';
import { aClient } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const client = (id: string) => ({ ...aClient(id).value, ...noCounts });
const scoreOf = (days: number) => ({
  history: { last: 20_777, points: new Uint16Array(days).fill(900) },
  ...{ topics: Array(15).fill(90), source: 'chr2' as const, model: 1 },
});

beforeAll(() =>
  putAll(db.table, [
    ...['c1', 'new'].map((id) => toClientItem(acme, client(id))),
    toScoreItem(acme, 'c1', scoreOf(300)),
    toScoreItem(acme, 'nobody', scoreOf(1)),
  ]),
);

describe('a client with other records', () => {
  it('is read next to them', async () => {
    expect(await knownClient(db.table, acme, 'c1', Promise.resolve('records'))).toEqual({
      ...{ client: client('c1'), records: 'records' },
    });
  });

  it('is not found, even if there are such records', async () => {
    await expect(knownClient(db.table, acme, 'nobody', Promise.resolve('records'))).rejects.toThrow(
      new NotFound('client'),
    );
  });
});

describe('a client with its score', () => {
  it('is one call', async () => {
    const { table, calls } = dying(db);
    const { client: found, score } = await scoredClient(table, acme, 'c1');

    expect([found, score?.history.points.length, calls]).toEqual([client('c1'), 300, ['BatchGetItemCommand']]);
    expect(await scoredClient(table, acme, 'new')).toEqual({ client: client('new'), score: undefined });
  });

  it('is not found, even if a score is left', async () => {
    await expect(scoredClient(db.table, acme, 'nobody')).rejects.toThrow(new NotFound('client'));
  });
});
