import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Skips pauses until the test ends, and returns their milliseconds. */
export function skipPauses(): readonly number[] {
  const pauses: number[] = [];
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation((milliseconds, value) => {
    pauses.push(milliseconds ?? 0);
    return Promise.resolve(value as never);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return pauses;
}
