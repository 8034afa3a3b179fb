import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import type { InboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/admin/cli.ts';
import { memoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { memoryInbox } from './inbox/memory-inbox.ts';

// What whoever sends files sees of an import: by the CLI, as JSON, and in the report of an inbox.

let table = memoryTable('job');
beforeEach(async () => {
  table = memoryTable('job');
});
const admin = cliOn(() => table);
const acme = asAccount('acme');

/** Imports by the CLI into the account, which is made first. */
async function imported(files: Readonly<Record<string, string | Uint8Array>>, options = '') {
  await admin('accounts create --account acme --name Acme');
  const line = `import ${temporaryFolder(files)} --account acme ${options}`;
  const { out, err, exitCode } = await admin(line);
  return { out, err, exitCode, json: options.includes('--json') ? JSON.parse(out[0] ?? '{}') : undefined };
}

/** Puts files into the inbox of the account, and what a person finds afterwards. */
async function arrived(files: Readonly<Record<string, string>>, settings: Partial<InboxSettings> = {}) {
  const box = await memoryInbox(table, 'acme', settings);
  box.put(files);
  await workInbox(box.deps, acme);
  const [report] = box.reports;
  const run = report?.run ?? '';
  const text = (box.files.get(`reports/acme/${run}.txt`)?.text ?? '').trimEnd().split('\n');
  const below = (folder: string) =>
    box.keys().flatMap((key) => (key.startsWith(`${folder}/acme/`) ? [key.slice(key.lastIndexOf('/') + 1)] : []));
  const rejects = Object.fromEntries(
    below('rejects').map((name) => [name, box.files.get(`rejects/acme/${run}/${name}`)?.text]),
  );
  return { ...box, report, text, rejects, done: below('done'), failed: below('failed') };
}

const clientsCsv = 'Client ID,Name\nC1,One\nC2,Two\n';
const notesHead = 'Client ID,Created At,Created By,Content\n';
const note = (client: string, text = 'x') => `${client},2026-11-01,Ada,${text}\n`;
const invoices = (...rows: string[]) =>
  `Invoice Number,Customer,Invoice Date,Due Date,Paid Date,Status\n${rows.join('\n')}\n`;

describe('the result', () => {
  const files = { 'clients.csv': clientsCsv, 'notes.csv': `${notesHead}${note('C1')}${note('C9')}` };

  it('is the same in JSON of the CLI and of the inbox', async () => {
    const { report } = await arrived(files, { maps: [] });
    table = memoryTable('job');
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
    const { report } = await arrived({ 'clients.csv': 'Client ID,Name\nC1,\n' });
    expect(report).toMatchObject({ result: 'failed', reason: 'Nothing could be imported.' });
  });

  it('names unknown names also if what is stored leaves no room for other rows', async () => {
    const insights = (from: number, to: number) =>
      `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${Array.from({ length: to - from }, (_, at) => `C1,s1,2026-11-16,t${from + at},a,positive\n`).join('')}`;
    const streams = 'Client ID,Stream ID,Name\nC1,s1,S\n';
    await imported({ 'clients.csv': clientsCsv, 'streams.csv': streams, 'insights.csv': insights(0, 40) });
    const notes = 'Client Name,Note ID,Created By,Created At,Content\nOnee,n1,A,2026-11-16T10:00:00Z,x\n';
    const files = { 'insights.csv': insights(40, 41), 'notes.csv': notes };
    const { json } = await imported(files, `--json --rejects ${temporaryFolder()} --max-rejects 100%`);

    expect(json.unknownNames).toMatchObject([{ name: 'Onee', rows: 1 }]);
  });

  it('names unknown names with proposals, those of most rows first', async () => {
    const rows = ['I-1,Onee,2026-09-01,2026-10-01,2026-10-01,Paid', 'I-2,Twoo,2026-09-01,2026-10-01,2026-10-01,Paid'];
    const more = 'I-3,Twoo,2026-09-01,2026-10-01,,Open';
    const { text } = await arrived(
      { 'clients.csv': clientsCsv, 'bills.csv': invoices(...rows, more) },
      { maps: [{ name: 'invoices' }] },
    );

    expect(text.filter((line) => line.startsWith('unknown name'))).toEqual([
      'unknown name "Twoo": 2 rows; did you mean two (C2)?',
      'unknown name "Onee": 1 rows; did you mean one (C1)?',
    ]);
  });
});

describe('a file that is refused beside good ones', () => {
  it('is named with its reason, is moved to failed, and all its rows come back', async () => {
    const bad = 'Client ID,Date,Topic,Polarity\nC1,soon,trust,1\nC2,2026-11-02,trust,1\n';
    const { text, done, failed, rejects, report } = await arrived(
      { 'clients.csv': clientsCsv, 'signals.csv': bad },
      { maxRejects: '10%' },
    );

    expect({ done, failed, result: report?.result }).toEqual({
      done: ['clients.csv'],
      failed: ['signals.csv'],
      result: 'done',
    });
    const reason = '1 of 2 rows have problems, more than 0';
    expect(text).toContain(`not imported: signals.csv: ${reason}`);
    expect(rejects['signals.csv']).toMatch(/C1,soon,trust,1,.+\r\nC2,2026-11-02,trust,1,\r\n$/);
  });

  it('and is of an unknown system sinks none of them, and the preset that reads it is named', async () => {
    const survey = 'Response ID,Company,Submitted At,NPS,CSAT\nr-1,One,2026-11-10,9,4\nr-2,Two,2026-11-10,9,4\n';
    const files = { 'clients.csv': clientsCsv, 'export7.csv': survey, 'odd.csv': 'a,b\n1,2\n' };
    const { done, failed, text } = await arrived(files, { maps: [{ name: 'hubspot' }] });

    expect({ done, failed }).toEqual({ done: ['clients.csv'], failed: ['export7.csv', 'odd.csv'] });
    expect(text).toContainEqual(expect.stringMatching(/^not imported: export7.csv: .*the preset surveys reads it/));
    expect(text.filter((line) => line.includes('odd.csv'))).toHaveLength(1);
    table = memoryTable('job');
    const { exitCode, out } = await imported(files, `--rejects ${temporaryFolder()}`);
    expect(exitCode).toBe(5);
    expect(out.join('\n')).toMatch(/export7.csv: nothing of this file is imported: .*the preset surveys reads it/);
  });

  it('and needs a preset that is not configured is named with it, and keeps the settings', async () => {
    const hubspot = 'Record ID,Company name\n9001,One\n';
    const { text, failed } = await arrived(
      { 'companies.csv': hubspot, 'bills.csv': invoices('I-1,One,2026-09-01,2026-10-01,2026-10-01,Paid') },
      { maps: [{ name: 'hubspot' }], maxRejects: '7', prune: true, score: true },
    );

    expect(failed).toEqual(['bills.csv']);
    expect(text).toContainEqual(
      'Say once which presets read them, then put them there again: client-health inbox configure --account acme --map hubspot --map invoices --max-rejects 7 --prune',
    );
  });
});

it('a report names options that its reader can give, and then the file is read', async () => {
  const files = { 'clients.csv': 'Client ID,Name,Revenue TTM,Last Contact\nC1,One,"1,250",03/04/2026\n' };
  const { text } = await arrived(files, { maps: [] });

  const [advice = ''] = text.filter((line) => line.startsWith('Give --'));
  expect(advice).toMatch(/^Give --decimal, --dates once, .*: client-health inbox configure --account acme --no-score/);

  await admin('inbox configure --account acme --decimal , --dates dmy --no-score');
  const box = await memoryInbox(table, 'acme');
  box.put(files);
  await workInbox({ ...box.deps, randomBytes: (count) => new Uint8Array(count).fill(9) }, acme);
  expect(box.reports[0]).toMatchObject({ result: 'done', kinds: { clients: { added: 1 } } });
});

async function exported(): Promise<Record<string, string[]>> {
  const folder = temporaryFolder();
  await admin(`export ${folder} --account acme`);
  return Object.fromEntries(Object.entries(filesIn(folder)).map(([name, text]) => [name, text.trim().split('\r\n')]));
}

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
    await imported(companies, watched);
    const { exitCode, err } = await imported({ [name]: content }, watched);

    expect({ exitCode, err: JSON.parse(err[0] ?? '{}').error }).toEqual({
      exitCode: 6,
      err: expect.stringContaining(`Check the feeds: ${fault}.`),
    });
  });

  it('that nothing describes is a problem if it has no byte, and no skipped file', async () => {
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
  expect({ done, failed, first: text[0] }).toEqual({
    ...{ done: ['clients.csv'], failed: [] },
    first: expect.stringMatching(/: imported$/),
  });
  expect((await imported({ ...left, 'clients.csv': clientsCsv })).exitCode).toBe(0);
});

