import { beforeEach, expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import {
  beginRun,
  changeRun,
  defaultSettings,
  deleteInbox,
  endRun,
  type InboxRun,
  listInboxes,
  readInbox,
  saveInboxSettings,
} from '../../../shared/table/access/inboxes.ts';
import { accountKey, asAccount, inboxKey } from '../../../shared/table/store/item-keys.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { slowWrites } from '../../support/store/late.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const settings = { ...defaultSettings, prune: true };
const run: InboxRun = {
  ...{ id: 'r1', startedAt: '2026-11-20T12:00:00.000Z', files: [], settings, owner: 'o', attempts: 0, step: 1 },
  ...{ until: 5, state: 'importing' },
};
const next: InboxRun = { ...run, step: 2, state: 'moving' };
const last = { id: 'r1', result: 'done', endedAt: '2026-11-20T13:00:00.000Z', files: 3 } as const;

beforeEach(async () => {
  await deleteAll(db.table, [inboxKey(acme), accountKey(acme)]);
  await createAccount(db.table, acme, 'Acme');
});

it('an inbox has its settings, the run that is under way, and the last one', async () => {
  expect(await readInbox(db.table, acme)).toEqual({
    customerId: acme,
    settings: { maps: [], score: true, prune: false },
  });
  expect(await beginRun(db.table, acme, run)).toBe(true);
  expect(await listInboxes(db.table)).toEqual([{ customerId: acme, settings: defaultSettings, run }]);
  for (const each of [defaultSettings, settings]) await saveInboxSettings(slowWrites(db.open()), acme, each);
  expect(await changeRun(db.table, acme, run, next)).toBe(true);
  expect(await readInbox(db.table, acme)).toStrictEqual({ customerId: acme, settings, run: next });
  expect(await endRun(db.table, acme, next, last)).toBe(true);
  expect(await readInbox(db.table, acme)).toStrictEqual({ customerId: acme, settings, last });
  const second = { ...last, id: 'r2' };
  await beginRun(db.table, acme, { ...run, id: 'r2' });
  expect(await endRun(db.table, acme, { ...run, id: 'r2' }, second)).toBe(true);
  expect(await readInbox(db.table, acme)).toStrictEqual({ customerId: acme, settings, last: second });
  expect(await deleteInbox(db.table, acme)).toBe(true);
  expect(await listInboxes(db.table)).toEqual([]);
});

it('has one run at a time, and none of an account that was deleted', async () => {
  await beginRun(db.table, acme, run);

  expect(await beginRun(db.table, acme, { ...run, id: 'r2' })).toBe(false);
  expect((await readInbox(db.table, acme)).run).toEqual(run);
  await deleteAll(db.table, [inboxKey(acme), accountKey(acme)]);
  expect(await beginRun(db.table, acme, run)).toBe(false);
  expect(await listInboxes(db.table)).toEqual([]);
});

it.each<[string, InboxRun | undefined]>([
  ['an earlier step', { ...run, step: 0 }],
  ['another run', { ...run, id: 'r2' }],
  ['no run', undefined],
])('nothing is changed by who has read %s', async (_, read) => {
  await beginRun(db.table, acme, run);

  if (read)
    expect([await changeRun(db.table, acme, read, next), await endRun(db.table, acme, read, last)]).toEqual([
      false,
      false,
    ]);
  expect(await deleteInbox(db.table, acme, read)).toBe(false);
  expect((await readInbox(db.table, acme)).run).toEqual(run);
  expect(await deleteInbox(db.table, acme, run)).toBe(true);
});
