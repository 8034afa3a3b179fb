import { describe, expect, it } from 'vitest';
import { groupLines } from '../../import/files/problems.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import type { InboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { anAccount, type Files } from './an-account.ts';
import { anInbox } from './inbox/an-inbox.ts';
import { numbered } from './numbered.ts';

// What whoever sends files sees of an import: by the CLI, as JSON, and in the report of an inbox.

const db = useMemoryTable();

/** Puts files into the inbox of an account, and what a person finds afterwards. */
async function arrived(files: Readonly<Record<string, string>>, settings: Partial<InboxSettings> = {}) {
  const own = await anAccount(db);
  const { account } = own;
  const box = await anInbox(db.table, account, settings);
  box.put(files);
  await workInbox(box.deps, account);
  const [report] = box.reports;
  const text = (box.bucket.contentOf(`reports/${account}/${report?.run}.txt`) ?? '').trimEnd().split('\n');
  const below = (folder: string) =>
    box.bucket
      .keys()
      .flatMap((key) => (key.startsWith(`${folder}/${account}/`) ? [key.slice(key.lastIndexOf('/') + 1)] : []));
  const rejectsOf = (name: string) => box.bucket.contentOf(`rejects/${account}/${report?.run}/${name}`);
  return { ...own, report, text, rejectsOf, done: below('done'), failed: below('failed'), waiting: below('waiting') };
}

const head = 'Client ID,Name';
const clientsCsv = `${head}\nC1,One\nC2,Two\n`;
const notesHead = 'Client ID,Created At,Created By,Content\n';
const invoices = (...rows: string[]) =>
  `Invoice Number,Customer,Invoice Date,Due Date,Paid Date,Status\n${rows.join('\n')}\n`;

