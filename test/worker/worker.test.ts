import { expect, it } from 'vitest';
import { eventOf } from '../../bin/local/jobs/queue.ts';
import { create as createWorker } from '../../functions/worker/handler.ts';
import { nightMessage, projection } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { viewDifferences } from '../support/rosters/oracle.ts';
import { dumpOf } from '../support/store/dump.ts';
import { useTable } from '../support/store/table.ts';
import { accountFacts } from './account-facts.ts';
import { openAccount } from './accounts.ts';
import {
  drain,
  itemsOf,
  plentyOfTime,
  processIn,
  runNight,
  snapshotOf,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

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
    project: (_: string, ids: readonly string[]) => project(db.table, account, ids, deps.pages),
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
    items
      .map(({ touched: _, followed: __, generation: ___, ...item }) => item)
      .sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));
  const inMemory = itemsOf(snapshotOf(world)).filter(({ pk }) => pk.startsWith('CUST#'));
  expect(withoutMarks(await dumpOf(db.table, 'acme'))).toEqual(withoutMarks(inMemory));
});

it('one message brings as many clients into the lists as it names', async () => {
  const world = worldOf();
  const { table, queue, randomBytes } = processIn(world);
  await createAccount(table, asAccount('acme'), 'Acme');
  const facts = accountFacts(1, { clients: 100, streams: 0, signals: 0 });
  await writeFacts(writerWithoutProjection(world), asAccount('acme'), facts);
  const messages = projection(
    'acme',
    facts.flatMap(({ kind, value }) => (kind === 'client' ? value.id : [])),
    randomBytes,
  );
  await queue.send(messages);
  await drain(world);

  expect(messages).toHaveLength(1);
  expect(
    viewDifferences(
      itemsOf(snapshotOf(world)).filter(({ pk }) => pk.startsWith('CUST#')),
      'acme',
    ),
  ).toEqual([]);
});
