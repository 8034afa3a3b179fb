import { setTimeout } from 'node:timers/promises';

/** Milliseconds before a retry: exponential backoff with full jitter, so that clients throttled together spread out. */
export function backoffDelay(retry: number, { first, longest }: { first: number; longest: number }): number {
  return Math.random() * Math.min(longest, first * 2 ** (retry - 1));
}

/** Waits before a retry after throttling or a conflict. */
export async function backOff(retry: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(backoffDelay(retry, { first: 50, longest: 2000 }), undefined, signal && { signal });
}
