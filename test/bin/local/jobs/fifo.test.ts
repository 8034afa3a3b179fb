import { describe, expect, it } from 'vitest';
import { createFifoQueue } from '../../../../bin/local/jobs/fifo.ts';
import { handover, nightMessage, rebuilding, rescoring } from '../../../../shared/jobs/requests.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';

const minute = 60_000;
const createQueue = () => createFifoQueue({ visibility: 30 * minute, maxReceives: 3 });
const night = (account: string) => nightMessage(account, '2026-11-20');
const next = (account: string) => nightMessage(account, '2026-11-21');

describe('the queue', () => {
  it('delivers the messages of one account one at a time, in order, and different accounts in parallel', () => {
    const queue = createQueue();
    for (const each of [night('a'), next('a'), night('b')]) queue.send(each, 0);

    const first = queue.receive(0);
    expect(first?.outgoing).toEqual(night('a'));
    expect(queue.receive(0)?.outgoing).toEqual(night('b'));
    expect(queue.receive(0)).toBeUndefined();

    queue.remove(first?.receiptHandle ?? '');
    expect(queue.receive(0)?.outgoing).toEqual(next('a'));
  });

  it('drops duplicates for five minutes, also of processed messages', () => {
    const queue = createQueue();
    queue.send(night('a'), 0);
    queue.remove(queue.receive(0)?.receiptHandle ?? '');

    queue.send(night('a'), 5 * minute - 1);
    expect(queue.receive(5 * minute - 1)).toBeUndefined();
    queue.send(night('a'), 5 * minute);
    const again = queue.receive(5 * minute);
    expect(again?.outgoing).toEqual(night('a'));
    queue.remove(again?.receiptHandle ?? '');
    queue.send(night('a'), 10 * minute - 1);
    expect(queue.waiting()).toBe(0);
  });

  it('delivers a day that is to be scored again twice, if two commands ask for it within five minutes', () => {
    const queue = createQueue();
    const randomBytes = bytesOf(randomOf(1));
    const asked = [0, 1].map((at) => {
      const each = rescoring('a', '2026-11-20', randomBytes);
      queue.send(each, at * minute);
      return each.message;
    });

    const received = asked.map(() => {
      const each = queue.receive(minute);
      queue.remove(each?.receiptHandle ?? '');
      return each?.outgoing.message;
    });
    expect(received).toEqual(asked);
  });

  it('redelivers unfinished messages first', () => {
    const queue = createQueue();
    queue.send(night('a'), 0);
    queue.send(next('a'), 0);
    const first = queue.receive(0)?.receiptHandle ?? '';
    queue.send(night('b'), minute);
    queue.receive(minute);

    expect(queue.receive(30 * minute - 1)).toBeUndefined();
    expect(queue.nextAt()).toBe(30 * minute);
    expect(queue.receive(30 * minute)).toMatchObject({ outgoing: night('a'), receiveCount: 2 });
    // who had it first ends too late
    queue.release(first, 30 * minute, 0);
    queue.remove(first);
    expect([queue.receive(30 * minute), queue.waiting()]).toEqual([undefined, 3]);
  });

  it('redelivers released messages sooner', () => {
    const queue = createQueue();
    queue.send(night('a'), 0);
    queue.release(queue.receive(0)?.receiptHandle ?? '', 0, 30);

    expect(queue.receive(29_999)).toBeUndefined();
    expect(queue.receive(30_000)?.receiveCount).toBe(2);
  });

  it('moves a message received three times to the dead letters, continues with the next one, and redrives it on request', () => {
    const queue = createQueue();
    queue.send(night('a'), 0);
    queue.send(next('a'), 0);
    for (let at = 0; at < 3; at += 1) queue.release(queue.receive(at)?.receiptHandle ?? '', at, 0);

    const second = queue.receive(3);
    expect(second?.outgoing).toEqual(next('a'));
    expect(queue.dead()).toEqual([night('a')]);

    // a dead letter that comes back soon is no duplicate of itself
    queue.redrive(4);
    expect([queue.dead(), queue.waiting()]).toEqual([[], 2]);
    queue.remove(second?.receiptHandle ?? '');
    expect(queue.receive(4)).toMatchObject({ outgoing: { message: night('a').message }, receiveCount: 1 });
  });
});

it('a request to build the lists is a new message each time, never a duplicate', () => {
  const random = bytesOf(randomOf(1));
  const [first, second] = [rebuilding('a', random), rebuilding('a', random)];

  expect(first.message).toEqual(second.message);
  expect(first.id).not.toBe(second.id);
  // SQS accepts only some characters
  expect(first.id).toMatch(/^[\w-]{22}$/);
});

describe('the rest of a message that is handed over', () => {
  const night = { kind: 'score', customerId: 'a', runDate: '2026-11-20', again: true } as const;
  const rest = (id: string, left: Parameters<typeof handover>[1]) => handover({ message: night, id }, left);

  it('is the message with what is left, not what was left before', () => {
    const { message } = handover({ message: { ...night, after: 'c1' }, id: 'n' }, { only: 'views' });

    expect(message).toEqual({ ...night, only: 'views' });
    expect(rest('n', { after: 'c2' }).message).toEqual({ ...night, after: 'c2' });
  });

  it('is a duplicate if the same message is delivered twice, and of no other message or rest', () => {
    expect(rest('n', { after: 'c1' })).toEqual(rest('n', { after: 'c1' }));

    const others = [rest('n', { after: 'c1' }), rest('m', { after: 'c1' }), rest('n', { after: 'c2' })];
    const steps = [rest('n', { only: 'views' }), rest('n', { only: 'sweep' }), rest('m', { only: 'views' })];
    expect(new Set([...others, ...steps].map(({ id }) => id)).size).toBe(6);
  });
});
