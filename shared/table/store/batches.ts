import { backOff } from './backoff.ts';

export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Works through the list with at most `concurrency` entries at a time. */
export async function eachLimit<T>(
  list: readonly T[],
  concurrency: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const rest = list.values();
  const worker = async () => {
    for (const entry of rest) await work(entry);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, list.length) }, worker));
}

/** A batch was throttled until its attempts were used up. `isThrottled` recognises this error. */
class BatchThrottled extends Error {
  override name = 'BatchThrottled' as const;

  constructor(left: number, attempts: number) {
    super(`${left} entries of a batch were still throttled after ${attempts} attempts.`);
  }
}

/** One more than the entries of a write batch, so a batch that makes any progress at each attempt completes. */
const maxAttempts = 26;

/**
 * Sends a batch, then resends its unprocessed entries, which `send` returns, until none are left. The pauses before the
 * attempts add up to at most 42 seconds, and the signal ends them.
 */
export async function sendUntilProcessed<Entry>(
  entries: readonly Entry[],
  send: (entries: readonly Entry[]) => Promise<readonly Entry[]>,
  signal?: AbortSignal,
): Promise<void> {
  let left = entries;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    if (attempt > maxAttempts) throw new BatchThrottled(left.length, maxAttempts);
    if (attempt > 1) await backOff(attempt - 1, signal);
    left = await send(left);
  }
}
