import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { create } from '../../functions/nightly/handler.ts';
import { sqsQueue } from '../../shared/jobs/sqs.ts';
import { createAccount, setAccountStatus } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { processIn, worldOf } from './world.ts';

it('the dispatch of a night sends each account once, also a suspended one, in batches of ten, by the date of the schedule', async () => {
  const world = worldOf();
  const { table } = processIn(world);
  const accounts = Array.from({ length: 25 }, (_, at) => `a${at}`);
  for (const customerId of accounts) await createAccount(table, asAccount(customerId), customerId);
  // so its history has no gap
  await setAccountStatus(table, asAccount('a3'), 'suspended');
  world.now += 3 * 3_600_000;
  const client = new SQSClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  mock.on(SendMessageBatchCommand).resolves({});

  const queue = sqsQueue(client, 'https://queue.example/night.fifo');
  await create({ ...processIn(world), queue })({ task: 'dispatch', scheduledTime: '2026-11-20T00:00:03Z' });

  const batches = mock.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(batches[0]?.[0]).toEqual({
    Id: '0',
    MessageBody: '{"kind":"score","customerId":"a0","runDate":"2026-11-20"}',
    MessageGroupId: 'a0',
    MessageDeduplicationId: 'score-a0-2026-11-20',
  });
  const groups = batches.flatMap((entries) => entries.map(({ MessageGroupId }) => MessageGroupId));
  expect(groups.toSorted()).toEqual(accounts.toSorted());
  expect(world.logged.at(-1)).toMatchObject({ kind: 'dispatch', runDate: '2026-11-20', AccountsExpected: 25 });
});