it('an inbox reads texts that end with .txt, and says that it reads no packed workbook', async () => {
  const { done, failed } = await arrived({ 'clients.txt': clientsCsv, 'clients.xlsx.gz': 'x' });
  expect({ done, failed, clients: (await exported())['clients.csv']?.length }).toEqual({
    ...{ done: ['clients.txt'], failed: ['clients.xlsx.gz'] },
    clients: 3,
  });
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
    const { err, exitCode } = await imported(
      { 'kunden.csv': 'Firma;Betreuer\nOne;Ada\nTwo;Ben\n', ...lists },
      maps.join(' '),
    );
    expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
    const { 'clients.csv': clients, 'signals.csv': signals, 'alignment.csv': reads } = await exported();
    expect([clients?.length, signals?.length, reads?.length]).toEqual([3, 6, 3]);
  });

  it.each([
    'Nr.;Kunde;Rechnungsdatum;Betrag\n1;One;2026-10-01;5\n2;Two;2026-10-01;7\n',
    'Date,Client,Project,Hours\n2026-10-01,One,Web,5\n',
    'First Name,Last Name,Company,Email\nGrace,Nunes,One,g@one.example\n',
  ])('of lists of clients do not read other lists: %s', async (text) => {
    const { out } = await imported({ ...lists, 'list.csv': text, 'clients.csv': clientsCsv }, maps.join(' '));
    expect(out.join('\n')).toContain('list.csv: skipped, the mapping does not describe it');
  });

  it('of sheets of dates do not take a row of data for the headers', async () => {
    const { companies } = {
      companies: 'Record ID,Company name,Lifecycle Stage,Created,Seen\n9001,One,Customer,2026-11-02,2026-11-03\n',
    };
    const { exitCode } = await imported({ 'companies.csv': companies }, '--map hubspot --map alignment');
    expect(exitCode).toBe(0);
  });
});

