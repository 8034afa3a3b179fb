import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery, Outcome } from '../../../notices/delivery.ts';
import { AddressRefused } from '../../../notices/send/address.ts';
import { type DeliveryDeps, deliverer, type Queued } from '../../../notices/send/deliver.ts';
import { NoAnswer, TimedOut } from '../../../notices/send/post.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-11-28T00:05:00.000Z');
const secret = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`;

function deliveryTo(to: string, more: Partial<Delivery> = {}): Delivery {
  const at = new Date(start).toISOString();
  const of = { accountId: 'acme', noticeId: 'n1', id: `msg_${to}`, firstTriedAt: at };
  return { ...of, kind: 'webhook', to, secrets: [secret('a')], body: '{"a":"ä"}', ...more };
}

const neverMailed = () => Promise.reject(new Error('no mail was expected'));

/** Takes the messages of a queue one after the other, each when it comes. */
async function takeAll(first: Queued, means: Partial<DeliveryDeps>, until = 30 * hour) {
  const outcomes: Outcome[] = [];
  const times: number[] = [];
  const queue: { queued: Queued; at: number }[] = [{ queued: first, at: start }];
  let now = start;
  const take = deliverer({
    clock: () => now,
    post: async () => 200,
    mail: neverMailed,
    later: async (queued, seconds) => {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
      queue.push({ queued, at: now + seconds * 1000 });
    },
    tell: async (outcome) => {
      times.push((now - start) / minute);
      outcomes.push(outcome);
    },
    ...means,
  });
  for (let next = queue.shift(); next && next.at < start + until; next = queue.shift()) {
    now = next.at;
    await take(next.queued);
  }
  return { outcomes, times, left: queue };
}

describe('a webhook of Standard Webhooks', () => {
  it('verifies with the official package, at the first try and an hour later, with the old secret and the new', async () => {
    const heard: number[] = [];
    const post: DeliveryDeps['post'] = async (_, headers, body) => {
      // the package compares the timestamp with its own clock, and takes five minutes of difference
      const minutes = (Number(headers['webhook-timestamp']) * 1000 - start) / minute;
      vi.useFakeTimers({ now: start + minutes * minute, toFake: ['Date'] });
      try {
        for (const one of ['a', 'b']) {
          expect(new Webhook(secret(one)).verify(body, { ...headers })).toEqual({ a: 'ä' });
        }
        expect(() => new Webhook(secret('c')).verify(body, { ...headers })).toThrow();
        expect(() => new Webhook(secret('a')).verify(`${body} `, { ...headers })).toThrow();
      } finally {
        vi.useRealTimers();
      }
      expect(headers['webhook-id']).toBe('msg_x');
      heard.push(minutes);
      return heard.length < 6 ? 503 : 204;
    };
    const delivery = deliveryTo('x', { secrets: [secret('b'), secret('a')] });

    const { outcomes } = await takeAll({ delivery }, { post });
    expect(heard).toEqual([0, 1, 5, 15, 30, 60]);
    expect(outcomes.at(-1)).toMatchObject({ ok: true, final: true, words: 'The receiver has it.' });
  });

  it('Slack and Teams get no signature: they would not look at one', async () => {
    for (const kind of ['slack', 'teams'] as const) {
      const post = vi.fn(async () => 200);
      await takeAll({ delivery: deliveryTo('x', { kind }) }, { post });
      expect(post).toHaveBeenCalledExactlyOnceWith('x', {}, '{"a":"ä"}');
    }
  });
});

describe('what an attempt ends with', () => {
  const failing = (error: Error) => () => Promise.reject(error);
  const answering = (status: number) => async () => status;

  it.each([
    ['204', answering(204), true, true, 'The receiver has it.'],
    [
      '301',
      answering(301),
      false,
      false,
      'The receiver is elsewhere (301). Messages follow no redirect: give its new URL.',
    ],
    ['404', answering(404), false, false, 'The receiver answered with an error (404).'],
    ['410', answering(410), false, true, 'The receiver wants no more messages (410).'],
    ['500', answering(500), false, false, 'The receiver answered with an error (500).'],
    ['no answer', failing(new NoAnswer('It is down.')), false, false, 'It is down.'],
    ['a refused address', failing(new AddressRefused('Not there.')), false, true, 'Not there.'],
  ])('%s', async (_, post, ok, final, words) => {
    const { outcomes } = await takeAll({ delivery: deliveryTo('x') }, { post }, minute);
    expect(outcomes[0]).toMatchObject({ accountId: 'acme', noticeId: 'n1', deliveryId: 'msg_x', ok, final, words });
  });

  it('what is given up comes back without its secrets, what was sent does not', async () => {
    const { secrets: _, ...kept } = deliveryTo('x');
    const given = async (status: number) =>
      (await takeAll({ delivery: deliveryTo('x') }, { post: answering(status) })).outcomes.at(-1)?.givenUp;

    expect(await given(410)).toEqual(kept);
    expect(await given(200)).toBeUndefined();
  });

  it('a test is tried once', async () => {
    const { outcomes } = await takeAll({ delivery: deliveryTo('x', { test: true }) }, { post: answering(500) });
    expect(outcomes).toMatchObject([{ ok: false, final: true }]);
  });

  it('a defect is no outcome: the message stays in the queue, and its alarm rings', async () => {
    await expect(takeAll({ delivery: deliveryTo('x') }, { post: failing(new TypeError('x')) })).rejects.toThrow('x');
  });

  it('a mail is handed over, tried again like the rest, and has no signature', async () => {
    const mail = vi.fn().mockRejectedValueOnce(new NoAnswer('The mail was not accepted.')).mockResolvedValue(undefined);
    const { outcomes } = await takeAll({ delivery: deliveryTo('a@example.com', { kind: 'mail' }) }, { mail });
    expect(outcomes.map(({ words }) => words)).toEqual(['The mail was not accepted.', 'The mail was handed over.']);
  });
});

it('a receiver that is down for a day is tried with growing pauses, then given up', async () => {
  const { times, outcomes, left } = await takeAll({ delivery: deliveryTo('x') }, { post: async () => 503 });

  expect(times.map(Math.round)).toEqual([0, 1, 5, 15, 30, 60, 120, 180, 300, 480, 720, 1080, 1440]);
  expect(outcomes.map(({ final }) => final)).toEqual([...Array(12).fill(false), true]);
  expect(left).toEqual([]);
});

/** A standard queue and some containers of the function, in made-up time. */
async function simulate(
  deliveries: readonly Delivery[],
  { containers = 10, receiver, dies = () => false }: Simulated,
): Promise<{ sent: Map<string, number[]>; outcomes: Outcome[]; steps: number }> {
  let now = start;
  let timers: { at: number; ring: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((ring) => timers.push({ at: now + ms, ring }));
  const queue = deliveries.map((delivery) => ({ queued: { delivery } as Queued, visible: start }));
  const sent = new Map<string, number[]>();
  const outcomes: Outcome[] = [];
  let steps = 0;
  const step = () => {
    steps += 1;
    if (dies(steps)) throw new Killed();
  };
  const open = () =>
    deliverer({
      clock: () => now,
      mail: neverMailed,
      post: async (to, headers) => {
        step();
        const { status, ms } = receiver(to, now);
        await sleep(ms);
        if (status === undefined) throw new TimedOut('No answer.');
        const id = String(headers['webhook-id']);
        if (status < 300) sent.set(id, [...(sent.get(id) ?? []), now]);
        step();
        return status;
      },
      later: async (queued, seconds) => {
        step();
        queue.push({ queued, visible: now + seconds * 1000 });
        step();
      },
      tell: async (outcome) => {
        step();
        outcomes.push(outcome);
        step();
      },
    });
  const container = async () => {
    let take = open();
    for (;;) {
      const message = queue.find(({ visible }) => visible <= now);
      if (!message) {
        await sleep(10_000);
        continue;
      }
      message.visible = now + 3 * minute;
      try {
        await take(message.queued);
        await sleep(20);
        queue.splice(queue.indexOf(message), 1);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        take = open();
      }
    }
  };
  let failure: unknown;
  for (let each = 0; each < containers; each += 1) {
    container().catch((error) => {
      failure = error;
    });
  }
  while (queue.length > 0 && now < start + 26 * hour) {
    await new Promise(setImmediate);
    if (failure) throw failure;
    now = Math.min(...timers.map(({ at }) => at));
    const due = timers.filter(({ at }) => at === now);
    timers = timers.filter(({ at }) => at > now);
    for (const { ring } of due) ring();
  }
  return { sent, outcomes, steps };
}

class Killed extends Error {}

interface Simulated {
  readonly containers?: number;
  /** Without a status: it never answers. */
  readonly receiver: (to: string, now: number) => { readonly status?: number; readonly ms: number };
  /** Whether the process is killed at the n-th step of all. */
  readonly dies?: (step: number) => boolean;
}

describe('in a night of many receivers', () => {
  const many = (to: string, count: number) =>
    Array.from({ length: count }, (_, at) => deliveryTo(to, { id: `${to}-${at}` }));

  it('one that is down for two hours gets all, within the hour after', async () => {
    const all = [...many('down', 200), ...many('up', 50)];
    const { sent } = await simulate(all, {
      receiver: (to, now) => ({ status: to === 'down' && now < start + 2 * hour ? 503 : 200, ms: 100 }),
    });

    expect(sent.size).toBe(all.length);
    expect(Math.max(...[...sent.values()].flat())).toBeLessThan(start + 3.1 * hour);
  });

  it('one that never answers delays the messages of others by seconds, though its own came first', async () => {
    const others = Array.from({ length: 300 }, (_, at) => deliveryTo(`other-${at}`));
    const lastOf = async (all: readonly Delivery[]) => {
      const receiver = (to: string) => (to === 'silent' ? { ms: 10_000 } : { status: 200, ms: 200 });
      const { sent } = await simulate(all, { receiver });
      expect(sent.size).toBe(others.length);
      return (Math.max(...[...sent.values()].flat()) - start) / 1000;
    };

    const alone = await lastOf(others);
    const behind = await lastOf([...many('silent', 500), ...others]);
    // each container learns it once; without that it would be 500 seconds
    expect(behind - alone).toBeLessThan(25);
  });

  it('killed at every step, each is sent at least once, and every outcome is told', async () => {
    const all = many('x', 3);
    let tried = 0;
    const receiver = () => ({ status: tried++ % 2 === 0 ? 503 : 200, ms: 100 });
    const { steps } = await simulate(all, { receiver });
    expect(steps).toBeGreaterThan(25);
    for (let at = 1; at <= steps; at += 1) {
      const { sent, outcomes } = await simulate(all, { containers: 2, receiver, dies: (step) => step === at });
      expect(sent.size).toBe(all.length);
      for (const { id } of all) expect(outcomes).toContainEqual(expect.objectContaining({ deliveryId: id, ok: true }));
    }
  });
});
