import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everyMidnight } from '../../bin/local/jobs/midnight.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 22, 30) }));
afterEach(() => vi.useRealTimers());

it('the local service scores at 00:00 UTC on every day it runs', () => {
  const called: string[] = [];
  const stop = everyMidnight((scheduledTime) => called.push(scheduledTime));

  vi.advanceTimersByTime(90 * 60_000 - 1);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(['2026-11-21T00:00:00.000Z']);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(called).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z']);

  stop();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect(called.length).toBe(2);
});

it('after sleeping for days it scores the current day', () => {
  const called: string[] = [];
  const stop = everyMidnight((scheduledTime) => called.push(scheduledTime));

  vi.setSystemTime(Date.UTC(2026, 10, 23, 9));
  vi.advanceTimersToNextTimer();

  expect(called).toEqual(['2026-11-23T00:00:00.000Z']);
  stop();
});