it('match counts the lines of an invoice once, as the preset does', async () => {
  const bills = 'ContactName,InvoiceNumber,InvoiceDate,DueDate,Status,Total\nNobody,I-1,2026-10-01,2026-10-31,Paid,5\n';
  await imported({ 'clients.csv': clientsCsv });
  const { out } = await admin(
    `match ${temporaryFolder({ 'x.csv': `${bills}Nobody,I-1,2026-10-01,2026-10-31,Paid,7\n` })} --account acme --map xero --json`,
  );
  expect(JSON.parse(out[0] ?? '').unknownNames).toMatchObject([{ name: 'Nobody', rows: 1 }]);
});

it.each([
  [
    'with the second naming the columns',
    [
      ['Client ID', 'Name', 'Relation', ''],
      ['', '', 'Account Owner', 'Last Contact'],
      ['C1', 'One', 'Ada', '2026-11-01'],
    ],
    ['A1:A2', 'B1:B2', 'C1:D1'],
  ],
  [
    'with as many known columns in both',
    [
      ['Client ID', 'Name', 'Last Contact', 'Account Owner', 'Size', ''],
      ['', '', '', '', 'Seats', 'Sites'],
      ['C1', 'One', '2026-11-01', 'Ada', 5, 2],
    ],
    ['A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1'],
  ],
  [
    'with the names of a group only in the second',
    [
      ['Client ID', 'Name', 'Relation', ''],
      ['', '', 'Account Owner', 'Last Contact'],
      ['C1', 'One', 'Ada', '2026-11-01'],
    ],
    ['C1:D1'],
  ],
])('two merged header rows of a workbook are read, %s', async (_, rows, merged) => {
  const { exitCode, err } = await imported({ 'clients.xlsx': workbookOf({ S: rows }, { S: merged }) });
  expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  expect((await exported())['clients.csv']?.slice(1)).toEqual([expect.stringMatching(/^C1,C1,One,.*2026-11-01.*Ada/)]);
});

it('an open signal without a column Feed is the stored one of this id, also with --prune', async () => {
  const bills = 'Invoice Number,Customer,Due Date,Paid Date,Status\nI-1,One,2026-11-01,,Open\n';
  await imported({ 'clients.csv': clientsCsv, 'bills.csv': bills }, '--map invoices');
  const before = (await exported())['open-signals.csv'] ?? [];
  const [head = '', row = ''] = before;
  const at = head.split(',').indexOf('Feed');
  const without = (line: string) =>
    line
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .toSpliced(at, 1)
      .join(',');
  for (const options of ['', '--prune --yes']) {
    await imported({ 'open-signals.csv': `${without(head)}\n${without(row)}\n` }, options);
    expect((await exported())['open-signals.csv']).toEqual(before);
  }
});
