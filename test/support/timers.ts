import { vi } from 'vitest';

/**
 * The milliseconds of all timers that are set from now on, one after the other: an upper limit of what code waits for,
 * and the same on a busy machine.
 */
export function millisecondsOfTimers(): () => number {
  const set = vi.spyOn(globalThis, 'setTimeout');
  return () => set.mock.calls.reduce((sum, [, milliseconds = 0]) => sum + milliseconds, 0);
}
