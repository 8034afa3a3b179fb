import { expect, it } from 'vitest';
import { eventOf } from '../../bin/local/jobs/queue.ts';
import { create as createWorker } from '../../functions/worker/handler.ts';
import { nightMessage } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';
import { accountFacts } from './account-facts.ts';
import { openAccount } from './accounts.ts';
import { itemsOf, plentyOfTime, processIn, runNight, snapshotOf, worldOf } from './world.ts';

const db = useTable();
const size = { clients: 6, streams: 2, signals: 8 };

it('a night leaves the same items in DynamoDB as in the in-memory table', async () => {
  const world = worldOf();
  await openAccount(world, 'acme', size);
  await runNight(world, '2026-11-20');

  const deps = { ...processIn(world), table: db.table };
  const account = asAccount('acme');
  const writer = {
    ...deps,
    changed: async () => void (await rebuild(db.table, account, {})),
  };
  await createAccount(db.table, account, 'acme');
  await writeFacts({ ...writer, randomBytes: bytesOf(randomOf(1)) }, account, accountFacts(1, size));
  const received = {
    messageId: 'm',
    receiptHandle: 'r',
    outgoing: nightMessage('acme', '2026-11-20'),
    receiveCount: 1,
  };
  await createWorker(deps)(eventOf(received), plentyOfTime());

  const withoutMarks = (items: Awaited<ReturnType<typeof dumpOf>>) =>
    items.map(({ generation: _, ...item }) => item).sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));
  const inMemory = itemsOf(snapshotOf(world)).filter(({ pk }) => pk.startsWith('CUST#'));
  expect(withoutMarks(await dumpOf(db.table, 'acme'))).toEqual(withoutMarks(inMemory));
});
