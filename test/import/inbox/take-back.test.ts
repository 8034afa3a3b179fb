import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { forgetErased, keepDecision, mendedOf, putDecision } from '../../../import/inbox/decisions.ts';
import { reportKey } from '../../../import/inbox/keys.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import { toTakeBack } from '../../../import/inbox/taken-back.ts';
import { recordsOf } from '../../../import/plan/written-records.ts';
import { keepErased, readErased } from '../../../shared/table/access/erased.ts';
import { readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { cliOn } from '../../support/cli/cli.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { holdsAsync } from '../../support/holds.ts';
import { undisturbed } from '../../support/inbox/memory-bucket.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { randomFacts } from '../../support/rosters/random-facts.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { anInbox, minute } from './an-inbox.ts';

const db = useMemoryTable();
let made = 0;

const before = {
  'clients.csv': 'Client ID,Name\nkept-1,Kept One\nkept-2,Kept Two\n',
  'signals.csv': 'Client ID,Signal ID,Date,Topic,Polarity\nkept-1,k1,2026-11-17,trust,0.5\n',
};

async function withFiles(...sets: readonly Readonly<Record<string, string>>[]) {
  made += 1;
  const inbox = await anInbox(db.table, `back-${made}`, { score: false, maxRejects: '100%' });
  const { account, bucket } = inbox;
  for (const files of sets) {
    inbox.put(files);
    await inbox.settle();
  }
  const newest = async () => (await readInbox(db.table, account)).last?.newest ?? '';
  const reported = async (): Promise<RunReport> => {
    const { id = '' } = (await readInbox(db.table, account)).last ?? {};
    return JSON.parse(bucket.contentOf(reportKey(account, id, 'json')) ?? '{}');
  };
  const decided = async (takeBack: string) => putDecision(inbox.deps.store, account, 'd', { by: 'ann', takeBack });
  const takeBack = async () => {
    await decided(await newest());
    await inbox.settle();
    return reported();
  };
  // what a rebuild counts again
  const facts = async () =>
    (await factsIn(db.table, account)).map(({ updatedAt: _, notes: __, latestRead: ___, ...item }) => item);
  return { ...inbox, newest, reported, decided, takeBack, facts };
}

it('knows a client whose own columns and filled fields come back in another order', () => {
  const of = (metadata: object, filled: object) =>
    recordsOf({ pk: 'CUST#a', sk: 'CLIENT#c', v: 3, id: 'c', name: 'C', archived: false, metadata, filled });
  expect(of({ Email: 'x', Region: 'y' }, { name: 's', Email: 's' })).toEqual(
    of({ Region: 'y', Email: 'x' }, { Email: 's', name: 's' }),
  );
});

it('what a run of any files has added is gone after it was taken back, and nothing else', async () => {
  let taken = 0;
  const property = fc.asyncProperty(randomFacts, async (facts) => {
    made += 1;
    const admin = cliOn(() => db.table);
    const source = asAccount(`source-${made}`);
    await admin(`accounts create --account ${source} --name X`);
    await writeFacts(
      { table: db.table, randomBytes: bytesOf(randomOf(made)), changed: async () => undefined },
      source,
      facts,
    );
    const out = temporaryFolder();
    await admin(`export ${out} --account ${source}`);
    const files = filesIn(out);
    if (Object.keys(files).length === 0) return;
    // every second account has the clients already
    const isKnown = ([name]: readonly [string, string]) => /^(clients|portfolios|streams)\.csv$/.test(name);
    const inbox = await withFiles(made % 2 ? before : Object.fromEntries(Object.entries(files).filter(isKnown)));
    const stored = await inbox.facts();
    const last = await inbox.newest();
    inbox.put(files);
    await inbox.settle();
    if ((await inbox.newest()) === last) return;
    await inbox.takeBack();
    taken += 1;
    expect(await inbox.facts()).toEqual(stored);
  });
  await holdsAsync(property, { numRuns: 8, endOnFailure: true });
  expect(taken).toBeGreaterThan(2);
});

const wrong = {
  'clients.csv': 'Client ID,Name\nkept-1,Kept Uno\nkept-2,Kept Two\nnew-1,New One\nnew-2,New Two\n',
  'signals.csv':
    'Client ID,Signal ID,Date,Topic,Polarity\nkept-1,k1,2026-11-17,trust,-0.9\nkept-1,k2,2026-11-18,trust,-0.9\nnew-1,n1,2026-11-18,trust,-0.9\n',
  'notes.csv':
    'Client ID,Note ID,Created At,Created By,Content\nnew-2,n1,2026-11-18,Ada,x\nkept-2,n2,2026-11-18,Ada,y\n',
};

it('what was changed since stays, as does a client of which more is known', async () => {
  const { takeBack, account, facts } = await withFiles(before, wrong);
  const admin = cliOn(() => db.table);
  const folder = temporaryFolder({
    'notes.csv':
      'Client ID,Note ID,Created At,Created By,Content\nkept-2,n2,2026-11-18,Ada,z\nnew-1,n3,2026-11-18,Ada,z\n',
  });
  await admin(`import ${folder} --account ${account}`);
  const report = await takeBack();

  expect(report).toMatchObject({
    result: 'done',
    removed: { clients: 1, signals: 2, notes: 1 },
    takenBack: { files: ['clients.csv', 'notes.csv', 'signals.csv'], kept: 2 },
  });
  const names = (await facts()).flatMap(({ name }) => name ?? []);
  expect(names.toSorted()).toEqual(['Kept Two', 'Kept Uno', 'New One']);
});

it('a file that was taken back waits when it comes again; rows of another file are read', async () => {
  const inbox = await withFiles(before, wrong);
  await inbox.takeBack();
  inbox.put({ 'notes.csv': wrong['notes.csv'], 'clients.csv': wrong['clients.csv'].replace('new-2', 'new-3') });
  await inbox.settle();
  const { files, kinds } = await inbox.reported();
  expect(files.map(({ name, waits }) => [name, waits])).toEqual([
    ['clients.csv', undefined],
    ['notes.csv', 'taken-back'],
  ]);
  expect(kinds?.clients).toEqual({ added: 2, changed: 0, unchanged: 2 });

  const waiting = () => inbox.bucket.keys().filter((key) => key.startsWith('waiting/'));
  await putDecision(inbox.deps.store, inbox.account, 'd', { by: 'ann', import: waiting() });
  await inbox.settle();
  expect([waiting(), (await inbox.reported()).kinds?.notes?.added]).toEqual([[], 1]);
});

it('a file that was taken back is known after an erasure too', async () => {
  const { takeBack, account, deps } = await withFiles(before, wrong);
  await takeBack();
  const mend = { cells: [], names: { 'Grace Nunes': null }, again: [] };
  await keepDecision(deps.store, account, { by: 'ann', mend });
  const { takenBack } = await mendedOf(deps.store, account);
  const erasing = [{ of: 'person', text: 'grace nunes', words: 2 }] as const;
  await keepErased(db.table, account, erasing, { at: '2026-11-20', randomBytes: (count) => Buffer.alloc(count) });
  await forgetErased(deps.store, account, await readErased(db.table, account));

  expect(await mendedOf(deps.store, account)).toEqual({ cells: [], notClients: [], newClients: [], takenBack });
});

it('only the newest run that has written can be taken back', async () => {
  const inbox = await withFiles(before, wrong);
  const first = await inbox.newest();
  const preview = (id: string) => toTakeBack({ table: db.table, store: inbox.deps.store }, inbox.account, id, []);
  expect((await preview(first))?.found.kept).toBe(0);
  inbox.put({ 'late.csv': 'no table' });
  await inbox.settle();
  expect(await inbox.newest()).toBe(first);
  inbox.put({ 'notes.csv': 'Client ID,Created At,Created By,Content\nkept-1,2026-11-19,Ada,w\n' });
  await inbox.settle();
  const facts = await inbox.facts();
  await inbox.decided(first);
  await inbox.settle();
  expect([await preview(first), (await inbox.reported()).result, await inbox.facts()]).toEqual([
    undefined,
    'failed',
    facts,
  ]);
});

const nth = 4;

it(`a run that is taken back ends the same if that is killed at ${everyNthSaid(nth)} call`, async () => {
  const due = async () => {
    const inbox = await withFiles(before, wrong);
    await inbox.decided(await inbox.newest());
    inbox.clock.now += 17 * minute;
    await inbox.check();
    return inbox;
  };
  const ended = async ({ facts, reported, account }: Awaited<ReturnType<typeof due>>) => {
    const { removed, takenBack } = await reported();
    const stored = JSON.parse(JSON.stringify(await facts()).replaceAll(account, 'ACCOUNT'));
    return { stored, removed, kept: takenBack?.kept };
  };
  const whole = dying(db);
  const first = await due();
  first.bucket.around = whole.around;
  await first.deliver({ ...first.deps, table: whole.table });
  const expected = await ended(first);
  expect(expected.removed).toEqual({ clients: 2, signals: 2, notes: 2 });
  for (const death of everyNth(nth, deathsIn(whole.calls))) {
    const inbox = await due();
    const killed = dying(db, death);
    inbox.bucket.around = killed.around;
    await inbox.deliver({ ...inbox.deps, table: killed.table });
    inbox.bucket.around = undisturbed;
    await inbox.settle();
    expect({ death, ...(await ended(inbox)) }).toEqual({ death, ...expected });
  }
});
