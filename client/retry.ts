import { ConnectionError } from './errors.ts';
import type { RawResponse } from './transport.ts';

export interface RetryOptions {
  /** The longest that a call waits for 429, in all its attempts together. Default: 70 (a minute's window and some). */
  readonly maxWaitSeconds?: number | undefined;
  /** How often a call is repeated after a 5xx or without a response. Default: 2. */
  readonly retries?: number | undefined;
  /** Waits that long; rejects with the signal's reason when it is aborted. */
  readonly wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
}

const mostRefusals = 6;

/**
 * Repeats what is worth repeating: a 429 after the time that the service asks for, a failure after a growing pause. Every
 * pause has a random part, so that callers that were refused together do not come back together.
 */
export async function withRetries(
  attempt: () => Promise<RawResponse>,
  { maxWaitSeconds = 70, retries = 2, wait = pause, random = Math.random }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<RawResponse> {
  let waited = 0;
  let refusals = 0;
  let failures = 0;
  for (;;) {
    const result = await attempt().catch((error: unknown) => {
      if (error instanceof ConnectionError && failures < retries) return undefined;
      throw error;
    });
    if (result?.status === 429) {
      const asked = retryAfterOf(result);
      const jitter = random() * Math.min(2 ** refusals, 8);
      if (waited + asked > maxWaitSeconds || refusals >= mostRefusals) return result;
      const seconds = Math.min(asked + jitter, maxWaitSeconds - waited);
      waited += seconds;
      refusals += 1;
      await wait(seconds * 1000, signal);
    } else if (result === undefined || (result.status >= 500 && failures < retries)) {
      await wait((0.5 + random() / 2) * 2 ** failures * 500, signal);
      failures += 1;
    } else return result;
  }
}

/** In seconds: what the header says, as a number or a date, else what the body says; one second if neither does. */
export function retryAfterOf({ header, body }: RawResponse): number {
  const said = header('Retry-After') ?? '';
  const seconds = [Number(said), (Date.parse(said) - Date.now()) / 1000, secondsIn(body)];
  return seconds.find((each) => Number.isFinite(each) && each > 0) ?? 1;
}

function secondsIn(body: string): number {
  try {
    return Number((JSON.parse(body) as { error?: { retryAfter?: unknown } } | null)?.error?.retryAfter);
  } catch {
    return Number.NaN;
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
