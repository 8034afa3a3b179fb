import { expect, it } from 'vitest';
import { apiKeyHash } from '../../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../../shared/table/store/read.ts';
import { putKey } from '../../../../support/service/api-keys.ts';
import { aroundAttempts, atMost, connectionResetError } from '../../../../support/sim/attempts.ts';
import { idsOf, keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { useTable } from '../../../../support/store/table.ts';

// The counting update on a real engine. That the table in memory does the same: mem-dynamo.test.ts

const db = useTable();

it('500 concurrent requests at a limit of 100 admit exactly 100, each with a different Remaining', async () => {
  const apiKey = await putKey(db.table);
  // so that none times out because the machine is busy with the others
  const crowded = atMost(16);
  const containers = Array.from({ length: 8 }, (_, at) =>
    keyCheckerOn(aroundAttempts(db.open(), crowded), { randomBytes: idsOf(at) }),
  );
  const asked = Array.from({ length: 500 }, (_, at) => containers[at % 8]?.ask(apiKey));
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined);

  const admitted = answers.filter((answer) => 'admitted' in answer);
  const refused = answers.filter((answer) => 'refused' in answer);
  expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
    Array.from({ length: 100 }, (_, at) => 99 - at),
  );
  const refusal = { refused: 'RateLimited', limit: 100, reset: 1_795_176_060, retryAfter: 30 };
  expect(refused).toEqual(Array(400).fill(refusal));
  const key = { pk: `KEY#${apiKeyHash(apiKey)}`, sk: 'KEY' };
  expect((await readItem(db.table, key, { consistent: true }))?.w).toMatchObject({
    m29919600: 100,
    h498660: 100,
    d20777: 100,
  });
});

it('a request is refused when its account is suspended between two attempts', async () => {
  const apiKey = await putKey(db.table);
  const table = aroundAttempts(db.open('request'), async (send) => {
    await send();
    await putKey(db.table, { st: 'suspended' }, apiKey);
    throw connectionResetError();
  });

  expect(await keyCheckerOn(table).ask(apiKey)).toEqual({ refused: 'Forbidden' });
});
