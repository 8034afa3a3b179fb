import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dateInName, laterNames } from '../../import/arrived/name-date.ts';
import type { RejectedFile } from '../../import/facts/rejects.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { anAccount, type Files, mapOption } from './an-account.ts';
import { numbered } from './numbered.ts';

// Files that arrive every week: the newest counts, good rows are imported, and the others come back.

const db = useMemoryTable();

async function another() {
  const account = await anAccount(db);
  /** The lines of the stored signals, without their day. */
  const signals = async () =>
    (await account.facts())
      .filter(({ sk }) => sk.startsWith('S#'))
      .flatMap((item) => String(item.signals).split('\n'))
      .map((line) => line.replace(/ \d+ /, ' '))
      .sort();
  return { ...account, signals };
}

const clientsCsv = 'Client ID,Name\nC1,One\nC2,Two\n';
const head = 'Client ID,Signal ID,Date,Topic,Polarity';

describe('the newest file', () => {
  it.each([
    ['Accounts_2026_11_29', '2026-11-29'],
    ['export-20261129-0215', '2026-11-29T02:15:00'],
    ['tickets 2026-11-29T02_15_30Z (1)', '2026-11-29T02:15:30'],
    ['umsatz 29.11.2026', '2026-11-29'],
    ['umsatz 03.04.2026', undefined],
    ['3 Nov 2026 report', '2026-11-03'],
    ['November 3, 2026', '2026-11-03'],
    ['2026-W48', '2026-11-23'],
    ['KW48-2026', '2026-11-23'],
    ['Q4 2026', '2026-10'],
    ['2026-Q1', '2026-01'],
    ['nps 2026-10', '2026-10'],
    ['oct-2026', '2026-10'],
    ['customers 2026', '2026'],
    ['clients-2', undefined],
    // of a period, its end
    ['harvest_time_report_from2026-11-09to2026-11-22', '2026-11-22'],
    ['report-2026-11-16-2026-11-22', '2026-11-22'],
    ['report (from_11_16_2026_to_11_22_2026)', '2026-11-22'],
    ['report_2026-11-19-202611', '2026-11-19T20:26:11'],
  ])('%s has the date %s', (name, date) => expect(dateInName(name)).toBe(date));

  it.each([
    ['Accounts_2026_11_29', 'Accounts*', 'Accounts_2026_12_06 (1)'],
    ['NPS Q4 2026 (2)', 'NPS*', 'NPS Q1 2027'],
    ['2026-11 invoices', '* invoices*', '2026-12 invoices'],
  ])('the pattern of %s is %s', (name, pattern, later) => {
    expect(laterNames(name)).toBe(pattern);
    expect(later).toMatch(new RegExp(`^${pattern.replaceAll('*', '.*')}$`));
  });

  it('of full files is the only one that is read, by the dates in their names', async () => {
    const { imported, namesOfClients } = await another();
    const files = {
      'clients-2026-11-15.csv': `${clientsCsv}C3,Three\n`,
      'clients-2026-11-22.csv': 'Client ID,Name\nC1,Uno\nC2,Two\n',
    };

    const { said, exitCode } = await imported(files, '--prune --yes');

    const line = 'clients-2026-11-15.csv: superseded by clients-2026-11-22.csv, by the dates in their names; not read';
    expect(said).toContain(line);
    expect({ exitCode, clients: await namesOfClients() }).toEqual({ exitCode: 0, clients: ['Two', 'Uno'] });
  });

  it('without dates in all names is the one that was changed last', async () => {
    const { imported, namesOfClients } = await another();
    const folder = temporaryFolder({
      'clients-1.csv': 'Client ID,Name\nC1,Uno\n',
      'clients-2026-11-22.csv': clientsCsv,
    });
    utimesSync(join(folder, 'clients-2026-11-22.csv'), 1_000_000, 1_000_000);

    const { said } = await imported(folder);

    expect(said).toContain('clients-2026-11-22.csv: superseded by clients-1.csv, by their times of change; not read');
    expect(await namesOfClients()).toEqual(['Uno']);
  });

  it('of full files is never one of rejected rows that come back, which is read too', async () => {
    const { imported, namesOfClients } = await another();
    const folder = temporaryFolder({
      'clients-1.csv': `${clientsCsv}C3,Three\n`,
      'clients-2.csv': 'Client ID,Name,Problem\nC2,Zwei,Name: is empty\n',
    });
    utimesSync(join(folder, 'clients-1.csv'), 1_000_000, 1_000_000);

    await imported(folder);
    expect(await namesOfClients()).toEqual(['One', 'Three', 'Zwei']);
  });

  it('of parts counts for the records that it has; other files for the rest', async () => {
    const { imported, signals } = await another();
    const files = {
      'clients.csv': clientsCsv,
      'signals-2026-11-15.csv': `${head}\nC1,a,2026-11-10,trust,0.1\nC1,b,2026-11-10,trust,0.2\n`,
      'signals-2026-11-22.csv': `${head}\nC1,b,2026-11-10,trust,0.9\nC2,c,2026-11-20,trust,0.3\n`,
    };

    const { said } = await imported(files);

    expect(said).toContain('1 rows are about records of newer files or of earlier rows; those count');
    expect(await signals()).toEqual(['a trust 0.1 1', 'b trust 0.9 1', 'c trust 0.3 1']);
  });

  it('takes the place of a row even if its rating is empty now', async () => {
    const { imported, signals } = await another();
    const map = mapOption({
      match: { headers: ['Ticket'] },
      kind: 'signals',
      columns: { 'Client ID': 'Client', 'Signal ID': 'Ticket', Date: 'Day' },
      signals: [{ name: 'csat', topic: 'trust', polarity: { from: 'Rating', scale: [1, 5] } }],
    });
    const files = {
      'clients.csv': clientsCsv,
      't-2026-11-15.csv': 'Client,Ticket,Day,Rating\nC1,1,2026-11-10,5\nC1,2,2026-11-10,5\n',
      't-2026-11-22.csv': 'Client,Ticket,Day,Rating\nC1,1,2026-11-10,\n',
    };
    await imported(files, map);

    expect(await signals()).toHaveLength(1);
  });
});