describe('the result', () => {
  const files = { 'clients.csv': clientsCsv, 'notes.csv': `${notesHead}C1,2026-11-01,Ada,x\nC9,2026-11-01,Ada,x\n` };

  it('is the same in JSON of the CLI and of the inbox', async () => {
    const { report } = await arrived(files, { maps: [] });
    const { imported } = await anAccount(db);
    const { json } = await imported(files, `--rejects ${temporaryFolder()} --json`);

    const { run: _, account: __, startedAt, result, files: ___, read, rejects, advice, ...own } = report as RunReport;
    const { views, files: filesRead, ...rest } = json;
    expect(read).toEqual(filesRead);
    const dated = (feeds: readonly object[]) => feeds.map((feed) => ({ ...feed, at: '', dated: '' }));
    expect({ ...JSON.parse(JSON.stringify(own)), feeds: dated(own.feeds ?? []) }).toEqual({
      ...rest,
      feeds: dated(rest.feeds),
    });
  });

  it('of files without a good row is no import', async () => {
    const { report } = await arrived({ 'clients.csv': `${head}\nC1,\n` });
    expect(report).toMatchObject({ result: 'failed', reason: 'Nothing could be imported.' });
  });

  it('names unknown names also if what is stored leaves no room for other rows', async () => {
    const insights = (from: number, to: number) =>
      `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${numbered(to - from, (at) => `C1,s1,2026-11-16,t${from + at},a,positive\n`).join('')}`;
    const { resultOf, imported } = await anAccount(db);
    const streams = 'Client ID,Stream ID,Name\nC1,s1,S\n';
    await resultOf({ 'clients.csv': clientsCsv, 'streams.csv': streams, 'insights.csv': insights(0, 40) });
    const notes = 'Client Name,Note ID,Created By,Created At,Content\nOnee,n1,A,2026-11-16T10:00:00Z,x\n';
    const more = { 'insights.csv': insights(40, 41), 'notes.csv': notes };
    const { json } = await imported(more, `--json --rejects ${temporaryFolder()} --max-rejects 100%`);

    expect(json.unknownNames).toMatchObject([{ name: 'Onee', rows: 1 }]);
  });

  it('lists no name whose client is known, whatever else a row refers to', async () => {
    const { resultOf, imported } = await anAccount(db);
    await resultOf({ 'clients.csv': `${clientsCsv}C8,Twin\nC9,Twin\n` });
    const streams = 'Client Name,Stream ID,Week,Topic,Summary,Sentiment\nOne,none,2026-11-16,t,a,positive\n';
    const notes = 'Client Name,Note ID,Created By,Created At,Content\nTwin,n1,A,2026-11-16T10:00:00Z,x\n';
    const members = 'Client Name,Portfolio ID\nTwo,none\nNobody,none\n';
    const files = { 'insights.csv': streams, 'notes.csv': notes, 'portfolio-members.csv': members };
    const { json } = await imported(files, `--json --rejects ${temporaryFolder()} --max-rejects 100%`);

    expect(json.unknownNames).toMatchObject([{ name: 'Nobody', rows: 1 }]);
  });

  it('counts clients without signals after a dry run and after the first import', async () => {
    const { imported } = await anAccount(db);
    const without = async (files: Files, options = '') => {
      const { out } = await imported(files, options);
      return out.flatMap((line) => /^(\d+ of \d+) clients have no signals/.exec(line)?.[1] ?? []);
    };
    const three = { 'clients.csv': `${head}\nC1,One\nC2,Two\nC3,Three\n` };
    const signals = (...rows: string[]) => ({
      'signals.csv': `Client ID,Date,Topic,Polarity\n${rows.map((row) => `${row},trust,1\n`).join('')}`,
    });

    expect(await without({ ...three, ...signals('C1,2026-11-01', 'C3,2026-08-18') })).toEqual(['2 of 3']);
    // C1 has a stored signal, C2 and C3 one that is too old to count
    expect(await without({ ...three, ...signals('C2,2026-08-01') }, '--dry-run')).toEqual(['2 of 3']);
    expect(await without({ ...three, ...signals('C2,2026-11-02') }, '--dry-run')).toEqual(['1 of 3']);
    // with --prune, the stored signal of C1 would be removed
    expect(await without({ ...three, ...signals('C2,2026-11-02') }, '--dry-run --prune')).toEqual(['2 of 3']);
    // an open signal counts from the day on which it has a polarity
    for (const [steps, counted] of [
      ['14:,:-1', '2 of 3'],
      [':-1', '1 of 3'],
    ]) {
      const open = `Client ID,Signal ID,Since,Topic,Steps\nC3,o,2026-11-18,trust,"${steps}"\n`;
      // in an account with data, only a dry run reads the signals of every client
      expect(await without({ ...three, 'open-signals.csv': open })).toEqual([]);
      expect(await without(three, '--dry-run')).toEqual([counted]);
    }
  });
});

it('an import without a mapping names the presets that read its files', async () => {
  const { imported } = await anAccount(db);
  const answers = 'No,Company,Date,Rating,Would you recommend us?\n1,One,2026-11-02,4,9\n';
  const companies = `Record ID,Company name,Annual Revenue\n${numbered(8, (at) => `${at},Firm ${at},12.5\n`).join('')}`;

  // a preset finds lists of clients by the header Company alone
  expect((await imported({ 'answers.csv': answers, 'all.csv': `${companies}9,Last,lots\n` })).err).toEqual([
    'all.csv:1: it is not named after a kind, such as clients.csv; the preset hubspot reads it: --map hubspot',
    'answers.csv:1: it is not named after a kind, such as clients.csv, and no preset reads it; use such a name or --as KIND, or describe it in a mapping file (docs/data.md, Mapping files)',
    'error: Nothing was imported: 2 problems in the files.',
  ]);
  // more than a fifth of its rows would be rejected
  const bad = ['9', '10', '11'].map((id) => `${id},Last,lots\n`).join('');
  expect((await imported({ 'all.csv': companies + bad })).err[0]).toContain('and no preset reads it');
  // the first rows of a large file decide
  const large = companies + numbered(25_000, (at) => `${at + 8},Firm ${at + 8},1\n`).join('') + bad.repeat(3000);
  expect((await imported({ 'all.csv': large })).err[0]).toContain('the preset hubspot reads it: --map hubspot');
});

