import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { localQueue } from '../../../../bin/local/jobs/queue.ts';
import { nightMessage } from '../../../../shared/jobs/requests.ts';
import { AccountLocked } from '../../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';

const night = nightMessage('acme', '2026-11-20');

/** A worker that first fails the given number of times, and releases its message like the real worker. */
function failing(times: number) {
  const queue = localQueue({ retryAfter: 0.005 });
  const bodies: string[] = [];
  const counts: (string | undefined)[] = [];
  queue.start(async ({ Records: [record] }: SQSEvent) => {
    bodies.push(record?.body ?? '');
    counts.push(record?.attributes.ApproximateReceiveCount);
    if (bodies.length > times) return;
    await queue.release(record?.receiptHandle ?? '', 30);
    throw new Error('not this time');
  });
  return { queue, bodies, counts };
}

it('the local queue retries a message until the worker succeeds', async () => {
  const { queue, bodies, counts } = failing(2);
  await queue.send([night]);
  const first = queue.drained();
  // now it waits for its second attempt
  while (bodies.length === 0) await setImmediate();
  await setImmediate();

  await queue.drained();
  expect(bodies).toHaveLength(3);
  await first;

  expect(counts).toEqual(['1', '2', '3']);
  expect(bodies).toEqual(Array(3).fill(JSON.stringify(night.message)));
  await queue.stop();
});

it('gives up after three attempts and reports it', async () => {
  const { queue } = failing(6);
  await queue.send([night, nightMessage('brown', '2026-11-20')]);

  await expect(queue.drained()).rejects.toThrow('failed three times: score acme, score brown: not this time');
  await queue.stop();
});

it('puts off an account that another process works on, however often, and goes on with others', async () => {
  const queue = localQueue({ retryAfter: 0.005 });
  const done: string[] = [];
  let refusals = 4;
  queue.start(async ({ Records: [record] }: SQSEvent) => {
    const account = record?.attributes.MessageGroupId ?? '';
    if (account === 'a' && refusals-- > 0) {
      throw new AccountLocked(asAccount('a'), 'update', { work: 'update', place: 'there' });
    }
    done.push(account);
  });
  await queue.send(['a', 'b'].map((account) => nightMessage(account, '2026-11-20')));
  await queue.drained();

  expect(done).toEqual(['b', 'a']);
  await queue.stop();
});

it('gives the worker one message at a time, and is drained when the last is done', async () => {
  const queue = localQueue();
  const steps: string[] = [];
  queue.start(async ({ Records: [record] }: SQSEvent) => {
    const account = record?.attributes.MessageGroupId;
    steps.push(`${account} begins`);
    await setTimeout(2);
    steps.push(`${account} ends`);
  });
  for (const account of ['a', 'b']) await queue.send([nightMessage(account, '2026-11-20')]);
  await queue.drained();

  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  await queue.stop();
});

it('that is stopped waits for the message under way, and delivers no other', async () => {
  const queue = localQueue();
  const steps: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.start(async ({ Records: [record] }: SQSEvent) => {
    steps.push(record?.attributes.MessageGroupId);
    await promise;
    steps.push('ended');
  });
  await queue.send(['a', 'b'].map((account) => nightMessage(account, '2026-11-20')));
  const stopped = queue.stop().then(() => steps.push('stopped'));
  await setImmediate();
  resolve();
  await stopped;

  expect(steps).toEqual(['a', 'ended', 'stopped']);
});
