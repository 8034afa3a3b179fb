import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../support/holds.ts';
import { putKey } from '../support/service/api-keys.ts';
import { keyCheckerOn } from '../support/sim/key-checker.ts';
import { answersLikeTheModel } from '../support/sim/limiter-model.ts';
import { memoryTable } from '../support/store/table.ts';

it('four containers give the answers of a model of three counters, across the ends of minute, hour and day', async () => {
  await holdsAsync(answersLikeTheModel, { numRuns: 60 });
});

describe('each of the three windows limits requests', () => {
  const noon = Date.UTC(2026, 10, 20, 12, 0, 30);

  it.each([
    ['minute', { m29919600: 93, h498660: 93, d20777: 93 }, 100, Date.UTC(2026, 10, 20, 12, 1)],
    ['hour', { h498660: 4_993, d20777: 4_993 }, 5_000, Date.UTC(2026, 10, 20, 13)],
    ['day', { d20777: 49_993 }, 50_000, Date.UTC(2026, 10, 21)],
  ])('the %s admits its last 7 requests, refuses until it ends, then admits again', async (_, w, limit, end) => {
    const table = memoryTable();
    const apiKey = await putKey(table, { w });
    const { ask, deps } = keyCheckerOn(table);
    const reset = end / 1000;
    const answers = [];
    for (let request = 0; request < 9; request += 1) answers.push(await ask(apiKey));
    deps.now = end - 1;
    const last = await ask(apiKey);
    deps.now = end;

    const refused = { refused: 'RateLimited', limit, reset };
    expect(answers).toEqual([
      ...[6, 5, 4, 3, 2, 1, 0].map((remaining) => ({ admitted: 'acme', limit, remaining, reset })),
      ...Array(2).fill({ ...refused, retryAfter: (end - noon) / 1000 }),
    ]);
    expect(last).toEqual({ ...refused, retryAfter: 1 });
    expect(await ask(apiKey)).toMatchObject({ admitted: 'acme', limit: 100, remaining: 99 });
  });
});