describe('a file that is refused beside good ones', () => {
  it('is named with its reason, is moved to failed, and all its rows come back', async () => {
    const bad = 'Client ID,Date,Topic,Polarity\nC1,soon,trust,1\nC2,2026-11-02,trust,1\n';
    const { text, done, failed, rejectsOf, report } = await arrived(
      { 'clients.csv': clientsCsv, 'signals.csv': bad },
      { maxRejects: '10%' },
    );

    expect({ done, failed, result: report?.result }).toEqual({
      done: ['clients.csv'],
      failed: ['signals.csv'],
      result: 'done',
    });
    expect(text).toContain('not imported: signals.csv: 1 of 2 rows have problems, more than 0');
    expect(rejectsOf('signals.csv')).toMatch(/C1,soon,trust,1,.+\r\nC2,2026-11-02,trust,1,\r\n$/);
  });

  it('and is of an unknown system sinks none of them, and the preset that reads it is named', async () => {
    const survey = 'Response ID,Company,Submitted At,NPS,CSAT\nr-1,One,2026-11-10,9,4\nr-2,Two,2026-11-10,9,4\n';
    const files = { 'clients.csv': clientsCsv, 'export7.csv': survey, 'odd.csv': 'a,b\n1,2\n' };
    const { done, waiting, text } = await arrived(files, { maps: [{ name: 'hubspot' }] });

    expect({ done, waiting }).toEqual({ done: ['clients.csv'], waiting: ['export7.csv', 'odd.csv'] });
    expect(text).toContainEqual(expect.stringMatching(/^not imported: export7.csv: .*the preset surveys reads it/));
    expect(text.filter((line) => line.startsWith('not imported: odd.csv'))).toHaveLength(1);
    const { imported } = await anAccount(db);
    const { exitCode, out } = await imported(files, `--rejects ${temporaryFolder()}`);
    expect(exitCode).toBe(5);
    expect(out.join('\n')).toMatch(/export7.csv: nothing of this file is imported: .*the preset surveys reads it/);
  });

  it('and needs a preset that is not configured is named with it, and keeps the settings', async () => {
    const { account, text, waiting } = await arrived(
      {
        'companies.csv': 'Record ID,Company name\n9001,One\n',
        'bills.csv': invoices('I-1,One,2026-09-01,2026-10-01,2026-10-01,Paid'),
      },
      { maps: [{ name: 'hubspot' }], maxRejects: '7', prune: true, score: true },
    );

    expect(waiting).toEqual(['bills.csv']);
    expect(text).toContain(
      `Say once which presets read them, then put them there again: client-health inbox configure --account ${account} --map hubspot --map invoices --max-rejects 7 --prune`,
    );
  });
});

it('a report names options that its reader can give, and then the file is read', async () => {
  const files = { 'clients.csv': `${head},Revenue TTM,Last Contact\nC1,One,"1,250",03/04/2026\n` };
  const { account, admin, text } = await arrived(files, { maps: [] });
  const [advice = ''] = text.filter((line) => line.startsWith('Give --'));
  expect(advice).toMatch(/^Give --decimal, --dates once, .*: client-health inbox configure --account \S+ --no-score/);

  await admin('inbox configure --decimal , --dates dmy --no-score');
  const box = await anInbox(db.table, account);
  box.clock.now += 1000;
  box.put(files);
  await workInbox(box.deps, account);
  expect(box.reports[0]).toMatchObject({ result: 'done', kinds: { clients: { added: 1 } } });
});

