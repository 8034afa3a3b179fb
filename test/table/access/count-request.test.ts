import { describe, expect, it } from 'vitest';
import { namesAt } from '../../../shared/domain/access/windows.ts';
import { countRequest } from '../../../shared/table/access/count-request.ts';
import { apiKeyHash } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundAttempts, connectionResetError } from '../../support/sim/attempts.ts';
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
});
