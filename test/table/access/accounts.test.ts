import { describe, expect, it } from 'vitest';
import {
  createAccount,
  listAccounts,
  NoSuchAccount,
  readAccount,
  setAccountStatus,
} from '../../../shared/table/access/accounts.ts';
import {
  AccountDeleted,
  completeDeletion,
  deletedAccount,
  listDeletedAccounts,
  markDeleted,
  recordEmptied,
} from '../../../shared/table/access/deleted-accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import { accountKey, asAccount } from '../../../shared/table/store/item-keys.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { losingFirstAnswers } from '../../support/sim/attempts.ts';
import { slowWrites } from '../../support/store/late.ts';
import { failingTable } from '../../support/store/stores.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
let made = 0;
const newAccount = () => asAccount(`account-${++made}`);

describe('an account', () => {
  it('is active when it is created, with its name and date', async () => {
    const account = newAccount();

    expect(await createAccount(db.table, account, 'Acme', '2026-11-20')).toBe(true);
    expect(await readAccount(db.table, account)).toStrictEqual({
      ...{ name: 'Acme', status: 'active' },
      ...{ keysIssued: 0, created: '2026-11-20' },
    });
  });

  it('may have no date', async () => {
    const account = newAccount();
    await createAccount(db.table, account, 'Acme');

    expect(await readAccount(db.table, account)).toStrictEqual({ name: 'Acme', status: 'active', keysIssued: 0 });
  });

  it('of an earlier version has no count of keys', async () => {
    const account = newAccount();
    await putAll(db.table, [{ ...accountKey(account), name: 'Old', status: 'suspended' }]);

    expect(await readAccount(db.table, account)).toStrictEqual({ name: 'Old', status: 'suspended' });
  });

  it('is not created again', async () => {
    const account = newAccount();
    await createAccount(db.table, account, 'Acme', '2026-11-20');

    expect(await createAccount(db.table, account, 'Acme', '2026-11-20')).toBe(false);
    expect(await createAccount(db.table, account, 'Other')).toBe(false);
    expect(await readAccount(db.table, account)).toMatchObject({ name: 'Acme', created: '2026-11-20' });
  });

  it('is created by the command whose response was lost, unless it was there before', async () => {
    const account = newAccount();
    const table = losingFirstAnswers(db.open());

    expect(await createAccount(table, account, 'Acme', '2026-11-20')).toBe(true);
    expect(await createAccount(table, account, 'Other', '2026-11-20')).toBe(false);
    expect(await createAccount(table, account, 'Acme', '2026-11-21')).toBe(false);
  });

  it('that does not exist has no status', async () => {
    const account = asAccount('nobody');

    await expect(readAccount(db.table, account)).rejects.toThrow(new NoSuchAccount(account));
    await expect(setAccountStatus(db.table, account, 'active')).rejects.toThrow(new NoSuchAccount(account));
    expect(new NoSuchAccount(account)).toMatchObject({
      ...{ name: 'NoSuchAccount', account },
      message: 'There is no account nobody.',
    });
    expect((await listAccounts(db.table)).map(({ customerId }) => customerId)).not.toContain(account);
  });

  it('is suspended and resumed', async () => {
    const account = newAccount();
    await createAccount(db.table, account, 'Acme');

    await setAccountStatus(db.table, account, 'suspended');
    expect(await readAccount(db.table, account)).toMatchObject({ name: 'Acme', status: 'suspended' });
    await setAccountStatus(db.table, account, 'active');
    expect(await readAccount(db.table, account)).toMatchObject({ name: 'Acme', status: 'active' });
  });

  it('that was deleted leaves its id, and is created again only by who has completed the deletion', async () => {
    const account = newAccount();
    await createAccount(db.table, account, 'Acme');
    const deleted = await markDeleted(db.table, account, Date.UTC(2026, 10, 20));

    expect(deleted).toEqual({ customerId: account, at: '2026-11-20T00:00:00.000Z', isComplete: false });
    await expect(readAccount(db.table, account)).rejects.toThrow(NoSuchAccount);
    // no worker can publish for it any more
    expect(await readRoot(db.table, account, { consistent: true })).toBeUndefined();
    await expect(createAccount(db.table, account, 'Again')).rejects.toThrow(new AccountDeleted(deleted));
    const other = { ...deleted, at: '2026-11-19T00:00:00.000Z' };
    await expect(createAccount(db.table, account, 'Again', undefined, other)).rejects.toThrow(AccountDeleted);

    expect(new AccountDeleted(deleted).message).toBe(`The account ${account} was deleted at 2026-11-20T00:00:00.000Z.`);

    const slow = slowWrites(db.open());
    const completed = await completeDeletion(slow, await recordEmptied(slow, deleted, Date.UTC(2026, 10, 21)));
    expect(completed).toEqual({ ...deleted, emptied: '2026-11-21T00:00:00.000Z', isComplete: true });
    expect(await deletedAccount(db.table, account)).toEqual(completed);
    expect(await listDeletedAccounts(db.table)).toContainEqual(completed);
    expect(new AccountDeleted(completed).message).toBe(new AccountDeleted(deleted).message);
    expect(await createAccount(db.table, account, 'Again', undefined, completed)).toBe(true);
    expect(await deletedAccount(db.table, account)).toBeUndefined();
    expect(await createAccount(db.table, account, 'Again', undefined, completed)).toBe(false);
  });

  it('is listed with all others, by id', async () => {
    await deleteAll(
      db.table,
      (await listAccounts(db.table)).map(({ customerId }) => accountKey(customerId)),
    );
    await createAccount(db.table, asAccount('b'), 'Second');
    await createAccount(db.table, asAccount('a'), 'First', '2026-11-20');
    await createAccount(db.table, asAccount('B'), 'Another');

    expect(await listAccounts(db.table)).toStrictEqual([
      { customerId: 'B', name: 'Another', status: 'active', keysIssued: 0 },
      { customerId: 'a', name: 'First', status: 'active', keysIssued: 0, created: '2026-11-20' },
      { customerId: 'b', name: 'Second', status: 'active', keysIssued: 0 },
    ]);
  });
});

describe('a failure of the table', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['creating', () => createAccount(failingTable(), asAccount('acme'), 'Acme')],
    ['suspending', () => setAccountStatus(failingTable(), asAccount('acme'), 'suspended')],
    ['deleting', () => markDeleted(failingTable(), asAccount('acme'), 0)],
  ])('ends %s an account', async (_, act) => {
    await expect(act()).rejects.toThrow('out of order');
  });
});
