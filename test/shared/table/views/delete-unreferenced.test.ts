import { describe, expect, it } from 'vitest';
import { toScoreItem } from '../../../../shared/table/records/scores.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import { RootReplaced } from '../../../../shared/table/views/root/root.ts';
import { deleteUnreferenced } from '../../../../shared/table/views/write/delete-unreferenced.ts';
import { rebuild } from '../../../../shared/table/views/write/rebuild.ts';
import { dying, Killed } from '../../../support/faults/dying.ts';
import { accountWriter } from '../../../support/rosters/account-writer.ts';
import { pageName, pagesNamed } from '../../../support/rosters/oracle.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { dump, dumpOf } from '../../../support/store/dump.ts';
import { aClient, aMember, aPortfolio, aStream } from '../../../support/store/facts.ts';
import { restore } from '../../../support/store/restore.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';

const db = useMemoryTable();

const hour = 3_600_000;

describe('what no root leads to any more', () => {
  const account = asAccount('acme');
  const today = 20_777;
  const writer = () => accountWriter(db.table);
  const publish = async (name: string, point: number) => {
    const given = { name, favorite: true };
    await writeFacts(writer(), account, [aClient('c1', given), aStream('c1', 's1', { name }), aPortfolio('p1')]);
    await writeFacts(writer(), account, [aMember('p1', 'c1')]);
    const history = { last: today, points: Uint16Array.from({ length: 40 }, (_, day) => point + day) };
    const score = { history, topics: [], source: 'chr2' as const, model: 1 };
    await putAll(db.table, [toScoreItem(account, 'c1', score)]);
    await rebuild(db.table, account, { now: 0 });
  };
  const items = () => dumpOf(db.table, account);
  const stored = async () => (await items()).flatMap((item) => pageName(item) ?? []).sort();
  const named = async () => [...pagesNamed(await items(), account)].sort();

  it('stays until an hour after a deletion that found it so, and nothing else is deleted', async () => {
    await publish('Old', 500);
    expect(await deleteUnreferenced(db.table, account, hour)).toBe(0);
    const early = await stored();
    const old = await named();
    await publish('New', 900);
    const all = await stored();

    await deleteUnreferenced(db.table, account, 2 * hour);
    // what was live an hour ago stays, and what was put since then
    expect(await stored()).toEqual(all.filter((key) => old.includes(key) || !early.includes(key)));
    expect(await deleteUnreferenced(db.table, account, 3 * hour - 1)).toBe(0);
    await deleteUnreferenced(db.table, account, 3 * hour);

    expect(await stored()).toEqual(await named());
  });

  it('is kept if a publication has put it again since the last deletion', async () => {
    await publish('Old', 500);
    for (const at of [10, 11, 12]) await deleteUnreferenced(db.table, account, at * hour);
    const old = await named();
    await publish('New', 900);
    await deleteUnreferenced(db.table, account, 13 * hour);
    await publish('Old', 500);
    for (const at of [14, 15]) await deleteUnreferenced(db.table, account, at * hour);

    // but for the list that says when it changed
    const back = old.filter((name) => !name.startsWith('changed '));
    expect(await named()).toEqual(expect.arrayContaining(back));
    expect(await stored()).toEqual(expect.arrayContaining(back));
  });

  it('goes on after a deletion that was stopped, within the same hour', async () => {
    await publish('Stopped', 700);
    for (const at of [20, 21]) await deleteUnreferenced(db.table, account, at * hour);
    await publish('Newer', 800);
    await deleteUnreferenced(db.table, account, 22 * hour);
    const { table } = dying(db, { call: 40, moment: 'before' });
    await expect(deleteUnreferenced(table, account, 23 * hour)).rejects.toThrow(Killed);
    expect(await stored()).not.toEqual(await named());

    await deleteUnreferenced(db.table, account, 23 * hour + 1);

    expect(await stored()).toEqual(await named());
  });

  it.each<[string, (table: Table) => Promise<unknown>, () => Promise<unknown>]>([
    ['a deletion', (table) => deleteUnreferenced(table, account, 34 * hour), () => publish('Old', 500)],
    [
      'a publication',
      (table) => rebuild(table, account, { now: 0 }),
      () => deleteUnreferenced(db.table, account, 34 * hour).then(() => publish('Newest', 500)),
    ],
  ])('is never what is live, before whatever call of %s the other one works', async (_, act, other) => {
    await publish('Old', 500);
    for (const at of [30, 31, 32]) await deleteUnreferenced(db.table, account, at * hour);
    await publish('New', 900);
    await deleteUnreferenced(db.table, account, 33 * hour);
    await writeFacts({ ...writer(), changed: async () => undefined }, account, [aClient('c1', { name: 'Old' })]);
    const begin = await dump(db.table);
    let moments = 0;
    for (let isOver = false; !isOver; moments += 1) {
      await restore(db.table, begin);
      const table = db.open();
      let calls = 0;
      aroundCalls(table, async (send) => {
        calls += 1;
        if (calls - 1 === moments) await other();
        return send();
      });
      await act(table).catch(async (error: unknown) => {
        if (!(error instanceof RootReplaced)) throw error;
        await act(db.table);
      });
      isOver = calls <= moments;

      expect(await stored(), `${moments}`).toEqual(expect.arrayContaining(await named()));
    }
    expect(moments).toBeGreaterThan(15);
  });
});
