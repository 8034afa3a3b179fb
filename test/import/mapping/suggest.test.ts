import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../import/files/format.ts';
import { kindOf } from '../../../import/files/kinds.ts';
import { evidenceIn, pairsIn, pointsByRows } from '../../../import/mapping/evidence.ts';
import { presetsFor, suggestMapping } from '../../../import/mapping/suggest.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workbookOf } from '../../support/xlsx.ts';

const folder = temporaryFolder();

function saved(text: string, name = 'list.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const input = (path: string) => ({
  ...{ name: 'list.csv', stem: 'list', origin: 'list.csv' },
  path,
  isSheet: false,
  changedAt: 0,
});

/** What the cells of columns say; all columns have the same number of cells. */
async function evidenceFor(columns: Readonly<Record<string, readonly string[]>>) {
  // the last column says nothing, and keeps rows whose other cells are empty
  const cells = [...Object.values(columns), Array<string>(20).fill('-')];
  const rows = cells[0]?.map((_, at) => cells.map((column) => column[at] ?? '')) ?? [];
  const path = saved(
    [[...Object.keys(columns), 'Z'], ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'),
  );
  const about = { kind: kindOf('clients'), feed: 'f', contains: 'full', metadata: 'all', format: {} } as const;
  return await evidenceIn({ ...input(path), ...about });
}

const nothing = { ids: [], dates: [], ratings: [], amounts: [], emails: [], texts: [], repeated: [], names: [] };
const numbers = (count: number, make: (at: number) => unknown = String) =>
  Array.from({ length: count }, (_, at) => String(make(at)));

const companies = (rows: readonly string[]) => `Record ID,Company name,Annual Revenue\n${rows.join('\n')}\n`;
const good = (count: number) => numbers(count, (at) => `${at},Firm ${at},12.5`);

describe('cells of a column say that it has', () => {
  const five = (cell: string) => [cell, cell, cell, cell, cell];
  const dates = ['2026-11-01', '2.11.2026', '3 Nov 2026', '2026-11-04T10:00'];
  const scale = (header: string, cells: string[], of?: 5 | 10): [string, string[], object] => [
    ...([header, cells] as const),
    of ? { ratings: [{ header, scale: of }] } : {},
  ];
  it.each<readonly [header: string, cells: readonly string[], says: object]>([
    ['Key', ['k1', 'k2', '3', '4', '5'], { ids: ['Key'] }],
    ['Key', ['k1', 'k2', '3', '4', ''], {}],
    ['Key', ['k1', 'k2', '3', '4', '4'], {}],
    ['Key', numbers(5, (at) => `${at}${'9'.repeat(38)}`), { ids: ['Key'] }],
    ['Key', numbers(5, (at) => `${at}${'9'.repeat(39)}`), {}],
    ['', ['k1', 'k2', '3', '4', '5'], {}],
    ['Key', five(''), {}],
    ['When', [...dates, ''], { dates: ['When'] }],
    ['When', [...dates, 'x'], { dates: ['When'], ids: [] }],
    ['When', ['2026-11-01', '2026-11-01', '2026-11-01', 'x', 'x'], {}],
    scale('Stars', ['1', '5', '5', '', ''], 5),
    scale('Stars', ['0', '5', '5', '5', '5'], 10),
    scale('Stars', ['1', '6', '6', '6', '10'], 10),
    scale('Stars', ['1', '6', '6', '6', '11']),
    scale('Stars', ['1', '-1', '1', '1', '1']),
    scale('Stars', ['1', '1', '1', 'x', 'x']),
    ...['Priority', 'Seats', 'Age', 'Order no', 'Reopens'].map((header) => scale(header, ['1', '2', '2', '2', '2'])),
    ['Stars', ['1', '2', '2', '2', '2.5'], { amounts: ['Stars'] }],
    ['Sum', ['1', '2', '2', '2', '2,5'], { amounts: ['Sum'] }],
    ['Sum', ['1', '2', '2', '2,5', 'n/a'], { amounts: ['Sum'] }],
    ['Mail', five('a@b.example'), { emails: ['Mail'] }],
    ['Mail', numbers(5, (at) => `a${at}@b.example`), { emails: ['Mail'] }],
    ['Mail', ['a@b.example', 'a@b.example', 'a@b.example', '@', 'a@b'], {}],
    ['Said', five('word '.repeat(13)), { texts: ['Said'], repeated: ['Said'] }],
    ['Said', five('w'.repeat(60)), { repeated: ['Said'] }],
    ['Firm', ['Älfa', 'Älfa', 'Beta', 'Beta', '7,5'], { repeated: ['Firm'] }],
    ['Firm', ['Älfa', 'Beta', 'Gamma', 'Delta', '7'], { ids: ['Firm'], names: ['Firm'] }],
    ['Firm', ['ab', '-', '-', '-', '-'], {}],
  ])('%s: %j', async (header, cells, says) => {
    expect(await evidenceFor({ [header]: cells })).toEqual({ ...nothing, ...says });
  });

  it('a name of its own in each row, also of many', async () => {
    const cells = numbers(4000, (at) => `Firm ${at}`);
    expect(await evidenceFor({ Firm: cells })).toEqual({ ...nothing, ids: ['Firm'], names: ['Firm'] });
  });

  it('different numbers, which are ratings in a few rows only', async () => {
    expect((await evidenceFor({ N: numbers(11) })).ratings).toEqual([{ header: 'N', scale: 10 }]);
    expect((await evidenceFor({ N: [...numbers(11), ''] })).ratings).toEqual([]);
    expect((await evidenceFor({ N: [...numbers(11), '3'] })).ratings).toEqual([{ header: 'N', scale: 10 }]);
  });

  it('names, of which nearly all differ and none is long', async () => {
    const ten = (last: string) => [...numbers(9, (at) => `Firm ${at}`), last];
    expect(await evidenceFor({ N: ten('Firm 8') })).toEqual({ ...nothing, repeated: ['N'], names: ['N'] });
    expect((await evidenceFor({ N: [...ten('Firm 8').slice(1), 'Firm 8'] })).names).toEqual([]);
    expect((await evidenceFor({ N: numbers(3, (at) => `${at}${'x'.repeat(59)}`) })).names).toEqual([]);
  });
});

it('dates that begin and end something are pairs', () => {
  const pairs = (...dates: string[]) => pairsIn({ ...nothing, dates });
  expect(pairs('Due', 'Paid at')).toMatchObject({ payment: ['Due', 'Paid at'], delivery: ['Due', undefined] });
  expect(pairs('Fällig am', 'Bezahlt')).toMatchObject({ payment: ['Fällig am', 'Bezahlt'] });
  expect(pairs('Due date', 'Resolved')).toMatchObject({
    payment: ['Due date', undefined],
    delivery: ['Due date', 'Resolved'],
  });
  for (const done of ['Resolved', 'Completed', 'Closed', 'Finished', 'Delivered']) {
    expect(pairs('Due', done).delivery).toEqual(['Due', done]);
  }
  for (const start of ['Created', 'Opened', 'Started']) {
    for (const end of ['First response', 'First reply', 'Initial response', 'Initial reply', 'Answered']) {
      expect(pairs(start, end).response).toEqual([start, end]);
    }
  }
  expect(pairs('Residue', 'Unpaid', 'Restarted')).toMatchObject({
    ...{ payment: [undefined, undefined], response: [undefined, undefined] },
  });
});

it('rows speak for a kind', () => {
  const rating = { ratings: [{ header: 'r', scale: 5 as const }] };
  const points = (given: object) =>
    Object.fromEntries([...pointsByRows({ ...nothing, ...given })].filter(([, count]) => count > 0));
  const firms = { ids: ['a'], names: ['b'] };
  expect(points({})).toEqual({});
  expect(points({ ...rating, ...firms, texts: ['t'], emails: ['e'] })).toEqual({});
  expect(points({ ...rating, dates: ['d'], texts: ['t'] })).toEqual({ signals: 4 });
  expect(points({ ...rating, dates: ['d'], repeated: ['c'] })).toEqual({ signals: 5 });
  expect(points({ dates: ['Due', 'Paid'] })).toEqual({ signals: 4 });
  expect(points({ dates: ['Due', 'Said'], repeated: ['c'] })).toEqual({});
  expect(points(firms)).toEqual({ clients: 3 });
  expect(points({ ...firms, amounts: ['x'] })).toEqual({ clients: 4 });
  expect([points({ ids: ['a'], amounts: ['x'] }), points({ names: ['b'] })]).toEqual([{}, {}]);
  expect(points({ ...firms, emails: ['e'] })).toEqual({ 'key-people': 4 });
  expect(points({ texts: ['t'], dates: ['d'] })).toEqual({ notes: 4 });
  expect(points({ texts: ['t'] })).toEqual({});
});

describe('a suggested mapping', () => {
  const nps = (from: string) => ({
    name: 'nps',
    topic: 'advocacy',
    polarity: {
      from,
      steps: [
        [6, -1],
        [8, 0],
      ],
      above: 1,
    },
  });
  const rating = (name: string, from: string, scale: number[]) => ({
    name,
    topic: 'results_impact',
    polarity: { from, scale },
  });
  const late = {
    steps: [
      [0, 0.5],
      [14, 0],
      [30, -0.5],
    ],
    above: -0.8,
  };
  const slow = {
    steps: [
      [1, 1],
      [4, 0.5],
      [24, 0],
      [72, -0.5],
    ],
    above: -1,
  };
  const drop = { others: 'drop' };
  const clients = { others: 'metadata', decimal: 'detect' };

  it.each<[stem: string, text: string, expected: object]>([
    [
      'answers',
      `Key,Firm,When,Closed at,Score,Stars,Mood,Priority\n${numbers(4, (at) => `k${at},Alpha,2026-11-0${at + 1},2026-11-1${at},${at * 2 + 1},${at + 1},${at + 1},${at}\n`).join('')}`,
      {
        ...{ kind: 'signals', ...drop, columns: { 'Signal ID': 'Key', Date: 'Closed at' } },
        signals: [nps('Score'), rating('rating-2', 'Stars', [1, 5]), rating('rating-3', 'Mood', [1, 5])],
        notes: [
          'Key: guessed to be Signal ID; filled in 4 of 4 rows, for example k0 | k1 | k2',
          'Firm: not mapped; filled in 4 of 4 rows, for example Alpha',
          'When: not mapped; filled in 4 of 4 rows, for example 2026-11-01 | 2026-11-02 | 2026-11-03',
          'Closed at: guessed to be Date; filled in 4 of 4 rows, for example 2026-11-10 | 2026-11-11 | 2026-11-12',
          'Score: guessed to measure advocacy; check the topic and the polarities; filled in 4 of 4 rows, for example 1 | 3 | 5',
          'Stars: guessed to measure results_impact; check the topic and the polarities; filled in 4 of 4 rows, for example 1 | 2 | 3',
          'Mood: guessed to measure results_impact; check the topic and the polarities; filled in 4 of 4 rows, for example 1 | 2 | 3',
          'Priority: not mapped; filled in 4 of 4 rows, for example 0 | 1 | 2',
        ],
      },
    ],
    [
      'survey',
      'Company,Submitted,Overall,Would you recommend us?\nAlpha,2026-11-01,3,6\nAlpha,2026-11-02,6,7\nAlpha,2026-11-03,9,8\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client Name': 'Company', Date: 'Submitted' } },
        signals: [nps('Would you recommend us?'), rating('rating', 'Overall', [0, 10])],
      },
    ],
    [
      'marks',
      'Customer,Date,Mark\nAlpha,2026-11-01,4\nAlpha,2026-11-02,4\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client Name': 'Customer', Date: 'Date' } },
        signals: [rating('rating', 'Mark', [1, 5])],
      },
    ],
    [
      'jobs',
      'Account key,Project,Account,Day,Mark\nA1,Site,Alpha,2026-11-01,4\nA2,Site,Alpha,2026-11-02,4\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client Name': 'Account', Date: 'Day' } },
        signals: [rating('rating', 'Mark', [1, 5])],
      },
    ],
    [
      'bills',
      'Bill,Customer,Due on,Paid on,Completed on,Total\ni1,Alpha,2026-10-01,2026-10-20,2026-10-20,10.5\ni2,Beta,2026-10-02,2026-10-03,2026-10-20,8.5\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Signal ID': 'Bill', 'Client Name': 'Customer', Date: 'Paid on' } },
        signals: [{ name: 'days-late', topic: 'billing_payment', polarity: { days: ['Due on', 'Paid on'], ...late } }],
      },
    ],
    [
      'tasks',
      'Task,Project,Due,Completed,Started,First reply\nt1,Alpha,2026-10-01,2026-10-20,2026-09-01 10:00,2026-09-01 11:00\nt2,Beta,2026-10-02,2026-10-03,2026-09-01 10:00,2026-09-01 11:00\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Signal ID': 'Task', 'Client Name': 'Project', Date: 'Completed' } },
        signals: [
          { name: 'on-time', topic: 'timeliness', polarity: { days: ['Due', 'Completed'], ...late } },
          { name: 'first-response', topic: 'responsiveness', polarity: { hours: ['Started', 'First reply'], ...slow } },
        ],
      },
    ],
    [
      'folk',
      'Organisation,Who,Mail,Remark\nAlpha,Jo Miller,jo@x.example,a\nBeta,Al Gore,al@x.example,b\n',
      { kind: 'key-people', ...drop, columns: { 'Client Name': 'Organisation', Name: 'Who', Email: 'Mail' } },
    ],
    [
      'memo',
      `Account,Day,Said,By\nAlpha,2026-11-01,${'Long words. '.repeat(8)},Ada\nBeta,2026-11-02,${'Other words. '.repeat(8)},Ada\n`,
      {
        ...{ kind: 'notes', ...drop, columns: { 'Client Name': 'Account', 'Created At': 'Day', Content: 'Said' } },
        notes: expect.arrayContaining(['Created By: required, and no column of the file looks like it']),
      },
    ],
    [
      'firms 2026-11',
      'Title,Ref,Volume,Tier\nAlpha Ltd,C8,10.5,A\nSecond Light,C9,11.5,A\nThird One,C10,9.5,B\n',
      { kind: 'clients', ...clients, match: { name: 'firms*' }, columns: { 'Client ID': 'Ref', Name: 'Title' } },
    ],
    [
      'notes',
      'A,B\n1,2\n,3\n',
      {
        ...{ kind: 'notes', ...drop, columns: {} },
        notes: [
          'A: not mapped; filled in 1 of 2 rows, for example 1',
          'B: not mapped; filled in 2 of 2 rows, for example 2 | 3',
          ...['Created At', 'Created By', 'Content'].map(
            (header) => `${header}: required, and no column of the file looks like it`,
          ),
        ],
      },
    ],
    [
      'visits',
      'Service ID,Organisation,Opened,Mark,Score,Other,\ns1,Alpha,2026-11-01,0,9,8,x\ns1,Alpha,2026-11-02,5,9,8,x\ns1,Alpha,2026-11-03,5,10,7,x\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Service ID': 'Service ID', Date: 'Opened' } },
        signals: [nps('Mark'), rating('rating-2', 'Score', [0, 10]), rating('rating-3', 'Other', [0, 10])],
        notes: expect.arrayContaining([expect.stringMatching(/^Organisation: not mapped;/)]),
      },
    ],
    ['plain', 'Tier,Colour\nA,red\nA,red\n', { kind: 'clients', ...clients, columns: {} }],
    [
      'stars',
      'Customer,Date,Mark,Score\nAlpha,2026-11-01,4,9\nAlpha,2026-11-02,5,10\nAlpha,2026-11-03,5,9\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client Name': 'Customer', Date: 'Date' } },
        signals: [nps('Score'), rating('rating', 'Mark', [1, 5])],
      },
    ],
    [
      'asked',
      'Client ID,Firma,Date,NPS,Overall\nC1,Alpha,2026-11-01,4,9\nC1,Alpha,2026-11-02,5,10\nC1,Alpha,2026-11-03,5,9\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client ID': 'Client ID', Date: 'Date' } },
        signals: [nps('NPS'), rating('rating-2', 'Overall', [0, 10])],
        notes: expect.arrayContaining([expect.stringMatching(/^Firma: not mapped;/)]),
      },
    ],
    [
      'firms',
      'Ref,Title,Company name,Name\nC8,Mr Alpha,Alpha Ltd,A\nC9,Mrs Light,Second Light,B\nC10,Ms One,Third One,C\n',
      {
        ...{ kind: 'clients', ...clients, columns: { 'Client ID': 'Ref', Name: 'Company name' } },
        notes: expect.arrayContaining(['Title', 'Name'].map((each) => expect.stringMatching(`^${each}: not mapped;`))),
      },
    ],
    [
      'list',
      'Portfolio ID,Client ID\np,C1\np,C2\n',
      {
        ...{ kind: 'portfolio-members', ...drop, notes: [] },
        columns: { 'Portfolio ID': 'Portfolio ID', 'Client ID': 'Client ID' },
      },
    ],
    [
      'signals',
      'Client ID,Date\nC1,2026-11-01\n',
      {
        ...{ kind: 'signals', ...drop, columns: { 'Client ID': 'Client ID', Date: 'Date' } },
        notes: ['Topic', 'Polarity'].map((each) => `${each}: required, and no column of the file looks like it`),
      },
    ],
  ])('of %s', async (stem, text, expected) => {
    const { mapping } = await suggestMapping(saved(text, `${stem}.csv`), {});
    const { version, about, files } = JSON.parse(mapping);

    expect({ version, about, count: files.length }).toEqual({
      version: 1,
      about: 'Suggested; check the notes of each file.',
      count: 1,
    });
    expect(files[0].notes).not.toContainEqual(expect.stringMatching(/^:/));
    expect(files[0]).toEqual({
      ...{ notes: expect.any(Array), match: { name: `${stem}*` } },
      ...{ unknownClients: 'refuse', headerRows: 1, repeatedIds: 'refuse', ...expected },
    });
  });

  it('of a workbook has its sheets, and of a file that imports know already no preset', async () => {
    const days = ['2026-11-01', '2026-11-02'].map((day) => new Date(`${day}T00:00:00Z`));
    const book = workbookOf({
      Firms: [['Ref', 'Title'], ...['Alpha Ltd', 'Beta Ltd'].map((name, at) => [`C${at}`, name])],
      Votes: [['Customer', 'Date', 'Mark'], ...days.map((day) => ['Alpha', day, 4])],
    });
    const files = async (given: Parameters<typeof temporaryFolder>[0]) => {
      const { mapping, advice } = await suggestMapping(temporaryFolder(given), {});
      return { files: JSON.parse(mapping).files, advice };
    };
    expect(await files({ 'a.xlsx': book })).toMatchObject({
      files: [
        { match: { name: 'Firms*' }, kind: 'clients', columns: { 'Client ID': 'Ref', Name: 'Title' } },
        { match: { name: 'Votes*' }, kind: 'signals', columns: { 'Client Name': 'Customer', Date: 'Date' } },
      ],
      advice: [],
    });
    const known = 'Client ID,Name,Industry\n1,One,Food\n2,Two,Food\n';
    const columns = { 'Client ID': 'Client ID', Name: 'Name', Industry: 'Industry' };
    expect(await files({ 'clients.csv': known })).toMatchObject({ files: [{ notes: [], columns }], advice: [] });
    expect((await files({ 'firms.csv': known })).advice).toEqual([expect.stringContaining('the preset excel reads')]);
    expect((await files({ 'clients.csv': companies(good(2)) })).advice).toEqual([
      'clients.csv: the preset hubspot reads this file: import with --map hubspot',
    ]);
  });

  it('has the encoding and the order of dates of the file', async () => {
    const text = Buffer.from('Ref,Title,Since\nC1,M\xfcller Ltd,25/11/2026\nC2,Other Ltd,26/11/2026\n', 'latin1');
    const path = saved('', 'coded.csv');
    writeFileSync(path, text);
    const [file] = JSON.parse((await suggestMapping(path, {})).mapping).files;
    expect(file).toMatchObject({
      encoding: 'windows-1252',
      kind: 'clients',
      columns: { 'Client ID': 'Ref', Name: 'Title' },
      dates: 'dmy',
      notes: expect.arrayContaining(['dates are read as day/month/year, because of "25/11/2026"']),
    });
    await expect(suggestMapping(path, { encoding: 'utf-8' })).rejects.toThrow('coded.csv:2: is not UTF-8');
    await expect(suggestMapping(temporaryFolder(), {})).rejects.toThrow('There is no file to inspect in ');
    const unreadable = temporaryFolder({ 'a.csv': 'Ref,Title\n1,One\n', 'b.csv': 'Ref,Title\n1,\0\n' });
    await expect(suggestMapping(unreadable, {})).rejects.toThrow('b.csv:1: is not text; save it as CSV UTF-8');
  });
});

