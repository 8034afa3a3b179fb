import { expect, it } from 'vitest';
import type { Fact } from '../../../../shared/table/facts/facts.ts';
import { scoreClient } from '../../../../shared/table/night/score-client.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { RootReplaced } from '../../../../shared/table/views/root/root.ts';
import type { StoredClient } from '../../../../shared/table/views/write/each-client.ts';
import { rebuild } from '../../../../shared/table/views/write/rebuild.ts';
import { accountWriter } from '../../../support/rosters/account-writer.ts';
import { expectViewsOfFacts } from '../../../support/rosters/oracle.ts';
import { inProofs } from '../../../support/size.ts';
import { aroundCalls } from '../../../support/store/clients.ts';
import { dump } from '../../../support/store/dump.ts';
import { aClient, aMember, aNote, aPortfolio, aRead, aStream } from '../../../support/store/facts.ts';
import { restore } from '../../../support/store/restore.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { removeClient, removePortfolio, writeFacts } from '../../../support/store/writer.ts';

// Whatever moment another writer chooses, the views show all facts in the end.

const db = useMemoryTable();
const account = asAccount('acme');
const writer = () => accountWriter(db.table);
const silent = () => ({ ...writer(), changed: async () => undefined });

/**
 * Runs the actor again and again. Before its first call, then before its second one and so on, the other one acts, while
 * all calls of the actor wait, or that one alone.
 */
async function overtakenAnywhere(
  act: (table: Table) => Promise<unknown>,
  other: () => Promise<unknown>,
  { waits = 'all', end = async () => undefined }: { waits?: 'all' | 'one'; end?: () => Promise<unknown> } = {},
): Promise<void> {
  const first = [...['c1', 'c2', 'c4'].map((id) => aClient(id)), aPortfolio('p'), aMember('p', 'c2'), aPortfolio('r')];
  await restore(db.table, []);
  await writeFacts(writer(), account, [...first, aMember('r', 'c1')]);
  await writeFacts(silent(), account, [aNote('c1', 'n1'), aStream('c1', 's1')]);
  const begin = await dump(db.table);
  const step = inProofs(1, 3);
  let moments = 0;
  for (let isOver = false; !isOver; moments += step) {
    await restore(db.table, begin);
    const table = db.open();
    let calls = 0;
    let working: Promise<unknown> | undefined;
    aroundCalls(table, async (send) => {
      const isOvertaken = calls === moments;
      if (isOvertaken) working = other();
      calls += 1;
      if (isOvertaken || waits === 'all') await working;
      return send();
    });
    await act(table).catch(async (error: unknown) => {
      if (!(error instanceof RootReplaced)) throw error;
      // the message is received again
      await working;
      return act(db.table);
    });
    await working;
    await end();
    await expectViewsOfFacts(db.table, account);
    isOver = calls <= moments;
  }
  expect(moments).toBeGreaterThan(9);
}

const rebuilding = (table: Table) => rebuild(table, account, { now: 0 });
const night = (table: Table) => {
  const run = { day: 20_777, rescore: false, factsAreOld: false };
  const records = (stored: StoredClient) => scoreClient(table, account, stored, run);
  return rebuild(table, account, { records, scoredFor: run.day, now: 0 });
};
const news: Fact[] = [
  ...[aClient('c1', { name: 'Renamed' }), aClient('c3'), aStream('c1', 's2'), aNote('c1', 'n2')],
  ...[aRead('c1', '2026-11-16'), aPortfolio('p', { name: 'Other' })],
  ...[aMember('p', 'c1', { tier: 'New' }), aMember('p', 'c3')],
];
const ofNewPortfolio: Fact[] = [aPortfolio('q'), aMember('q', 'c1')];

it.each([
  ['rebuild', 'all', rebuilding],
  ['night', 'all', night],
  ['rebuild', 'one', rebuilding],
  ['night', 'one', night],
] as const)('a %s that another writer overtakes, while %s of its calls wait, brings nothing back', async (...row) => {
  const [, waits, act] = row;
  const other = async () => {
    await writeFacts(writer(), account, [...news, ...ofNewPortfolio]);
    await removeClient(writer(), account, 'c4');
    await removePortfolio(writer(), account, 'r');
  };
  await overtakenAnywhere(act, other, { waits });
});

it('what a writer has written when it is killed is shown after its repetition, also if a rebuild has met it', async () => {
  await overtakenAnywhere(rebuilding, () => writeFacts(silent(), account, [...news, ...ofNewPortfolio]), {
    end: () => writeFacts(writer(), account, [...news, ...ofNewPortfolio]),
  });
});