describe('rejects', () => {
  const rejectsIn = () => join(temporaryFolder(), 'rejects');

  it('of a sheet are described by the name of its workbook when they come back', async () => {
    const { imported } = await another();
    const columns = { 'Client ID': 'No', Name: 'Firm' };
    const map = mapOption({ match: { name: 'crm-*' }, kind: 'clients', columns });
    const rows = ['No,Firm', 'C1,One', 'C2,'].map((row) => row.split(','));
    const rejects = rejectsIn();

    await imported({ 'crm-1.xlsx': workbookOf({ Sheet1: rows }) }, `${map} --rejects ${rejects}`);
    expect(Object.keys(filesIn(rejects))).toEqual(['crm-1.xlsx [Sheet1].csv']);
    const { said } = await imported(rejects, `${map} --dry-run`);
    expect(said[0]).toContain('crm-1.xlsx [Sheet1].csv:2, column "Firm": is empty');
  });

  it('are not removed by --prune, nor what they could have named', async () => {
    const { imported, namesOfClients, signals } = await another();
    const before = `${head}\nC1,a,2026-11-10,trust,0.1\nC1,b,2026-11-10,trust,0.2\nC2,c,2026-11-10,trust,0.3\nC2,d,2026-11-10,trust,0.4\n`;
    await imported({ 'clients.csv': `${clientsCsv}C3,Three\n`, 'signals.csv': before });
    const now = `${head}\nC1,a,soon,trust,0.1\nC2,d,2026-11-10,trust,0.4\n`;
    const files = { 'clients.csv': 'Client ID,Name\nC1,\nC2,Two\n', 'signals.csv': now };

    await imported(files, `--prune --yes --rejects ${rejectsIn()}`);

    const kept = ['a trust 0.1 1', 'b trust 0.2 1', 'd trust 0.4 1'];
    expect([await namesOfClients(), await signals()]).toEqual([['One', 'Two'], kept]);
    // a row of nobody and a refused file could have named anything
    for (const [row, options] of [
      ['C9,x,2026-11-10,trust,1', ''],
      ['C1,a,soon,trust,1', '--max-rejects 0'],
    ]) {
      const refused = { 'clients.csv': clientsCsv, 'signals.csv': `${head}\n${row}\n` };
      await imported(refused, `--prune --yes --rejects ${rejectsIn()} ${options}`);
      expect(await signals()).toEqual(kept);
    }
  });
});

const clients = (...rows: string[]) => ['Client ID,Name,Last Contact', ...rows].join('\n');
const notes = (...rows: string[]) => ['Client ID,Created At,Created By,Content', ...rows].join('\n');
const bad = numbered(6, (at) => `X${at},Bad ${at},soon`);
const calls = {
  match: { headers: ['Call'] },
  kind: 'signals',
  feed: 'calls',
  columns: { 'Client ID': 'No', 'Signal ID': 'Call', Date: 'Day' },
  signals: [{ name: 'call', topic: 'trust', polarity: { from: 'Mood', scale: [0, 10] } }],
};
const listed = { match: { headers: ['Call'] }, kind: 'clients', columns: { 'Client ID': 'No', Name: 'Name' } };

