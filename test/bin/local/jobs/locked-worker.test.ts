import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { deleteAccount } from '../../../../bin/cli/accounts/delete-account.ts';
import { lockedWorker } from '../../../../bin/local/jobs/locked-worker.ts';
import { eventOf } from '../../../../bin/local/jobs/queue.ts';
import { rescoring } from '../../../../shared/jobs/requests.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { openAccount } from '../../../functions/worker/accounts.ts';
import { itemsOf, processIn, worldOf } from '../../../functions/worker/world.ts';
import { aroundCalls } from '../../../support/store/clients.ts';

it('a local deletion waits until the worker ends, and leaves nothing of what it wrote', async () => {
  const world = worldOf();
  await openAccount(world, 'acme', { clients: 2, streams: 1, signals: 2 });
  const [service, operator] = [processIn(world), processIn(world, { seed: 2 })];
  const told: string[] = [];
  const { promise: waits, resolve: wait } = Promise.withResolvers<void>();
  let deletion: Promise<unknown> | undefined;
  aroundCalls(service.table, async (send, call) => {
    // scores are stored, lists are not
    if (call === 'writeMany' && !deletion) {
      deletion = deleteAccount({ table: operator.table }, asAccount('acme'), {
        ...operator,
        onWait: (reason) => {
          told.push(reason);
          wait();
        },
        pause: () => setImmediate(),
      });
      await Promise.race([waits, deletion]);
    }
    return send();
  });

  const outgoing = rescoring('acme', '2026-11-20', service.randomBytes);
  const received = { messageId: 'm', receiptHandle: 'r', receiveCount: 1, outgoing };
  const worker = lockedWorker(service)(eventOf(received), { getRemainingTimeInMillis: () => 300_000 });
  await worker.catch(() => undefined);
  await deletion;

  expect(told).toEqual([expect.stringMatching(/^Waiting: an update of the views of acme is running/)]);
  const left = itemsOf(world.store.items).filter(({ pk }) => pk.startsWith('CUST#acme'));
  expect(left.filter(({ pk }) => pk !== 'CUST#acme#GONE')).toEqual([]);
});