describe('a file of a watched feed', () => {
  const companies = { 'companies.csv': 'Record ID,Company name\n9001,One\n' };
  const watched = '--map hubspot --every 1 --json --rejects away';
  const page = '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n';

  it.each([
    ['without a byte', 'companies.csv', '', 'hubspot/clients: companies.csv has no rows'],
    ['of a later day', 'companies-2026-11-20.csv', '', 'hubspot/clients: companies-2026-11-20.csv has no rows'],
    ['that is a workbook without a byte', 'companies.xlsx', '', 'hubspot/clients: companies.xlsx has no rows'],
    ['that is a login page', 'companies.csv', page, 'hubspot/clients: nothing of companies.csv was imported'],
  ])('%s is a fault of the feed with its code', async (_, name, content, fault) => {
    const { imported } = await anAccount(db);
    await imported(companies, watched);
    const { exitCode, err } = await imported({ [name]: content }, watched);

    expect({ exitCode, err: JSON.parse(err[0] ?? '{}').error }).toEqual({
      exitCode: 6,
      err: expect.stringContaining(`Check the feeds: ${fault}.`),
    });
  });

  it('that nothing describes is a problem if it has no byte, and no skipped file', async () => {
    const { imported } = await anAccount(db);
    const { exitCode, err } = await imported({ ...companies, 'x.csv': '' }, '--map hubspot');
    expect({ exitCode, err: err[0] }).toEqual({
      exitCode: 3,
      err: 'x.csv:1: the file is empty; its first row names the columns',
    });
  });
});

it('what Finder, Explorer and Office leave is ignored everywhere', async () => {
  const left = { '.DS_Store': 'x', '~$clients.xlsx': 'x', '._clients.csv': 'x', '.~lock.clients.csv#': 'x' };
  const { done, failed, text } = await arrived({ ...left, 'a/.DS_Store': 'x', 'clients.csv': clientsCsv });
  expect({ done, failed }).toEqual({ done: ['clients.csv'], failed: [] });
  expect(text[0]).toMatch(/: imported$/);
  const { imported } = await anAccount(db);
  expect((await imported({ ...left, 'clients.csv': clientsCsv })).exitCode).toBe(0);
});

it('an inbox reads texts that end with .txt, and says that it reads no packed workbook', async () => {
  const { done, failed, namesOfClients } = await arrived({ 'clients.txt': clientsCsv, 'clients.xlsx.gz': 'x' });
  expect({ done, failed }).toEqual({ done: ['clients.txt'], failed: ['clients.xlsx.gz'] });
  expect(await namesOfClients()).toEqual(['One', 'Two']);
});

describe('presets', () => {
  const lists = {
    'bills.csv': 'Invoice Number,Customer,Due Date,Paid Date\nI-1,One,2026-10-01,2026-10-01\n',
    'tickets.csv': 'Ticket ID,Company,Created At,First Response At,CSAT\n1,One,2026-11-01T08:00Z,2026-11-01T09:00Z,5\n',
    'answers.csv': 'Response ID,Company,Submitted At,NPS\nr-1,One,2026-11-10,9\n',
    'calendar.csv': 'Meeting ID,Company,Date,Outcome\nm-1,Two,2026-11-10,held\n',
    'sheet.csv': 'Client,2026-11-02,2026-11-09\nOne,green,red\n',
  };
  const maps = ['excel', 'invoices', 'tickets', 'surveys', 'meetings', 'alignment'].map((name) => `--map ${name}`);

  it('of a list of clients without ids and of lists about them go together', async () => {
    const { resultOf, exported } = await anAccount(db);
    await resultOf({ 'kunden.csv': 'Firma;Betreuer\nOne;Ada\nTwo;Ben\n', ...lists }, maps.join(' '));
    const { 'clients.csv': clients, 'signals.csv': signals, 'alignment.csv': reads } = await exported();
    expect([clients?.length, signals?.length, reads?.length]).toEqual([2, 5, 2]);
  });

  it.each([
    'Nr.;Kunde;Rechnungsdatum;Betrag\n1;One;2026-10-01;5\n2;Two;2026-10-01;7\n',
    'Date,Client,Project,Hours\n2026-10-01,One,Web,5\n',
    'First Name,Last Name,Company,Email\nGrace,Nunes,One,g@one.example\n',
  ])('of lists of clients do not read other lists: %s', async (text) => {
    const { imported } = await anAccount(db);
    const { out } = await imported({ ...lists, 'list.csv': text, 'clients.csv': clientsCsv }, maps.join(' '));
    expect(out.join('\n')).toContain('list.csv: skipped, the mapping does not describe it');
  });

  it('of sheets of dates do not take a row of data for the headers', async () => {
    const { imported } = await anAccount(db);
    const text = 'Record ID,Company name,Lifecycle Stage,Created,Seen\n9001,One,Customer,2026-11-02,2026-11-03\n';
    expect((await imported({ 'companies.csv': text }, '--map hubspot --map alignment')).exitCode).toBe(0);
  });
});

