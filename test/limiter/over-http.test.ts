import { afterEach, expect, it, vi } from 'vitest';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { startService } from '../../bin/local/service.ts';

afterEach(() => vi.useRealTimers());

it('of 130 simultaneous requests with one key exactly 100 are admitted, each with a different Remaining', async () => {
  // all requests are in the same minute, 17 seconds before its end
  const now = Date.UTC(2026, 10, 20, 12, 0, 43);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const service = await startService({ port: 0, demos: [northlight] });
  try {
    const apiKey = service.accounts[0]?.apiKey ?? '';
    const reset = now / 1000 + 17;
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
      expect(body).toEqual({
        error: {
          code: 'rate_limit_exceeded',
          message: 'Rate limit exceeded. Retry after 17 seconds.',
          retryAfter: 17,
        },
      });
      expect([headers.get('X-RateLimit-Remaining'), headers.get('Retry-After')]).toEqual(['0', '17']);
    }
  } finally {
    await service.stop();
  }
});
