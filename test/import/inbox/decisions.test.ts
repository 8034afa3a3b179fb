import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FileSample, nameOfMapping } from '../../../import/arrived/samples.ts';
import { keepDecision, mendedOf, putDecision } from '../../../import/inbox/decisions.ts';
import { draftRun } from '../../../import/inbox/draft-run.ts';
import { isDecision, reportKey } from '../../../import/inbox/keys.ts';
import { clientsOf } from '../../../import/inbox/preview.ts';
import { rejectedRows } from '../../../import/inbox/rejected-rows.ts';
import { headlineOfRun, type RunReport } from '../../../import/inbox/report.ts';
import { guess } from '../../../import/mapping/guess.ts';
import { headersName, rowName } from '../../../import/rows/mended.ts';
import { defaultSettings, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import { clients, exportsOf } from '../../support/exports.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { undisturbed } from '../../support/inbox/memory-bucket.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { anAccount } from '../an-account.ts';
import { anInbox, minute } from './an-inbox.ts';

// What people decide on the page of the account, as the importer carries it out.

const db = useMemoryTable();
let made = 0;

/** Without what a rebuild counts again. */
async function factsOf(account: string): Promise<unknown> {
  const facts = (await factsIn(db.table, account)).map(({ updatedAt: _, notes: __, ...item }) => item);
  return JSON.parse(JSON.stringify(facts).replaceAll(account, 'ACCOUNT'));
}

/** An inbox in which these files wait for their columns. */
async function waitingFor(files: Readonly<Record<string, string>>) {
  made += 1;
  const inbox = await anInbox(db.table, `decided-${made}`, { score: false, prune: false });
  inbox.put({ 'clients.csv': clients });
  await inbox.settle();
  inbox.put(files);
  await inbox.settle();
  const { id = '' } = (await readInbox(db.table, inbox.account)).last ?? {};
  const samples: FileSample[] = JSON.parse(inbox.bucket.contentOf(reportKey(inbox.account, id, 'columns')) ?? '[]');
  const { known } = await clientsOf(db.table, inbox.account);
  const accept = async () => {
    for (const [at, sample] of samples.entries()) {
      const { mapping } = guess(sample, known);
      if (mapping)
        await putDecision(inbox.deps.store, inbox.account, `d${at}`, {
          by: 'ann',
          mapping: { name: nameOfMapping(sample), text: mapping },
          import: inbox.bucket.keys().filter((key) => key.startsWith('waiting/') && key.endsWith(`/${sample.origin}`)),
        });
    }
  };
  const folders = () => [...new Set(inbox.bucket.keys().map((key) => key.split('/')[0]))];
  const lastReport = async (): Promise<RunReport> => {
    const { id: last = '' } = (await readInbox(db.table, inbox.account)).last ?? {};
    return JSON.parse(inbox.bucket.contentOf(reportKey(inbox.account, last, 'json')) ?? '{}');
  };
  return { ...inbox, accept, folders, factsOf: () => factsOf(inbox.account), lastReport };
}

const week = exportsOf('2026-10-05', '2026-11-20', false);
const [tasks, front, datev] = [week['Relaunch tasks.csv'], week['front-export.csv'], week['OPOS Liste.csv']];
const unknown = { 'Relaunch tasks.csv': tasks, 'front.csv': front, 'OPOS 2026-11-19.csv': datev };

it('files wait for their columns, and are imported as soon as somebody has chosen them; the next ones need nothing', async () => {
  const { accept, settle, folders, put, lastReport, bucket, account } = await waitingFor(unknown);
  expect(folders()).toEqual(['done', 'reports', 'waiting']);
  expect((await lastReport()).files.map(({ waits }) => waits)).toEqual(['columns', 'columns', 'columns']);
  await accept();
  await settle();
  expect(folders()).toEqual(['done', 'mappings', 'rejects', 'reports']);
  put(unknown);
  await settle();
  const { files, kinds } = await lastReport();

  expect({ read: files.every(({ refusal }) => refusal === undefined), kinds }).toEqual({
    read: true,
    kinds: {
      signals: { added: 0, changed: 0, unchanged: 54 },
      'open-signals': { added: 0, changed: 0, unchanged: 16 },
    },
  });
  // the command reads the same mappings
  const keys = bucket.keys().filter((key) => key.startsWith('mappings/'));
  const folder = temporaryFolder(
    Object.fromEntries(keys.map((key) => [key.split('/').at(-1) ?? '', bucket.contentOf(key) ?? ''])),
  );
  const other = await anAccount(db);
  await other.imported({ 'clients.csv': clients });
  const options = Object.keys(filesIn(folder)).map((name) => `--map ${join(folder, name)}`);
  await other.imported(unknown, `${options.join(' ')} --rejects ${temporaryFolder()} --max-rejects 100%`);
  expect(await factsOf(other.account)).toEqual(await factsOf(account));
});

it('a file that is not wanted is kept as one that failed', async () => {
  const { settle, deps, account, bucket, lastReport } = await waitingFor({ 'team.csv': 'Employee,Salary\nAda,1\n' });
  const discard = bucket.keys().filter((key) => key.startsWith('waiting/'));
  await putDecision(deps.store, account, 'd', { by: 'ann', discard });
  await settle();

  expect(bucket.keys().filter((key) => key.endsWith('team.csv'))).toEqual([expect.stringMatching(/^failed\//)]);
  expect((await lastReport()).files).toEqual([
    { name: 'team.csv', refusal: 'somebody has decided not to import it', isDiscarded: true },
  ]);
  expect(headlineOfRun(await lastReport())).toBe('not imported, as somebody has decided');
});

it('a file that a preset reads waits until there are clients', async () => {
  const { put, settle, account, bucket } = await anInbox(db.table, 'first-invoices', { score: false });
  put({ 'bills.csv': 'Invoice Number,Customer,Due Date,Paid Date\nI-1,Fern & Field,2026-10-01,2026-10-02\n' });
  await settle();
  const folderOf = () =>
    bucket
      .keys()
      .find((key) => key.endsWith('/bills.csv'))
      ?.split('/')[0];
  expect(folderOf()).toBe('waiting');
  put({ 'clients.csv': clients });
  await settle();

  expect({ account, folder: folderOf() }).toEqual({ account, folder: 'done' });
});

it('lists of one system whose columns are chosen twice, or that have one more column, are each read in one way', async () => {
  const more = tasks.replaceAll(/(?=\r\n)/g, ',x').replace(',x', ',Sprint');
  const files = {
    'May tasks.csv': tasks,
    'Project tasks.csv': tasks.replaceAll(/^1201/gm, '1301'),
    'Long tasks.csv': more.replaceAll(/^1201/gm, '1401'),
  };
  const { accept, settle, folders, lastReport, bucket } = await waitingFor(files);
  await accept();
  await settle();
  expect(bucket.keys().filter((key) => key.startsWith('mappings/'))).toHaveLength(2);
  expect((await lastReport()).files.map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
  expect(folders()).not.toContain('failed');
});

it('a mapping that somebody has chosen reads its files, also if a preset describes them', async () => {
  const bills =
    'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,InvoiceAmountPaid,InvoiceAmountDue,Status\nFern & Field,I-1,01/10/2026,15/10/2026,5,0,5,Authorised\n';
  const { deps, account, put, settle, lastReport } = await waitingFor({ 'bills.csv': bills });
  const headers = ['InvoiceNumber', 'ContactName', 'DueDate'];
  const columns = {
    'Client Name': 'ContactName',
    'Created At': 'DueDate',
    Content: 'InvoiceNumber',
    'Created By': { value: 'x' },
  };
  const text = { version: 1, files: [{ match: { headers }, kind: 'notes', columns }] } as never;
  await putDecision(deps.store, account, 'd', { by: 'ann', mapping: { name: 'own', text } });
  await settle();
  put({ 'bills.csv': bills.replace('I-1', 'I-2') });
  await settle();
  const { files, kinds } = await lastReport();
  expect([files.map(({ refusal }) => refusal), Object.keys(kinds ?? {})]).toEqual([[undefined], ['notes']]);
});

it('a run takes as many decisions as there is room for their files, and what has arrived beside them only as a whole', async () => {
  const { accept, deps, account, put } = await waitingFor(unknown);
  await accept();
  put({ 'late.csv': tasks });
  const drafted = async (mostBytes: number) =>
    (await draftRun({ ...deps, mostBytes }, account, defaultSettings))?.files.flatMap(({ key, name }) =>
      isDecision(key) ? [] : [name],
    );
  const counts = [];
  for (const mostBytes of [1, 9000, 100_000]) counts.push((await drafted(mostBytes))?.length);
  expect(counts).toEqual([1, 3, 4]);
});

it('a decision that is too large for one of the page changes nothing', async () => {
  const { settle, deps, account, folders, bucket } = await waitingFor({ 'team.csv': 'Employee,Salary\nAda,1\n' });
  const discard = bucket.keys().filter((key) => key.startsWith('waiting/'));
  await putDecision(deps.store, account, 'd', { by: 'a'.repeat(2 ** 24), discard });
  await settle();
  expect(folders()).toEqual(['done', 'reports', 'waiting']);
});

it('a decision that is none changes nothing', async () => {
  const { settle, deps, account, folders, factsOf } = await waitingFor({ 'tasks.csv': tasks });
  const before = await factsOf();
  for (const [at, text] of ['x', '{"by":"ann","mapping":{"name":"../x","text":{}}}'].entries())
    await deps.store.put(`in/${account}/d${at}.decision.json`, text);
  await settle();

  expect(await factsOf()).toEqual(before);
  expect(folders()).toEqual(['done', 'reports', 'waiting']);
});

it('of what was mended, the newest two megabytes of each kind are kept', async () => {
  const { deps, account } = await anInbox(db.table, 'mended-much');
  const names = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(100_000, 'x'), null]));
  await keepDecision(deps.store, account, { by: 'ann', mend: { cells: [], names, again: [] } });
  const { notClients } = await mendedOf(deps.store, account);
  expect([notClients.length, notClients.at(-1)?.slice(0, 2)]).toEqual([20, '49']);
});

const nth = 6;

async function endsTheSame(decided: () => ReturnType<typeof waitingFor>) {
  const due = async () => {
    const inbox = await decided();
    inbox.clock.now += 17 * minute;
    await inbox.check();
    return inbox;
  };
  const whole = dying(db);
  const first = await due();
  first.bucket.around = whole.around;
  await first.deliver({ ...first.deps, table: whole.table });
  first.bucket.around = undisturbed;
  await first.settle();
  const expected = { facts: await first.factsOf(), folders: first.folders() };
  for (const death of everyNth(nth, deathsIn(whole.calls))) {
    const { bucket, deliver, deps, settle, factsOf: facts, folders } = await due();
    const killed = dying(db, death);
    bucket.around = killed.around;
    await deliver({ ...deps, table: killed.table });
    bucket.around = undisturbed;
    await settle();
    expect({ death, facts: await facts(), folders: folders() }).toEqual({ death, ...expected });
  }
}

it(`a run that carries out a decision ends the same if it is killed at ${everyNthSaid(nth)} call`, async () => {
  await endsTheSame(async () => {
    const inbox = await waitingFor({ 'tasks.csv': tasks });
    await inbox.accept();
    return inbox;
  });
});

/** Files of a person that would change most clients. */
const droppedLate = async () => {
  const inbox = await waitingFor({ 'team.csv': 'Employee,Salary\nAda,1\n' });
  inbox.put({ '_page/clients.csv': clients.replace('Fern & Field', 'Fern') });
  inbox.put({
    '_page/signals.csv': work,
    'notes.csv': 'Client ID,Created At,Created By,Content\n10021,2026-11-02,Ada,x\n',
  });
  return inbox;
};

it(`files of a person that would change much wait, also if the run is killed at ${everyNthSaid(nth)} call`, async () => {
  await endsTheSame(droppedLate);
  const { settle, bucket, lastReport } = await droppedLate();
  await settle();
  const waiting = bucket.keys().filter((key) => key.startsWith('waiting/'));
  const { held } = await lastReport();
  expect(waiting.map((key) => key.split('/').slice(3).join('/'))).toEqual([
    'team.csv',
    '_page/clients.csv',
    '_page/signals.csv',
  ]);
  expect(held).toMatchObject({ kinds: { clients: { changed: 1 }, signals: { added: 1 } }, clients: 2, left: 3 });
});

it(`files that somebody has looked at are imported, also if the run is killed at ${everyNthSaid(nth)} call`, async () => {
  await endsTheSame(async () => {
    const inbox = await droppedLate();
    await inbox.settle();
    const keys = inbox.bucket.keys().filter((key) => key.includes('/_page/'));
    await putDecision(inbox.deps.store, inbox.account, 'd', { by: 'ann', import: keys });
    return inbox;
  });
});

it('an export of a week later with the same rows waits for nobody, also where its contracts go on', async () => {
  const inbox = await anInbox(db.table, 'same-rows', { score: false });
  const companies =
    'Record ID,Company name,Company owner,Contract End Date\n1,Fern,Ada,2027-03-31\n2,Moss,Ada,2027-04-30\n';
  inbox.put({ 'hubspot-crm-exports-all-companies-2026-11-01.csv': companies });
  await inbox.settle();
  inbox.put({ '_page/hubspot-crm-exports-all-companies-2026-11-08.csv': companies });
  await inbox.settle();
  expect(inbox.bucket.keys().filter((key) => key.startsWith('done/'))).toHaveLength(2);
});

it('files of machines wait if the account is configured so', async () => {
  const inbox = await anInbox(db.table, 'asks-always', { score: false, preview: true });
  inbox.put({ 'clients.csv': clients });
  await inbox.settle();
  inbox.put({ 'clients.csv': clients.replaceAll('Field', 'Meadow').replaceAll('Solar', 'Sun') });
  await inbox.settle();
  expect(inbox.bucket.keys().filter((key) => key.startsWith('waiting/'))).toHaveLength(1);
});

const work = [
  'Client Name,Signal ID,Date,Topic,Polarity',
  'Fern & Field,s1,2026-11-31,timeliness,nine',
  'Harbor Light,s2,2026-11-12,timeliness,0.5',
  'Team lunch,s3,2026-11-12,timeliness,0.5',
  'Juniper Row Solar,s4,2026-11-12,timeliness,0.5',
  '',
].join('\n');

/** What somebody says on the page about the rows of `work`. */
const mendOf = async ({ deps, account }: Pick<Awaited<ReturnType<typeof waitingFor>>, 'deps' | 'account'>) => {
  const rejected = await rejectedRows(deps.store, account);
  const [{ headers = [], rows = [] } = {}] = rejected.filter(({ name }) => name === 'signals.csv');
  const cells = rows[0]?.cells ?? [];
  const about = { headers: headersName(headers), row: rowName(headers, cells) };
  return {
    cells: [
      { ...about, column: 'Date', was: '2026-11-31', is: '2026-11-30' },
      { ...about, column: 'Polarity', was: 'nine', is: '0.9' },
    ],
    names: { 'Harbor Light': '10021', 'Team lunch': null },
    again: rejected.map(({ key }) => key),
  };
};

it('rows that were mended are imported, and those of the next week need nothing', async () => {
  const inbox = await waitingFor({ 'signals.csv': work });
  const { deps, account, settle, put, lastReport, bucket } = inbox;
  expect((await lastReport()).kinds).toEqual({ signals: { added: 1, changed: 0, unchanged: 0 } });
  await putDecision(deps.store, account, 'd', { by: 'ann', mend: await mendOf(inbox) });
  await settle();
  expect((await lastReport()).kinds).toEqual({
    aliases: { added: 1, changed: 0, unchanged: 0 },
    signals: { added: 2, changed: 0, unchanged: 0 },
  });
  expect(bucket.keys().filter((key) => key.startsWith('rejects/'))).toEqual([]);

  put({ 'signals.csv': `${work}Harbor Light,s5,2026-11-13,timeliness,0.5\nTeam lunch,s6,2026-11-13,timeliness,0.5\n` });
  await settle();
  const { kinds, rejected, unknownNames } = await lastReport();
  expect({ kinds, count: rejected?.count, unknownNames }).toEqual({
    kinds: { signals: { added: 1, changed: 0, unchanged: 3 } },
    count: 0,
    unknownNames: [],
  });
});

it('a cell that the system has put right itself counts as it is', async () => {
  const inbox = await waitingFor({ 'signals.csv': work });
  const { deps, account, settle, put, lastReport } = inbox;
  await putDecision(deps.store, account, 'd', { by: 'ann', mend: await mendOf(inbox) });
  await settle();
  put({ 'signals.csv': work.replace('2026-11-31', '2026-12-01') });
  await settle();

  expect((await lastReport()).kinds).toEqual({ signals: { added: 0, changed: 1, unchanged: 2 } });
});

it(`a run that mends rows ends the same if it is killed at ${everyNthSaid(nth)} call`, async () => {
  const decided = async () => {
    const inbox = await waitingFor({ 'signals.csv': work });
    await putDecision(inbox.deps.store, inbox.account, 'd', { by: 'ann', mend: await mendOf(inbox) });
    return inbox;
  };
  await endsTheSame(decided);
});
