import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startJobs } from '../../../../bin/local/jobs/jobs.ts';
import { everyMidnight } from '../../../../bin/local/jobs/midnight.ts';
import type { LocalQueue } from '../../../../bin/local/jobs/queue.ts';
import { nightMessage } from '../../../../shared/jobs/requests.ts';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../../shared/table/views/root/root.ts';
import { fakeDeps } from '../../../support/service/deps.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { useTable } from '../../../support/store/table.ts';

const db = useTable();

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

it('a clock that was set back before midnight scores no day that has not come', () => {
  const called: string[] = [];
  const stop = everyMidnight((scheduledTime) => called.push(scheduledTime));

  vi.setSystemTime(Date.UTC(2026, 10, 20, 20, 30));
  vi.advanceTimersByTime(90 * 60_000);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(called).toEqual(['2026-11-21T00:00:00.000Z']);
  stop();
});

it('the jobs of the local service score every account at midnight with a table of their own, which their end closes', async () => {
  const account = asAccount('acme');
  await createAccount(db.table, account, 'Acme');
  const { jobs, stop } = startJobs(fakeDeps(db.table), db.address);
  vi.advanceTimersByTime(90 * 60_000);
  vi.useRealTimers();
  const shown = async () => (await readRoot(db.table, account))?.scoredFor;
  await vi.waitFor(async () => expect(await shown()).toBe(20_778), { timeout: 60_000 });
  // a message that waits for another one is not begun once the jobs end
  await (jobs.queue as LocalQueue).drained();

  const { close } = jobs.table;
  let isOpen = true;
  const closing = vi.spyOn(jobs.table, 'close').mockImplementation(() => {
    isOpen = false;
    close();
  });
  aroundCalls(jobs.table, async (send) => {
    expect(isOpen).toBe(true);
    return send();
  });
  await jobs.queue.send([nightMessage('acme', '2026-11-22')]);
  await stop();

  expect([closing.mock.calls.length, jobs.table === db.table, await shown()]).toEqual([1, false, 20_779]);
});

it('a night of the local service that cannot be dispatched is told', async () => {
  const deps = fakeDeps(db.table);
  const told: unknown[] = [];
  const { jobs, stop } = startJobs({ ...deps, log: (record) => told.push(record) }, db.address);
  aroundCalls(jobs.table, () => Promise.reject(new TypeError('no store')));
  vi.advanceTimersByTime(90 * 60_000);
  await vi.waitFor(() =>
    expect(told).toContainEqual({ level: 'error', kind: 'dispatch', error: { name: 'TypeError' } }),
  );
  await stop();
  // nor is another one tried
  expect(vi.getTimerCount()).toBe(0);
});

it('within a quarter of an hour after sleeping for days it scores the current day', () => {
  const called: string[] = [];
  const stop = everyMidnight((scheduledTime) => called.push(scheduledTime));

  vi.setSystemTime(Date.UTC(2026, 10, 23, 9));
  vi.advanceTimersByTime(15 * 60_000);

  expect(called).toEqual(['2026-11-23T00:00:00.000Z']);
  stop();
});
