import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '../../../bin/admin/accounts/delete-account.ts';
import { eventOf } from '../../../bin/local/jobs/queue.ts';
import { create } from '../../../functions/worker/handler.ts';
import type { Message } from '../../../shared/jobs/message.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { lateWritesEnd } from '../../../shared/table/access/deleted-accounts.ts';
import { asAccount, deletedAccountsRange } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { pausing } from '../../support/faults/pausing.ts';
import { synthesise } from '../../support/infra/template.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { isFullSize } from '../../support/size.ts';
import { dump } from '../../support/store/dump.ts';
import { restore } from '../../support/store/restore.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { accountFacts } from '../../worker/account-facts.ts';

// A running worker cannot be stopped, so the deletion must also remove items that the worker still writes. A worker
// that starts later must find nothing and write nothing.

const db = useMemoryTable();
const account = asAccount('gone');
const randomBytes = bytesOf(randomOf(3));
const queue = { send: async () => undefined, release: async () => undefined };
const size = { streams: 2, signals: 3 };

const night: Message = { kind: 'score', customerId: account, runDate: '2026-11-20' };
const allClients: Message = { kind: 'rebuild', customerId: account };

/** Delivers a message, and again if it fails. */
async function work(table: Table, message: Message): Promise<void> {
  const queue = { send: async () => undefined, release: async () => undefined };
  const worker = create({
    ...{ table, queue, randomBytes, pages: new PageStore(1024 * 1024), clock: () => noon, buildId: 'test' },
    log: () => undefined,
    consumed: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
  });
  const outgoing = { message, id: 'm1' };
  const deliver = (count: number) =>
    worker(eventOf({ messageId: 'm1', receiptHandle: 'm1', outgoing, receiveCount: count }), {
      getRemainingTimeInMillis: () => 300_000,
    });
  await deliver(1).catch(() => deliver(2));
}

/** What the worker does while the deletion waits for workers that started earlier. */
type Meeting = 'goes on' | 'begins';

/** `npm test` pauses the worker before every eighth call only. */
const step = isFullSize ? 1 : 8;

/** Deletes the account while a worker is paused, at its calls in turn. Returns the number of calls. */
async function deletedDuring(
  message: Message,
  meeting: Meeting,
  before: readonly Item[],
  whole: readonly Item[],
): Promise<number> {
  for (let call = 1; ; call += step) {
    await restore(db.table, whole);
    const { table, stands, goOn, wasReached } = pausing(db, call);
    let worked = Promise.resolve();
    const begin = async () => {
      worked = work(table, message);
      await Promise.race([stands, worked]);
    };
    const end = async () => {
      goOn();
      await worked;
    };
    const [first, waitForWorkers] = meeting === 'begins' ? [async () => undefined, begin] : [begin, end];
    await first();
    await deleteAccount({ table: db.table, queue }, account, { clock: () => noon, randomBytes, pause: waitForWorkers });
    await end();
    await work(db.table, message);
    table.close();

    expect(
      (await dump(db.table)).filter(({ pk }) => pk !== deletedAccountsRange().pk),
      `paused before call ${call}`,
    ).toEqual(before);
    if (!wasReached()) return call - step;
  }
}

describe('an account that is deleted while a worker processes it', () => {
  let before: Item[];
  let unpublished: Item[];
  let published: Item[];

  beforeAll(async () => {
    before = await dump(db.table);
    const writer = { table: db.table, randomBytes, changed: async () => undefined };
    await createAccount(db.table, account, 'Gone');
    await writeFacts(writer, account, accountFacts(1, { ...size, clients: 2 }));
    unpublished = await dump(db.table);
    await work(db.table, { ...night, runDate: '2026-11-19' });
    // the third client was never scored, and the others have changed since
    await writeFacts(writer, account, accountFacts(2, { ...size, clients: 3 }));
    published = await dump(db.table);
  });
  afterAll(() => restore(db.table, before));

  it.each([
    ['its night', night],
    ['a rebuild', allClients],
  ])('leaves nothing: %s', async (_, message) => {
    for (const whole of [published, unpublished]) {
      expect(await deletedDuring(message, 'goes on', before, whole)).toBeGreaterThan(8);
      expect(await deletedDuring(message, 'begins', before, whole)).toBeGreaterThan(0);
    }
  });
});

it('a deletion waits as long as the timeout of the deployed worker', () => {
  const { Resources } = synthesise().template;
  const worker = Object.entries(Resources).find(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && /worker/i.test(id),
  );

  expect(Number(worker?.[1].Properties.Timeout) * 1000).toBe(lateWritesEnd);
});
