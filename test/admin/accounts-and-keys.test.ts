import { expect, it } from 'vitest';
import { issueKey } from '../../bin/admin/keys/issue-key.ts';
import { rollKey } from '../../bin/admin/keys/roll-key.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { saveFeeds } from '../../shared/table/access/feeds.ts';
import { keysOf } from '../../shared/table/access/issued-keys.ts';
import { suspendAccount } from '../../shared/table/access/suspend-account.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { atTerminal } from './at-terminal.ts';

const db = useMemoryTable();
const account = asAccount('paused');

it('an account that is created again says whether it is suspended, and its list has every fault of its feeds', async () => {
  const run = atTerminal(() => db.table);
  await createAccount(db.table, account, 'Paused');
  await suspendAccount(db.table, account);
  await saveFeeds(db.table, account, [
    {
      ...{ feed: 'calls', kind: 'signals', every: 7, dated: '2026-11-12', due: '2026-11-19' },
      faults: [
        { is: 'empty', file: 'x.csv' },
        { is: 'empty', file: 'y.csv' },
      ],
    },
    { feed: 'notes', kind: 'notes', every: 1, due: '2026-11-30', faults: [{ is: 'empty', file: 'z.csv' }] },
  ]);

  const again = await run('accounts create --account paused --name Paused --json');
  expect(again.out).toEqual(['{"customerId":"paused","name":"Paused","status":"suspended","created":false}']);
  const [listed] = JSON.parse((await run('accounts list --json')).out[0] ?? '');
  expect(listed.feedFaults).toEqual([
    'calls: no new file; the last one is of 2026-11-12, and one is expected every 7 days',
    'calls: x.csv has no rows',
    'calls: y.csv has no rows',
    'notes: z.csv has no rows',
  ]);
});

it('a key that is rolled again after two such commands were killed has one successor', async () => {
  const [effects, acme] = [{ clock: () => noon, randomBytes: bytesOf(randomOf(9)) }, asAccount('acme')];
  const target = { table: db.table, keyPrefix: 'svctest' } as const;
  await createAccount(db.table, acme, 'Acme');
  const issue = (rolledFrom?: string) =>
    issueKey(effects, target, { account: acme, name: 'ci', ...(rolledFrom && { rolledFrom }) }, () => undefined);
  const { keyId } = await issue();
  const unfinished = [await issue(keyId), await issue(keyId)].map((key) => [key.keyId, 'revoked']);

  const rolled = await rollKey(effects, target, keyId, '1h', () => undefined);
  expect(new Map((await keysOf(db.table, acme)).map((key) => [key.keyId, key.state]))).toEqual(
    new Map([[keyId, 'active'], ...unfinished, [rolled.keyId, 'active']] as [string, string][]),
  );
});
