import { expect, it } from 'vitest';
import { dateOf } from '../../../../shared/domain/dates.ts';
import { markSent, storeMorning, unsentMornings } from '../../../../shared/table/night/mornings.ts';
import { asAccount, morningKey } from '../../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../../shared/table/store/read.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import { slowWrites } from '../../../support/store/late.ts';
import { useMemoryTable } from '../../../support/store/table.ts';

const db = useMemoryTable();
const day = 20_777;
const ttlOf = (of: number) => (of + 30) * 86_400;
const stored = (account: ReturnType<typeof asAccount>, of = day) =>
  readItem(db.table, morningKey(account, dateOf(of)), { consistent: true });

it('the event of a night is stored once, until it is sent', async () => {
  const acme = asAccount('once');
  await storeMorning(slowWrites(db.open()), acme, { day, detail: 'first' }, null);
  await storeMorning(slowWrites(db.open()), acme, { day, detail: 'second' }, day - 1);

  expect(await unsentMornings(db.table, acme)).toEqual([{ day, detail: 'first' }]);
  expect(await stored(acme)).toEqual({
    ...morningKey(acme, dateOf(day)),
    v: expect.any(Number),
    detail: 'first',
    ttl: ttlOf(day),
  });
  await markSent(slowWrites(db.open()), acme, day);
  expect(await unsentMornings(db.table, acme)).toEqual([]);
  await storeMorning(slowWrites(db.open()), acme, { day, detail: 'third' }, day);
  expect(await unsentMornings(db.table, acme)).toEqual([]);
  expect(await stored(acme)).toMatchObject({ sent: true, detail: '', ttl: ttlOf(day) });
});

it('events wait in the order of their nights, but for those of nights that were never shown', async () => {
  const acme = asAccount('shown');
  const days = async () => (await unsentMornings(db.table, acme)).map((each) => each.day - day);
  const store = (night: number, lastShown: number | null) =>
    storeMorning(
      slowWrites(db.open()),
      acme,
      { day: day + night, detail: 'x' },
      lastShown === null ? null : day + lastShown,
    );
  await store(1, 0);
  await store(0, 1);
  expect(await days()).toEqual([0, 1]);

  await store(3, 1);
  await store(4, 1);
  expect(await days()).toEqual([0, 1, 4]);
  await store(5, null);
  expect(await days()).toEqual([5]);
});

it('an event of a later version is refused', async () => {
  const acme = asAccount('later');
  await putAll(db.table, [{ ...morningKey(acme, dateOf(day)), v: 99 }]);

  await expect(unsentMornings(db.table, acme)).rejects.toThrow('99');
});