describe('the presets that read a file', () => {
  const fitting = async (text: string, format: Format = {}) =>
    (await presetsFor(input(saved(text)), format)).map(({ preset, kind, bad, problem }) => [
      preset,
      kind,
      bad,
      ...(problem ? [problem] : []),
    ]);

  it('are those that can import most of its rows', async () => {
    const lots = (count: number) => numbers(count, (at) => `${900 + at},Bad ${at},lots`);
    expect(await fitting(companies(good(8)))).toEqual([['hubspot', 'clients', 0]]);
    expect(await fitting(companies([...good(8), ...lots(2)]))).toEqual([
      ['hubspot', 'clients', 2, expect.stringContaining('line 10')],
    ]);
    expect(await fitting(companies([...good(8), ...lots(3)]))).toEqual([]);
    expect(await fitting(companies(['7,One,1', '7,Two,1', ...good(6).map((row) => `9${row}`)]))).toEqual([
      ['hubspot', 'clients', 1, 'line 3: 7 is there twice'],
    ]);
    // a list of orders has each client several times
    expect(await fitting(companies(numbers(10, (at) => `${at},Firm,1`)))).toEqual([]);
    expect(await fitting(companies(numbers(10, (at) => `${at},Firm ${Math.max(at, 1)},1`)))).toEqual([
      ['hubspot', 'clients', 0],
    ]);
    const dated = `Record ID,Company name,Last Contacted\n${numbers(8, (at) => `${at},Firm ${at},03/04/2026`).join('\n')}`;
    expect([await fitting(dated), await fitting(dated, { dates: 'dmy' })]).toEqual([[], [['hubspot', 'clients', 0]]]);
    expect(await fitting('A,B\n1,2\n')).toEqual([]);
    expect(await fitting(companies([]))).toEqual([]);
  });

  it('are in the order of their bad rows, then of the columns that they use', async () => {
    const both = (days: (at: number) => { due?: string; solved?: string }) => {
      const row = (at: number) => {
        const day = `2026-11-0${at + 1}`;
        const { due = day, solved = `${day} 12:00` } = days(at);
        return [`t${at}`, `i${at}`, `Firm ${at % 3}`, `${day} 10:00`, solved, due, day, 5].join();
      };
      return `Ticket ID,Invoice Number,Company,Created At,Solved At,Due Date,Paid Date,Satisfaction\n${numbers(8, row).join('\n')}`;
    };
    const [tickets, invoices] = [
      ['tickets', 'signals'],
      ['invoices', 'signals'],
    ];
    expect(await fitting(both(() => ({})))).toEqual([
      [...tickets, 0],
      [...invoices, 0],
    ]);
    expect(await fitting(both((at) => (at === 3 ? { solved: 'soon' } : {})))).toEqual([
      [...invoices, 0],
      [...tickets, 1, expect.stringMatching(/^line 5: .*"soon"/)],
    ]);
    expect(await fitting(both((at) => (at < 1 ? { due: 'soon' } : {})))).toMatchObject([
      [...tickets, 0],
      [...invoices, 1, expect.stringMatching(/^line 2: /)],
    ]);
  });

  it('count ids that a client has twice, but not lines of one invoice or ids of several clients', async () => {
    const people = (client: (at: number) => number) =>
      `Record ID,First Name,Last Name,Email,Associated Company IDs (Primary)\n${numbers(8, (at) => `${Math.min(at, 6)},F${at},L,f${at}@x.example,${client(at)}`).join('\n')}`;
    expect(await fitting(people((at) => at))).toEqual([['hubspot', 'key-people', 0]]);
    expect(await fitting(people(() => 1))).toEqual([['hubspot', 'key-people', 1, 'line 9: 6 is there twice']]);
    const lines = numbers(8, (at) => `Firm,i${at % 4},2026-11-0${at + 1},Paid,2026-11-0${at + 1},5`);
    expect(await fitting(`ContactName,InvoiceNumber,DueDate,Status,InvoiceDate,Total\n${lines.join('\n')}`)).toEqual([
      ['xero', 'signals', 0],
    ]);
  });

  it('that know a file by one common header read only files that look like theirs', async () => {
    const firms = (names: number) =>
      `Client,Kundennummer\n${numbers(10, (at) => `Firm ${Math.max(at, names)},${at}`).join('\n')}`;
    expect(await fitting(firms(1))).toEqual([['excel', 'clients', 0]]);
    expect(await fitting(firms(2))).toEqual([]);
    const votes = numbers(8, (at) => `Firm ${at},2026-11-0${at + 1},${at % 5},${at}`);
    expect(await fitting(`Company,Submitted,Mood,Overall\n${votes.join('\n')}`)).toEqual([]);
    const answers = numbers(8, (at) => `r${at},Firm ${at},${at},2026-11-0${at + 1}`);
    expect(await fitting(`Response ID,Company,NPS,Submitted At\n${answers.join('\n')}`)).toEqual([
      ['surveys', 'signals', 0],
    ]);
  });

  it('are none that would refuse the file, and tell the first problem of a row', async () => {
    const texts = (rows: string) => `Record ID,Company name,Annual Revenue,Number of Employees\n${rows}`;
    const rows = (count: number) => numbers(count, (at) => `${at},Firm ${at},12.5,3\n`).join('');
    expect(await fitting(texts(`${rows(8)}80,Bad,lots,many`))).toEqual([
      ['hubspot', 'clients', 1, expect.stringContaining('"lots"')],
    ]);
    // an import leaves out five rows of a file, or 5 % if that is more
    const bad = (count: number) => numbers(count, (at) => `${900 + at},Bad ${at},lots,\n`).join('');
    expect(await fitting(texts(rows(24) + bad(5)))).toMatchObject([['hubspot', 'clients', 5, expect.anything()]]);
    expect(await fitting(texts(rows(24) + bad(6)))).toEqual([]);
    // ids that no row has are not there twice
    const answers = numbers(8, (at) => `C${at % 2},${at},2026-11-0${at + 1}`).join('\n');
    expect(await fitting(`Client ID,NPS,Date\n${answers}`)).toEqual([['surveys', 'signals', 0]]);
  });

  it('are named with what to import the file with', async () => {
    const path = temporaryFolder({
      'a.csv': companies(good(3)),
      'b.csv': companies([...good(9), '10,Last,lots']),
      'b2.csv': companies([...good(9), '10,Last,lots', '11,Latest,lots']),
      'c.csv': 'A,B\n1,2\n',
    });
    const { mapping, advice } = await suggestMapping(path, {});
    expect(advice).toEqual([
      'a.csv: the preset hubspot reads this file: import with --map hubspot',
      expect.stringMatching(
        /^b\.csv: the preset hubspot reads this file, except one row \(line 11, .+\): import with --map hubspot --rejects FOLDER$/,
      ),
      expect.stringMatching(
        /^b2\.csv: the preset hubspot reads this file, except 2 rows \(line 11, .+\): import with --map hubspot --rejects FOLDER$/,
      ),
    ]);
    expect(JSON.parse(mapping).files).toMatchObject([{ match: { name: 'c*' } }]);
    const only = await suggestMapping(join(path, 'a.csv'), {});
    expect(JSON.parse(only.mapping).files[0].notes[0]).toBe(
      'the preset hubspot reads this file: import with --map hubspot',
    );
    const both = 'Record ID,Company name,Account ID,Account Name,Account Owner\n1,One,1,One,A\n2,Two,2,Two,B\n';
    const several = await suggestMapping(join(temporaryFolder({ 'd.csv': both }), 'd.csv'), {});
    expect(JSON.parse(several.mapping).files[0].notes.slice(0, 3)).toEqual(
      ['salesforce', 'zoho', 'hubspot'].map(
        (preset) => `the preset ${preset} reads this file: import with --map ${preset}`,
      ),
    );
  });
});
