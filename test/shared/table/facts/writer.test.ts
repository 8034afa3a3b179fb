import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../../shared/table/access/accounts.ts';
import { clientById } from '../../../../shared/table/entities/client.ts';
import { allPortfolios } from '../../../../shared/table/entities/portfolio.ts';
import { type Fact, removeClient, removePortfolio, writeFacts } from '../../../../shared/table/facts/facts.ts';
import { completeAbandoned, type Writing, writingFacts } from '../../../../shared/table/facts/writer.ts';
import { type Account, asAccount, membersRange } from '../../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../../shared/table/store/read.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { readMark } from '../../../../shared/table/views/root/facts-mark.ts';
import { readRoot } from '../../../../shared/table/views/root/root.ts';
import { rebuild } from '../../../../shared/table/views/write/rebuild.ts';
import { type Death, deathsIn, dying } from '../../../support/faults/dying.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { dumpOf } from '../../../support/store/dump.ts';
import { aClient, aMember, aNote, aPerson, aPortfolio, aRead, aSignal, aStream } from '../../../support/store/facts.ts';
import { useMemoryTable } from '../../../support/store/table.ts';

// The mark of an account says whether its lists show all facts.

const db = useMemoryTable();
const effects: Writing = {
  get table() {
    return db.table;
  },
  clock: () => 5000,
  randomBytes: bytesOf(randomOf(3)),
  confirm: async () => undefined,
};
let made = 0;

async function anAccount(): Promise<Account> {
  made += 1;
  const account = asAccount(`account-${made}`);
  await createAccount(db.table, account, 'X');
  return account;
}

const write = (account: Account, facts: readonly Fact[], table: Table = db.table) =>
  writingFacts({ ...effects, table }, account, (writer) => writeFacts(writer, account, facts));
const shown = (account: Account) => rebuild(db.table, account, { ifBehind: true, now: 0 });
const markOf = (account: Account) => readMark(db.table, account);

