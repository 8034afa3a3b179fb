import { SendMessageBatchCommand, type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { create } from '../../functions/nightly/handler.ts';
import type { Message } from '../../shared/jobs/message.ts';
import { sqsQueue } from '../../shared/jobs/sqs.ts';
import { createAccount, setAccountStatus } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { openAccount } from './accounts.ts';
import { drain, fingerprint, Killed, midnight, processIn, runNight, snapshotOf, type World, worldOf } from './world.ts';

const accounts = Array.from({ length: 25 }, (_, at) => `a${at}`);
const event = { task: 'dispatch', scheduledTime: '2026-11-20T00:00:03Z' };

async function worldOfAccounts(): Promise<World> {
  const world = worldOf();
  for (const customerId of accounts) await createAccount(processIn(world).table, asAccount(customerId), customerId);
  return world;
}

/** SQS in front of the world's queue. `accepts` returns for each entry whether SQS accepts it. */
function sqsOf({ fifo, now }: World, accepts: (call: number, group: string) => boolean = () => true) {
  const client = new SQSClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  const batches: SendMessageBatchCommandInput[] = [];
  mock.on(SendMessageBatchCommand).callsFake((input: SendMessageBatchCommandInput) => {
    const call = batches.push(input);
    const { Entries = [] } = input;
    const taken = Entries.filter(({ MessageGroupId = '' }) => accepts(call, MessageGroupId));
    const left = Entries.filter((entry) => !taken.includes(entry));
    for (const { MessageBody = '', MessageDeduplicationId: id = '' } of taken) {
      fifo.send({ message: JSON.parse(MessageBody) as Message, id }, now);
    }
    return { Successful: taken.map(({ Id }) => ({ Id })), Failed: left.map(({ Id }) => ({ Id })) };
  });
  return { queue: sqsQueue(client, 'https://queue.example/night.fifo'), batches };
}

const waitingIn = ({ fifo, now }: World) => {
  const messages: Message[] = [];
  for (let next = fifo.receive(now); next; next = fifo.receive(now)) messages.push(next.outgoing.message);
  return messages;
};

const expected = accounts.map((customerId) => ({ kind: 'score', customerId, runDate: '2026-11-20' }));
const byAccount = (a: Message, b: Message) => accounts.indexOf(a.customerId) - accounts.indexOf(b.customerId);

describe('the dispatch of a night', () => {
  it('sends each account once, in batches of ten, by the date of the schedule', async () => {
    const world = await worldOfAccounts();
    world.now += 3 * 3_600_000;
    const { queue, batches } = sqsOf(world);

    await create({ ...processIn(world), queue })(event);

    expect(batches.map(({ Entries = [] }) => Entries.length)).toEqual([10, 10, 5]);
    expect(batches[0]?.Entries?.[0]).toEqual({
      Id: '0',
      MessageBody: '{"kind":"score","customerId":"a0","runDate":"2026-11-20"}',
      MessageGroupId: 'a0',
      MessageDeduplicationId: 'score-a0-2026-11-20',
    });
    expect(waitingIn(world).sort(byAccount)).toEqual(expected);
    expect(world.logged.at(-1)).toMatchObject({ kind: 'dispatch', runDate: '2026-11-20', AccountsExpected: 25 });
  });

  it('sends suspended accounts too, so their histories have no gaps', async () => {
    const world = await worldOfAccounts();
    await setAccountStatus(processIn(world).table, asAccount('a3'), 'suspended');
    const { queue } = sqsOf(world);
    await create({ ...processIn(world), queue })(event);

    expect(waitingIn(world).toSorted(byAccount)).toEqual(expected);
  });

  it.each([0, 1, 2, 3])('killed after %i of 3 batches and called again, sends each account once', async (done) => {
    const world = await worldOfAccounts();
    const { queue } = sqsOf(world);
    let calls = 0;
    const dying: typeof queue = {
      ...queue,
      send: async (outgoing) => {
        for (let at = 0; at < outgoing.length; at += 10) {
          if (calls >= done) throw new Killed();
          calls += 1;
          await queue.send(outgoing.slice(at, at + 10));
        }
        throw new Killed();
      },
    };

    await expect(create({ ...processIn(world), queue: dying })(event)).rejects.toThrow(Killed);
    await create({ ...processIn(world), queue })(event);

    expect(waitingIn(world).sort(byAccount)).toEqual(expected);
  });
});

it('a dispatch that is delivered again after the night changes nothing', async () => {
  const world = worldOf(new Map(), midnight);
  await openAccount(world, 'acme', { clients: 3, streams: 1, signals: 4 });
  await runNight(world, '2026-11-20');
  const after = fingerprint(snapshotOf(world));
  // within the hour after a deletion, no other begins
  world.now += 1_800_000;

  await runNight(world, '2026-11-20');

  expect(fingerprint(snapshotOf(world))).toBe(after);
  await drain(world);
});
