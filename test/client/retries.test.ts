import { describe, expect, it } from 'vitest';
import { ConnectionError, createClient, RateLimitError } from '../../client/index.ts';
import { refusedFor, stubFetch, stubOptions } from './stub.ts';

const fine = { body: { topics: [], categories: [], total: 15 } };
const failed = { status: 500, body: { error: 'Internal server error', detail: 'Try again.', status_code: 500 } };
const refusedByNetwork = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });

describe('a request that was refused with 429', () => {
  it('is repeated after Retry-After and a random part that grows from refusal to refusal', async () => {
    const fetch = stubFetch(refusedFor(17), refusedFor(1), refusedFor(1), fine);
    const options = stubOptions(fetch);

    expect(await createClient(options).listTopics()).toEqual(fine.body);
    expect(options.waits).toEqual([17_500, 2000, 3000]);
  });

  it('is never repeated before the time that the service asked for', async () => {
    const options = Object.assign(stubOptions(stubFetch(refusedFor(70), fine)), { random: () => 0 });

    await createClient(options).listTopics();
    expect(options.waits).toEqual([70_000]);
  });

  it('is given up at once when the wait is longer than the caller allows', async () => {
    const options = stubOptions(stubFetch(refusedFor(71)));
    const call = createClient(options).listTopics();

    await expect(call).rejects.toBeInstanceOf(RateLimitError);
    await expect(call).rejects.toMatchObject({ status: 429, retryAfter: 71, detail: 'Retry after 71 seconds.' });
    expect(options.waits).toEqual([]);
  });

  it('is given up when all waits together would be longer, whatever the call says for itself', async () => {
    const options = stubOptions(stubFetch(refusedFor(20)));

    await expect(createClient(options).listTopics({ maxWaitSeconds: 45 })).rejects.toThrow(RateLimitError);
    expect(options.waits).toEqual([20_500, 21_000]);
    await expect(createClient(options).listTopics({ maxWaitSeconds: 0 })).rejects.toThrow(RateLimitError);
    expect(options.waits.length).toBe(2);
  });

  it.each([
    ['in the header as a date', { 'Retry-After': new Date(Date.now() + 30_900).toUTCString() }, 29_000, 31_500],
    ['in the body alone', {}, 7500, 7500],
  ])('waits as long as it says %s', async (_, headers, least, most) => {
    const options = stubOptions(stubFetch({ ...refusedFor(7), headers: { ...headers } }, fine));

    await createClient(options).listTopics();
    expect(options.waits[0]).toBeGreaterThanOrEqual(least);
    expect(options.waits[0]).toBeLessThanOrEqual(most);
  });

  it('waits a second where the refusal does not say how long, and not for ever', async () => {
    const options = stubOptions(stubFetch({ status: 429, body: { message: 'Too Many Requests' } }));

    await expect(createClient(options).listTopics()).rejects.toMatchObject({ retryAfter: 1 });
    expect(options.waits).toEqual([1500, 2000, 3000, 5000, 5000, 5000]);
  });
});

describe('a request that failed', () => {
  it('is repeated twice, after a pause that doubles and has a random part', async () => {
    const options = Object.assign(stubOptions(stubFetch(failed, refusedByNetwork, fine)), { random: () => 1 });

    expect(await createClient(options).listTopics()).toEqual(fine.body);
    expect(options.waits).toEqual([500, 1000]);
  });
});

describe('a call that is aborted', () => {
  it('throws the reason of its signal: before it is sent, and while it waits', async () => {
    const fetch = stubFetch(refusedFor(60));
    const { wait: _, ...options } = stubOptions(fetch);
    const client = createClient(options);
    const gone = AbortSignal.abort(new Error('no longer needed'));

    await expect(client.listTopics({ signal: gone })).rejects.toThrow('no longer needed');
    expect(fetch.sent).toEqual([]);

    const controller = new AbortController();
    const waiting = client.listTopics({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('closed')), 20);
    await expect(waiting).rejects.toThrow('closed');
    expect(fetch.sent.length).toBe(1);
  });

  it('throws it while the response is under way, too', async () => {
    const controller = new AbortController();
    const never = stubOptions((_, { signal }) => {
      setTimeout(() => controller.abort(new Error('closed')), 5);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });

    await expect(createClient(never).listTopics({ signal: controller.signal })).rejects.toThrow('closed');
  });

  it('and one that takes too long is no response', async () => {
    const silent = stubOptions(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );

    const api = createClient({ ...silent, timeoutMs: 10, retries: 0 });
    await expect(api.listTopics()).rejects.toThrow(ConnectionError);
    await expect(api.listTopics({ signal: new AbortController().signal })).rejects.toThrow(ConnectionError);
  });
});