describe('a writer', () => {
  it('opens the mark before its first change and closes it with a new value after its last', async () => {
    const account = await anAccount();
    const seen: string[] = [];
    const table = db.open();
    aroundCalls(table, async (send, command) => {
      if (command === 'writeMany') seen.push((await markOf(account)).isOpen ? 'open' : 'closed');
      return send();
    });

    expect((await write(account, [aClient('c'), aNote('c', 'n')], table)).isBehind).toBe(true);

    expect(seen).toEqual(['open', 'open']);
    expect(await markOf(account)).toMatchObject({ isOpen: false, since: 5000 });
  });

  it('that changes nothing leaves the mark, and says whether the lists are behind', async () => {
    const account = await anAccount();
    await write(account, [aClient('c')]);
    const mark = await markOf(account);

    expect(await write(account, [aClient('c')])).toMatchObject({ isBehind: true, result: [] });
    await shown(account);
    expect(await write(account, [aClient('c')])).toMatchObject({ isBehind: false });
    const late = { ...effects, clock: () => 9000 };
    await writingFacts(late, account, (writer) => writeFacts(writer, account, [aClient('c')]));
    expect(await markOf(account)).toEqual(mark);
  });

  it('of signals, which no list shows, keeps the value of the mark', async () => {
    const account = await anAccount();
    await write(account, [aClient('c')]);
    await shown(account);
    const { value } = await markOf(account);

    const late = { ...effects, clock: () => 9000 };
    const work = writingFacts(late, account, (writer) => writeFacts(writer, account, [aSignal('c', 'g')]));
    expect((await work).isBehind).toBe(false);
    expect(await markOf(account)).toEqual({ value, isOpen: false, since: 9000 });
  });

  it('that fails closes the mark of what it has written', async () => {
    const account = await anAccount();
    const failing = writingFacts(effects, account, async (writer) => {
      await writeFacts(writer, account, [aClient('c'), aNote('c', 'n')]);
      throw new Error('out of order');
    });

    await expect(failing).rejects.toThrow('out of order');
    expect((await markOf(account)).isOpen).toBe(false);
    expect(await clientById(db.table, account, 'c')).toMatchObject({ notes: 1 });
  });

  it('that removes a client leaves none of its records', async () => {
    const account = await anAccount();
    const alias: Fact = { kind: 'alias', value: { name: 'One', clientId: 'c' } };
    await write(account, [aClient('c'), aStream('c', 's'), aNote('c', 'n'), aPerson('c', 'k'), alias, aClient('d')]);
    await writingFacts(effects, account, (writer) => removeClient(writer, account, 'c'));

    const left = (await dumpOf(db.table, account)).map(({ pk, sk }) => `${pk} ${sk}`);
    expect(left.filter((address) => /CLIENT#c|STREAM#c|ALIAS#/.test(address))).toEqual([]);
    expect(left).toContain(`CUST#${account} CLIENT#d`);
  });

  it('that is killed anywhere, like the one after it, is completed by the next one: all is counted and shown', async () => {
    const facts = [aClient('c'), aNote('c', 'n'), aRead('c', '2026-11-16')];
    const killedAt = async (account: Account, death?: Death) => {
      const { table, calls } = dying(db, death);
      await write(account, facts, table).catch(() => undefined);
      return calls;
    };
    const complete = async (account: Account, deaths: readonly Death[]) => {
      await write(account, facts);
      await shown(account);

      const told = JSON.stringify(deaths);
      expect(await clientById(db.table, account, 'c'), told).toMatchObject({ notes: 1 });
      const [mark, root] = [await markOf(account), await readRoot(db.table, account)];
      expect([mark.isOpen, root?.facts], told).toEqual([false, mark.value]);
    };

    for (const first of deathsIn(await killedAt(await anAccount()))) {
      const probe = await anAccount();
      await killedAt(probe, first);
      for (const second of deathsIn(await killedAt(probe))) {
        const account = await anAccount();
        await killedAt(account, first);
        await killedAt(account, second);
        await complete(account, [first, second]);
      }
    }
  });

  it('goes on while a worker completes the work of the killed one, at whichever call', async () => {
    const facts = [aClient('c'), aNote('c', 'n')];
    const afterKill = async () => {
      const account = await anAccount();
      await write(account, facts, dying(db, { call: 6, moment: 'before' }).table).catch(() => undefined);
      return { account, value: (await markOf(account)).value };
    };
    for (let call = 0, calls = 1; call < calls; call += 1) {
      const { account, value } = await afterKill();
      const table = db.open();
      calls = 0;
      aroundCalls(table, async (send) => {
        calls += 1;
        if (calls === call + 1) await completeAbandoned(effects, account, value);
        return send();
      });
      await write(account, [...facts, aNote('c', 'o')], table);

      expect(await markOf(account), `call ${call}`).toMatchObject({ isOpen: false });
      expect(await clientById(db.table, account, 'c'), `call ${call}`).toMatchObject({ notes: 2 });
    }
  });

  it('removes a portfolio after its members, wherever it is killed: an import that brings it back finds none', async () => {
    const facts = [aClient('c'), aPortfolio('p'), aMember('p', 'c')];
    const removing = async (table: Table) => {
      const account = await anAccount();
      await write(account, facts);
      await writingFacts({ ...effects, table }, account, (writer) => removePortfolio(writer, account, 'p')).catch(
        () => undefined,
      );
      return account;
    };
    const whole = dying(db);
    await removing(whole.table);

    for (const death of deathsIn(whole.calls)) {
      const account = await removing(dying(db, death).table);
      const [left, members] = await Promise.all([
        allPortfolios(db.table, account),
        readRange(db.table, membersRange(account, 'p')),
      ]);
      expect(left.length, JSON.stringify(death)).toBeGreaterThanOrEqual(members.length);
    }
  });

  it('that wakes after another has taken over cannot close the mark', async () => {
    const account = await anAccount();
    const sleeper = writingFacts(effects, account, async (writer) => {
      await writeFacts(writer, account, [aClient('c')]);
      await write(account, [aClient('d')]);
    });

    await expect(sleeper).rejects.toThrow('Another writer has changed the mark');
    expect(await shown(account)).toMatchObject({ clients: 2 });
  });
});

describe('lists', () => {
  it('do not claim facts of a writer that is at work', async () => {
    const account = await anAccount();
    await writingFacts(effects, account, async (writer) => {
      await writeFacts(writer, account, [aClient('c')]);
      expect(await shown(account)).toMatchObject({ clients: 1 });
    });

    expect(await shown(account)).toMatchObject({ clients: 1 });
    expect(await shown(account)).toMatchObject({ clients: 0 });
  });

  it('get the facts of a killed writer after its mark is closed, which another writer may have taken over', async () => {
    const account = await anAccount();
    const { table } = dying(db, { call: 6, moment: 'before' });
    await expect(write(account, [aClient('c'), aNote('c', 'n')], table)).rejects.toThrow();
    const { value, isOpen } = await markOf(account);
    expect(isOpen).toBe(true);

    await completeAbandoned(effects, account, 'another');
    expect((await markOf(account)).isOpen).toBe(true);
    // the worker that completes it is killed, too
    const worker = dying(db, { call: 4, moment: 'after' });
    await completeAbandoned({ ...effects, table: worker.table }, account, value).catch(() => undefined);
    expect((await markOf(account)).isOpen).toBe(true);
    await completeAbandoned(effects, account, value);
    expect(await markOf(account)).toMatchObject({ isOpen: false, value: expect.not.stringMatching(value) });
    expect(await clientById(db.table, account, 'c')).toMatchObject({ notes: 1 });
  });
});
