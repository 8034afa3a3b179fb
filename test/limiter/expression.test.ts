import { describe, expect, it } from 'vitest';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { putKey } from '../support/service/api-keys.ts';
import { aroundAttempts, atMost, connectionResetError, type Send, throttlingError } from '../support/sim/attempts.ts';
import { idsOf, keyCheckerOn } from '../support/sim/key-checker.ts';
import { useTable } from '../support/store/table.ts';

const db = useTable();

const minuteEnd = 1_795_176_060;

/** Another client of the same table, like that of a second container. */
const requestTable = (): Table => db.open('request');
/**
 * The same for hundreds of concurrent requests: the database gets sixteen at a time, so that none times out because the
 * machine is busy with the others.
 */
const crowded = atMost(16);
const crowdedTable = (around: (send: Send) => Promise<unknown> = (send) => send()): Table =>
  aroundAttempts(db.open(), (send) => crowded(() => around(send)));

async function countersOf(apiKey: string): Promise<Record<string, unknown>> {
  const key = { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' };
  const item = await readItem(db.table, key, { consistent: true });
  return { ...(item?.w as object) };
}

describe('500 concurrent requests at a limit of 100', () => {
  it('admit exactly 100, each with a different Remaining', async () => {
    const apiKey = await putKey(db.table);
    const containers = Array.from({ length: 8 }, (_, at) => keyCheckerOn(crowdedTable(), { randomBytes: idsOf(at) }));
    const asked = Array.from({ length: 500 }, (_, at) => containers[at % 8]?.ask(apiKey));
    const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined);

    const admitted = answers.filter((answer) => 'admitted' in answer);
    const refused = answers.filter((answer) => 'refused' in answer);
    expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 100 }, (_, at) => 99 - at),
    );
    expect(refused).toEqual(Array(400).fill({ refused: 'RateLimited', limit: 100, reset: minuteEnd, retryAfter: 30 }));
    expect(await countersOf(apiKey)).toMatchObject({ m29919600: 100, h498660: 100, d20777: 100 });
  });
});

describe('a request is counted once when an attempt fails', () => {
  const faults: [string, (send: Send) => Promise<unknown>][] = [
    ['lost before it arrives', () => Promise.reject(connectionResetError())],
    ['throttled', () => Promise.reject(throttlingError())],
    [
      'applied, but its answer lost',
      async (send) => {
        await send().catch(() => undefined);
        throw connectionResetError();
      },
    ],
  ];
  it.each(faults)('%s three times: the request fails and is counted at most once', async (_, fail) => {
    const apiKey = await putKey(db.table);
    const { ask, deps } = keyCheckerOn(aroundAttempts(requestTable(), fail));
    const answer = await ask(apiKey);

    expect(answer).not.toHaveProperty('admitted');
    expect(deps.logged).toEqual([expect.objectContaining({ LimiterError: 1 })]);
    expect([undefined, 1]).toContain((await countersOf(apiKey)).m29919600);
  });

  it('is refused when its account is suspended between two attempts', async () => {
    const apiKey = await putKey(db.table);
    const table = aroundAttempts(requestTable(), async (send) => {
      await send();
      await putKey(db.table, { st: 'suspended' }, apiKey);
      throw connectionResetError();
    });

    expect(await keyCheckerOn(table).ask(apiKey)).toEqual({ refused: 'Forbidden' });
  });
});
