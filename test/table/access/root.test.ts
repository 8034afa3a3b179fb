import { expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import {
  type Named,
  nightsOf,
  type Root,
  RootReplaced,
  readRoot,
  replaceRoot,
} from '../../../shared/table/access/root.ts';
import { asAccount, rootKey } from '../../../shared/table/store/item-keys.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { losingFirstAnswers } from '../../support/sim/attempts.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const live = { lists: {}, portfolios: 'p' } as Named;
let made = 0;

async function newRoot(): Promise<{ account: ReturnType<typeof asAccount>; root: Root }> {
  const account = asAccount(`account-${++made}`);
  await createAccount(db.table, account, 'Acme');
  return { account, root: (await readRoot(db.table, account, { consistent: true })) as Root };
}

it('the root of a new account shows nothing, and is that of no other account', async () => {
  const [{ root }, other] = [await newRoot(), await newRoot()];

  expect(root).toEqual({
    ...{
      generation: expect.stringMatching(/^[\w-]{12}$/),
      version: 0,
      facts: '',
      scoredFor: null,
      live: null,
      round: 0,
    },
    deletions: [],
  });
  expect(root.generation).not.toBe(other.root.generation);
  expect(await readRoot(db.table, asAccount('nobody'))).toBeUndefined();
});

it('only the root that was read is replaced', async () => {
  const { account, root } = await newRoot();
  const first = await replaceRoot(db.table, account, root, { scoredFor: 7 });

  expect(first).toEqual({ ...root, version: 1, scoredFor: 7 });
  const error = await replaceRoot(db.table, account, root, { live }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(RootReplaced);
  expect(error).toMatchObject({ name: 'RootReplaced', message: `The root of ${account} has changed.` });
  const later = await replaceRoot(db.table, account, first, { live, round: 3, deletions: [{ at: 1, live }] });
  expect(await readRoot(db.table, account)).toEqual(later);

  const again = { ...later, generation: 'another' };
  await expect(replaceRoot(db.table, account, again, {})).rejects.toThrow(RootReplaced);
  await deleteAll(db.table, [rootKey(account)]);
  await expect(replaceRoot(db.table, account, later, {})).rejects.toThrow(RootReplaced);
});

it('a replacement whose answer was lost is not taken for that of another', async () => {
  const { account, root } = await newRoot();
  const table = losingFirstAnswers(db.open());
  const reads: unknown[] = [];
  aroundCalls(table, (send, command, input) => {
    if (command === 'get') reads.push((input as { consistent: boolean }).consistent);
    return send();
  });

  const next = await replaceRoot(table, account, root, { scoredFor: 7 });
  expect(await readRoot(db.table, account)).toEqual(next);
  await expect(replaceRoot(table, account, root, { scoredFor: 8 })).rejects.toThrow(RootReplaced);
  expect(reads).toEqual([true, true]);
  // equal by chance: whoever was not repeated has not written it
  await expect(replaceRoot(db.table, account, root, { scoredFor: 7 })).rejects.toThrow(RootReplaced);
  await expect(replaceRoot(failingTable(), account, root, {})).rejects.toThrow('out of order');
});

it('accounts show the night that they were scored for last', async () => {
  const [{ account, root }, fresh] = [await newRoot(), await newRoot()];
  await replaceRoot(db.table, account, root, { scoredFor: 20_777 });

  expect(await nightsOf(db.table, [fresh.account, asAccount('nobody'), account])).toEqual(new Map([[account, 20_777]]));
});

it('a root of a later version is refused', async () => {
  const { account, root } = await newRoot();
  await putAll(db.table, [{ ...rootKey(account), ...root, v: 99 }]);

  await expect(readRoot(db.table, account)).rejects.toThrow('99');
});