it.each<[title: string, files: Files, added: Record<string, number>, rejected: string[], maps?: object[]]>([
  [
    'clients of a file that is refused are not known to the files that follow',
    { 'clients.csv': clients('C1,One,', ...bad), 'notes.csv': notes('C1,2026-11-01,Ada,x') },
    {},
    ['clients.csv 6+0 refused', 'notes.csv 0+1'],
  ],
  [
    'a small file may have five rejects',
    { 'clients.csv': clients('C1,One,', ...bad.slice(1)) },
    { clients: 1 },
    ['clients.csv 5+0'],
  ],
  [
    'a row that is rejected names nothing, so a later row of the same record counts',
    { 'clients.csv': clients('C1,One,soon', 'C1,One,2026-11-01'), 'notes.csv': notes('C1,2026-11-01,Ada,x') },
    { clients: 1, notes: 1 },
    ['clients.csv 1+0'],
  ],
  [
    'a row that is read for two kinds counts for both or for none',
    { 'list.csv': 'No,Name,Call,Day,Mood\nC1,One,a,2026-11-01,5\nC2,Two,b,2026-11-01,high\n' },
    { clients: 1, signals: 1 },
    ['list.csv 1+0'],
    [listed, calls],
  ],
  [
    'what a refused file of a feed has does not replace an older file',
    {
      'clients.csv': clients('C1,One,'),
      'calls-2026-11-02.csv': `No,Call,Day,Mood\n${'C1,a,2026-11-02,high\n'.repeat(9)}`,
      'calls-2026-11-01.csv': 'No,Call,Day,Mood\nC1,a,2026-11-01,5\n',
    },
    { clients: 1, signals: 1 },
    ['calls-2026-11-02.csv 9+0 refused'],
    [calls],
  ],
])('%s', async (_, files, added, rejected, maps) => {
  const { imported } = await another();
  const { json } = await imported(files, `--rejects ${temporaryFolder()} --json ${maps ? mapOption(...maps) : ''}`);

  expect(json.kinds).toEqual(
    Object.fromEntries(
      Object.entries(added).map(([kind, count]) => [kind, { added: count, changed: 0, unchanged: 0 }]),
    ),
  );
  expect(
    json.rejected.files.map(
      ({ file, rows, references, refused }: RejectedFile) =>
        `${file} ${rows}+${references}${refused === undefined ? '' : ' refused'}`,
    ),
  ).toEqual(rejected);
});

describe('several mappings', () => {
  it('are used together, and a file that two claim is a problem that names both', async () => {
    const files = {
      'c.csv': 'Record ID,Company name\n1,One\n',
      's.csv': 'Response ID,Company,Submitted At,NPS\nr,One,2026-11-10,9\n',
    };

    const { imported, namesOfClients, signals } = await another();
    expect(await imported(files, '--map hubspot --map surveys')).toMatchObject({ exitCode: 0 });
    expect([await namesOfClients(), (await signals()).length]).toEqual([['One'], 1]);
    const own = mapOption({
      match: { headers: ['Record ID'] },
      kind: 'clients',
      columns: { 'Client ID': 'Record ID' },
    });
    expect((await imported(files, `--map hubspot ${own}`)).said).toEqual([
      `c.csv:1: hubspot and ${own.replace('--map ', '')} both describe this file; narrow their match, or import it with one of them`,
      'error: Nothing was imported: 1 problem in the files.',
    ]);
  });

  it('are the only option that can be repeated', async () => {
    const { imported } = await another();
    const { said, exitCode } = await imported('x', '--zone UTC --zone Z');
    expect({ said, exitCode }).toEqual({ said: ['error: --zone can be given only once.'], exitCode: 2 });
  });
});

it('a wrong row of a time sheet comes back with all others, so that its week is whole once it is mended', async () => {
  const { imported, exported } = await anAccount(db);
  const rejects = temporaryFolder();
  const sheet =
    'Date,Client,Project,Hours\n2026-11-02,One,Site,1\n2026-11-03,One,Site,1h30x\n2026-11-08,One,Site,2\n2026-11-05,Two,Site,4\n';
  const files = { 'clients.csv': 'Client ID,Name\nC1,One\nC2,Two\n', 'time.csv': sheet };
  const { said } = await imported(files, `--map harvest --rejects ${rejects}`);
  expect(said.join('\n')).toContain('time.csv:3: signal "hours", column "Hours": "1h30x" is not a number');
  const rows = filesIn(rejects)['time.csv'] ?? '';
  expect(rows.match(/\r\n/g)).toHaveLength(5);

  await imported({ 'time.csv': rows.replace('1h30x', '0.5') }, '--map harvest');
  const hours = ((await exported())['signals.csv'] ?? []).map((row) => row.match(/hours=[\d.]+/)?.[0]);
  expect(hours.sort()).toEqual(['hours=3.5', 'hours=4']);
});

it('a row that is in a file twice, cell for cell, counts once; rows without ids may both be meant', async () => {
  const { imported } = await anAccount(db);
  const twice = 'Client ID,Name\nC1,One\nC2,Two\nC1,One\n';
  const { out, exitCode } = await imported({ 'clients.csv': twice });
  expect([out[0], exitCode]).toEqual(['warning: clients.csv:4: is the same row as line 2', 0]);
  const notes = 'Client ID,Created At,Created By,Content\nC1,2026-11-02,Ada,Hi\nC1,2026-11-02,Ada,Hi\n';
  expect((await imported({ 'notes.csv': notes })).err[0]).toContain('notes.csv:3: duplicate of notes.csv:2');
});
