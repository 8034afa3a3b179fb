import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startService } from '../../bin/local/service.ts';

const minute = 60_000;

it('of 130 simultaneous requests with one key exactly 100 are admitted, each with a different Remaining', async () => {
  const service = await startService({ port: 0 });
  try {
    const apiKey = service.accounts[0]?.apiKey ?? '';
    // all requests must be in the same minute
    const left = minute - (Date.now() % minute);
    if (left < 10_000) await after(left);
    const reset = (Math.floor(Date.now() / minute) + 1) * 60;
    const answers = await Promise.all(
      Array.from({ length: 130 }, async () => {
        const answer = await fetch(`${service.baseUrl}/topics`, { headers: { 'X-API-Key': apiKey } });
        return { status: answer.status, headers: answer.headers, body: await answer.json() };
      }),
    );
    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);

    expect([served.length, refused.length]).toEqual([100, 30]);
    const remaining = served.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, at) => 99 - at));
    for (const { headers } of answers) {
      expect([headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Reset')]).toEqual(['100', `${reset}`]);
    }
    for (const { headers, body } of refused) {
      const { retryAfter } = (body as { error: { retryAfter: number } }).error;
      expect(body).toEqual({
        error: {
          code: 'rate_limit_exceeded',
          message: `Rate limit exceeded. Retry after ${retryAfter} seconds.`,
          retryAfter,
        },
      });
      expect([headers.get('X-RateLimit-Remaining'), headers.get('Retry-After')]).toEqual(['0', `${retryAfter}`]);
      expect(Math.abs(reset - retryAfter - Date.now() / 1000)).toBeLessThan(10);
    }
  } finally {
    await service.stop();
  }
});
