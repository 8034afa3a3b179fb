import { beforeAll, describe, expect, it } from 'vitest';
import { NotFound } from '../../../shared/domain/errors.ts';
import { toClientItem } from '../../../shared/table/records/clients.ts';
import { knownClient, scoredClient } from '../../../shared/table/records/known-client.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount, historyKey } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const client = (id: string) => ({ ...aClient(id).value, changeMark: 'm' });
const scoreOf = (days: number) => ({
  history: { last: 20_777, points: new Uint16Array(days).fill(900) },
  ...{ topics: Array(15).fill(90), source: 'chr2' as const, model: 1 },
  ...{ notes: 1, latestRead: null, projectedMark: 'm' },
});

beforeAll(() =>
  putAll(db.table, [
    ...['c1', 'new'].map((id) => toClientItem(acme, client(id))),
    { ...toScoreItem(acme, 'c1', scoreOf(90)), cut: true },
    { ...toScoreItem(acme, 'c1', scoreOf(300)), ...historyKey(acme, 'c1') },
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
  /** The client as a request for so many days reads it, and the calls: how many keys each had. */
  async function read(id: string, days?: number, hideHistory = false) {
    const calls: string[] = [];
    const table = db.open('request');
    aroundCalls(table, async (send, _, input) => {
      const { RequestItems } = input as { RequestItems: Record<string, { Keys: object[]; ConsistentRead?: boolean }> };
      const { Keys = [], ConsistentRead } = RequestItems[table.name] ?? {};
      calls.push(`${Keys.length} ${ConsistentRead ? 'strong' : 'eventual'}`);
      const answer = await send();
      if (!hideHistory || ConsistentRead) return answer;
      const { Responses = {} } = answer.output as { Responses?: Record<string, { sk: string }[]> };
      const found = Responses[table.name]?.filter(({ sk }) => sk !== 'SCORE#HISTORY');
      return { ...answer, output: { ...answer.output, Responses: { [table.name]: found } } };
    });
    const found = await scoredClient(table, acme, id, days);
    return { ...found, days: found.score?.history?.points.length, calls };
  }

  it('is one call for two items if up to 90 days are shown', async () => {
    expect(await read('c1')).toMatchObject({ client: client('c1'), days: 90, calls: ['2 eventual'] });
    expect(await read('c1', 90)).toMatchObject({ days: 90, calls: ['2 eventual'] });
  });

  it('is one call for three items if more days are shown', async () => {
    expect(await read('c1', 91)).toMatchObject({ client: client('c1'), days: 300, calls: ['3 eventual'] });
  });

  it('is read again, strongly consistent, if the history record is not seen yet', async () => {
    expect(await read('c1', 365, true)).toMatchObject({ days: 300, calls: ['3 eventual', '1 strong'] });
  });

  it('needs no second call if there is no history record', async () => {
    expect(await read('new', 365)).toEqual({
      ...{ client: client('new'), score: undefined, days: undefined },
      calls: ['3 eventual'],
    });
  });

  it('is not found, even if a score is left', async () => {
    await expect(read('nobody')).rejects.toThrow(new NotFound('client'));
  });
});