it('match counts the lines of an invoice once, as the preset does', async () => {
  const { admin, resultOf } = await anAccount(db);
  await resultOf({ 'clients.csv': clientsCsv });
  const bill = (total: number) => `Nobody,I-1,2026-10-01,2026-10-31,Paid,${total}\n`;
  const bills = `ContactName,InvoiceNumber,InvoiceDate,DueDate,Status,Total\n${bill(5)}${bill(7)}`;
  const { out } = await admin(`match ${temporaryFolder({ 'x.csv': bills })} --map xero --json`);
  expect(JSON.parse(out[0] ?? '').unknownNames).toMatchObject([{ name: 'Nobody', rows: 1 }]);
});

const related = ['Client ID,Name,Relation,', ',,Account Owner,Last Contact', 'C1,One,Ada,2026-11-01'];
const sized = ['Client ID,Name,Last Contact,Account Owner,Size,', ',,,,Seats,Sites', 'C1,One,2026-11-01,Ada,5,2'];
it.each([
  ['with the second naming the columns', related, ['A1:A2', 'B1:B2', 'C1:D1']],
  ['with as many known columns in both', sized, ['A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1']],
  ['with the names of a group only in the second', related, ['C1:D1']],
])('two merged header rows of a workbook are read, %s', async (_, rows, merged) => {
  const { resultOf, exported } = await anAccount(db);
  await resultOf({ 'clients.xlsx': workbookOf({ S: rows.map((row) => row.split(',')) }, { S: merged }) });
  expect((await exported())['clients.csv']).toEqual([expect.stringMatching(/^C1,C1,One,.*2026-11-01.*Ada/)]);
});

it('an open signal without a column Feed is the stored one of this id, also with --prune', async () => {
  const { resultOf, exported } = await anAccount(db);
  const bills = 'Invoice Number,Customer,Due Date,Paid Date,Status\nI-1,One,2026-11-01,,Open\n';
  await resultOf({ 'clients.csv': clientsCsv, 'bills.csv': bills }, '--map invoices');
  const before = (await exported())['open-signals.csv'];
  expect(before).toEqual([
    expect.stringMatching(/^C1,,invoice-late_I-1,invoices\/signals,2026-11-01,billing_payment,/),
  ]);
  const [, cells = ''] = /^C1,,invoice-late_I-1,invoices\/signals,(.*)$/.exec(before?.[0] ?? '') ?? [];
  const without = `Client ID,Signal ID,Since,Topic,Steps,Weight,Stream ID,Measure,Seen\nC1,invoice-late_I-1,${cells}\n`;
  for (const options of ['', '--prune --yes']) {
    await resultOf({ 'open-signals.csv': without }, options);
    expect((await exported())['open-signals.csv']).toEqual(before);
  }
});

it('a signal keeps what a file has no column for', async () => {
  const { resultOf, exported } = await anAccount(db);
  const given = 'C1,s1,2026-11-02,trust,0.5,2,';
  const columns = 'Client ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID';
  const signals = `${columns},Measure,Paid\n${given},rating=0.9,20 EUR\n`;
  await resultOf({ 'clients.csv': clientsCsv, 'signals.csv': signals });
  const before = (await exported())['signals.csv'];
  await resultOf({ 'signals.csv': `${columns}\n${given}\n` });
  expect((await exported())['signals.csv']).toEqual(before);
});

it('a row that a mapping reads for several kinds has its warning once', () => {
  const group = { file: 'companies.csv', line: 2, message: 'the client was erased', count: 1, lines: [2] };
  expect(groupLines([group, { ...group, file: 'contacts.csv' }, group])).toEqual([
    'companies.csv:2: the client was erased',
    'contacts.csv:2: the client was erased',
  ]);
});
