import { describe, expect, it } from 'vitest';
import { namesAt } from '../../../shared/domain/access/windows.ts';
import { countRequest, removeExpiredWindows } from '../../../shared/table/access/count-request.ts';
import { apiKeyHash } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { ConditionFailed } from '../../../shared/table/store/table.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundAttempts, connectionResetError } from '../../support/sim/attempts.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const second = noon / 1000;
const idOf = (last: number) => Uint8Array.of(1, 2, 3, 4, last);
const request = { id: idOf(5), names: namesAt(noon), second };
const counted = { m29919600: 1, h498660: 1, d20777: 1, r179517603: [request.id] };

const count = (apiKey: string, expired: readonly string[] = [], given = request) =>
  countRequest(db.table, apiKeyHash(apiKey), given, expired);

async function countersOf(apiKey: string): Promise<object> {
  const key = { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' };
  const item = await readItem(db.table, key, { consistent: true });
  return { ...(item?.w as object) };
}

describe('a request with an active key', () => {
  it('is counted in all three windows, and returns the key as it is afterwards', async () => {
    const apiKey = await putKey(db.table);

    expect(await count(apiKey)).toEqual({
      counted: true,
      key: { st: 'active', customerId: 'acme', keyId: apiKey.slice(7, 15), w: counted },
    });
    expect(await count(apiKey, [], { ...request, id: idOf(6) })).toMatchObject({
      counted: true,
      key: { w: { m29919600: 2, h498660: 2, d20777: 2, r179517603: [idOf(5), idOf(6)] } },
    });
  });

  it.each([
    ['minute', 'm29919600', 100],
    ['hour', 'h498660', 5_000],
    ['day', 'd20777', 50_000],
  ])('is counted up to the limit of the %s and no further', async (_, name, limit) => {
    const apiKey = await putKey(db.table, { w: { [name]: limit - 1 } });

    expect(await count(apiKey)).toMatchObject({ counted: true, key: { w: { [name]: limit } } });
    const full = await countersOf(apiKey);
    expect(await count(apiKey, [], { ...request, id: idOf(6) })).toMatchObject({ counted: false, key: { w: full } });
    expect(await countersOf(apiKey)).toEqual(full);
  });

  it('is counted until the second before the key expires', async () => {
    const valid = await putKey(db.table, { exp: second + 1 });
    const expired = await putKey(db.table, { exp: second });

    expect(await count(valid)).toMatchObject({ counted: true });
    expect(await count(expired)).toMatchObject({ counted: false, key: { exp: second } });
    expect(await countersOf(expired)).toEqual({});
  });

  it('removes the ended windows that it is given, and no others', async () => {
    const apiKey = await putKey(db.table, { w: { m1: 3, h1: 4, m2: 5 } });

    expect((await count(apiKey, ['m1', 'h1', 'r1'])).key?.w).toEqual({ m2: 5, ...counted });
  });
});

describe('a request is not counted', () => {
  it.each(['pending', 'revoked', 'suspended'] as const)('with a key that is %s', async (st) => {
    const apiKey = await putKey(db.table, { st });

    expect(await count(apiKey)).toEqual({
      counted: false,
      key: { st, customerId: 'acme', keyId: apiKey.slice(7, 15), w: {} },
    });
    expect(await countersOf(apiKey)).toEqual({});
  });

  it('with an unknown key, which is not created', async () => {
    const apiKey = unknownKey();

    expect(await count(apiKey)).toEqual({ counted: false, key: undefined });
    expect(await count(apiKey)).toEqual({ counted: false, key: undefined });
  });

  it('twice, if it is sent again', async () => {
    const apiKey = await putKey(db.table);
    const ids = [idOf(4), request.id, idOf(6)];
    for (const id of ids) await count(apiKey, [], { ...request, id });
    const counters = { m29919600: 3, h498660: 3, d20777: 3, r179517603: ids };

    expect(await count(apiKey)).toMatchObject({ counted: true, key: { w: counters } });
    expect(await countersOf(apiKey)).toEqual(counters);
  });

  it('twice, if the SDK repeats it because its response was lost', async () => {
    const apiKey = await putKey(db.table, { w: { m29919600: 99 } });
    let attempts = 0;
    const table = aroundAttempts(db.open('request'), async (send) => {
      attempts += 1;
      const answer = await send();
      if (attempts === 1) throw connectionResetError();
      return answer;
    });

    expect(await countRequest(table, apiKeyHash(apiKey), request, [])).toMatchObject({
      counted: true,
      key: { w: { m29919600: 100 } },
    });
    expect(await countersOf(apiKey)).toMatchObject({ m29919600: 100 });
  });

  it('if only others have been counted', async () => {
    const apiKey = await putKey(db.table, { w: { m29919600: 100, r179517603: [idOf(4), idOf(6)] } });

    expect(await count(apiKey)).toMatchObject({ counted: false });
  });

  it('if the table fails', async () => {
    await expect(countRequest(failingTable(), 'hash', request, [])).rejects.toThrow('out of order');
  });
});

describe('a clean-up', () => {
  it('removes the windows that it is given, and no others', async () => {
    const apiKey = await putKey(db.table, { w: { m1: 3, h1: 4, m2: 5 } });

    await removeExpiredWindows(db.table, apiKeyHash(apiKey), ['m1', 'h1', 'd1']);

    expect(await countersOf(apiKey)).toEqual({ m2: 5 });
  });

  it('does not create a key', async () => {
    const apiKey = unknownKey();

    await expect(removeExpiredWindows(db.table, apiKeyHash(apiKey), ['m1'])).rejects.toThrow(ConditionFailed);
  });
});
