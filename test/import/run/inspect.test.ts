import { describe, expect, it } from 'vitest';
import type { Format } from '../../../import/files/format.ts';
import type { KindName } from '../../../import/files/kinds/kind.ts';
import { createProblems, problemLines } from '../../../import/files/problems.ts';
import type { Source } from '../../../import/files/source.ts';
import { firstHeaders, inspect } from '../../../import/inspect.ts';
import { mappingOf } from '../../../import/mapping/bind.ts';
import { parseMapping } from '../../../import/mapping/load.ts';
import { warnAboutFact } from '../../../import/warnings.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { aClient, aNote, aSignal } from '../../support/store/facts.ts';
import { sourceOf } from '../sources.ts';

// What an import finds out about a file before it checks its rows.

async function look(kind: KindName, text: string | Uint8Array, more: Partial<Source> = {}) {
  const warnings = createProblems();
  const found = await inspect(sourceOf(kind, text, more), warnings);
  const columns = found.report.columns.map(({ header, readAs, filled, samples }) => [
    ...[header, readAs, filled],
    samples.join('|'),
  ]);
  return { ...found, notes: found.report.notes, columns, warnings: problemLines(warnings) };
}

const mapped = (file: object) => {
  const parsed = parseMapping(
    JSON.stringify({ version: 1, files: [{ match: { name: 'x' }, kind: 'clients', ...file }] }),
    'm',
  ).files[0];
  if (!parsed) throw new Error('no file');
  return { mapping: mappingOf(parsed, 'f') };
};

describe('the report of a file', () => {
  it('has its columns, how they are read, and the first values', async () => {
    const { report, columns, headers, used, isUnreadable, source } = await look(
      'clients',
      `All our firms,,,,,\n Client ID ,Name,Size (number),Region,Favorite,\n${['C1,One,,South,,', `C2,${'x'.repeat(30)},1,South,,`, `C3,${'y'.repeat(31)},2,,,`, 'C4,Four,3,,,', 'C5,Five,4,,,'].join('\n')}\n`,
      { name: 'a.csv' },
    );

    expect({ ...report, columns: [] }).toEqual({
      ...{ file: 'a.csv', kind: 'clients', rows: 5, columns: [] },
      notes: ['line 1 is no row of the table: "All our firms"'],
    });
    expect(columns).toEqual([
      ['Client ID', 'Client ID', 5, 'C1|C2|C3'],
      ['Name', 'Name', 5, `One|${'x'.repeat(30)}|${'y'.repeat(30)}…`],
      ['Size (number)', 'metadata Size', 4, '1|2|3'],
      ['Region', 'metadata Region', 2, 'South'],
      ['Favorite', 'Favorite', 0, ''],
      ['', 'not imported', 0, ''],
    ]);
    expect({ headers, used, isUnreadable }).toEqual({
      headers: ['Client ID', 'Name', 'Size (number)', 'Region', 'Favorite', ''],
      used: ['Client ID', 'Name', 'Size (number)', 'Region'],
      isUnreadable: false,
    });
    expect(source).toMatchObject({ name: 'a.csv', isRepair: false, contains: 'parts', format: {} });
    expect(source.leftOut?.size).toBe(0);
  });

  it('of a file with a mapping says what each column is used for, and what the mapping notes', async () => {
    const columns = {
      ...{ 'Client ID': 'No', Name: { join: ['First', 'Last'] }, 'Revenue TTM': 'Sales', 'Account Owner': 'First' },
    };
    const found = await look('clients', 'No,First,Last,sales,Other\n1,Ada,Okafor,5,x\n', mapped({ columns }));

    expect(found.columns.map(([header, readAs]) => `${header}: ${readAs}`)).toEqual([
      ...['No: Client ID', 'First: Name, Account Owner', 'Last: Name', 'sales: Revenue TTM', 'Other: not imported'],
    ]);
    expect(found.used).toEqual(['No', 'First', 'Last', 'sales']);
    expect(found.notes).toEqual(['not imported: Other']);
    const rule = { name: 'r', topic: 'trust', polarity: { from: 'Stars', scale: [1, 5] } };
    const signals = { kind: 'signals', columns: { 'Client ID': 'No', Date: 'Day' }, signals: [rule] };
    const rated = await look('signals', 'No,Day,Stars,City\n1,2026-11-01,5,x\n', mapped(signals));
    expect(rated.columns.map(([, readAs]) => readAs)).toEqual([
      ...['Client ID', 'Date', expect.stringContaining('r'), 'not imported'],
    ]);
    expect(rated.used).toEqual(['No', 'Day', 'Stars']);
  });

  it('of members calls their own columns extra columns', async () => {
    expect((await look('portfolio-members', 'Portfolio ID,Client ID,segment\np,c,x\n')).columns[2]).toEqual([
      ...['segment', 'extra columns segment', 1, 'x'],
    ]);
  });

  it('of a kind without columns of its own says that others are not imported', async () => {
    const { columns, used } = await look('streams', 'Client ID,Stream ID,Name,Odd\nc,s,S,x\n');

    expect([columns[3], used]).toEqual([
      ['Odd', 'not imported', 1, 'x'],
      ['Client ID', 'Stream ID', 'Name'],
    ]);
  });

  it('has the lines above and below its table, shortened', async () => {
    const { notes, report } = await look(
      'clients',
      `"x${'y'.repeat(70)}",,z\nClient ID,Name,Industry\nC1,One,Food\nTotal,,5\n`,
    );

    expect(notes).toEqual([
      `line 1 is no row of the table: "x${'y'.repeat(59)}"`,
      'line 4 is no row of the table: "Total 5"',
    ]);
    expect(report.rows).toBe(1);
  });

  it('of a file that cannot be read has what could be', async () => {
    const { isUnreadable, report, columns, headers } = await look('clients', 'Client ID,Name\nC1,O\0ne\n');
    expect({ isUnreadable, rows: report.rows, columns, headers, notes: report.notes }).toEqual({
      ...{ isUnreadable: true, rows: 0, columns: [], headers: [], notes: [] },
    });
    await expect(look('clients', '', { path: '/nowhere.csv' })).rejects.toThrow('ENOENT');
    const empty = await look('clients', '', { contains: 'full' });
    expect([empty.isUnreadable, empty.source.isRepair, empty.source.contains]).toEqual([false, false, 'full']);
  });

  it('counts the bytes, and says that a file is read as Windows-1252', async () => {
    let bytes = 0;
    const text = Buffer.from('Client ID,Name\nC1,M\xfcller\n', 'latin1');
    const source = sourceOf('clients', text, { format: { encoding: 'windows-1252' } });
    const { report } = await inspect(source, createProblems(), (count) => {
      bytes += count;
    });

    expect([bytes, report.notes, report.columns[1]?.samples]).toEqual([
      ...[text.length, ['the file is read as Windows-1252'], ['Müller']],
    ]);
    expect((await look('clients', 'Client ID,Name\n', { format: { encoding: 'utf-8' } })).notes).toEqual([]);
  });

  it('of rows that an import rejected replaces nothing but them', async () => {
    const { source, headers } = await look('clients', 'Client ID,Name,Problem\nC1,One,is empty\n', {
      contains: 'full',
    });

    expect(source).toMatchObject({ isRepair: true, contains: 'parts' });
    expect(headers).toEqual(['Client ID', 'Name']);
    expect((await look('clients', 'Client ID,Name\nC1,One\n', { contains: 'full' })).source.contains).toBe('full');
  });
});

describe('the order of dates is', () => {
  const dates = async (rows: readonly string[], format: Format = {}) => {
    const text = `Client ID,Name,Last Contact,Renewal\n${rows.map((row, at) => `C${at},N,${row}\n`).join('')}`;
    const { source, notes } = await look('clients', text, { format });
    return [source.format.dates, ...notes];
  };
  const note = (order: string, cell: string) => `dates are read as ${order}, because of "${cell}"`;

  it.each<[string, string[], (string | undefined)[]]>([
    [
      'proven by the first date that has one',
      ['03/11/2026,', '18/11/2026,', '19/11/2026,'],
      ['dmy', note('day/month/year', '18/11/2026')],
    ],
    ['the American one', ['11/03/2026,', '11/18/2026,'], ['mdy', note('month/day/year', '11/18/2026')]],
    ['proven by another column', ['03/11/2026,18.11.2026'], ['dmy', note('day/month/year', '18.11.2026')]],
    ['proven by two columns', ['18/11/2026,19/11/2026'], ['dmy', note('day/month/year', '18/11/2026')]],
    ['unknown if no date proves it', ['03/11/2026,', '3/3/2026,'], [undefined]],
    ['unknown if a column has both', ['18/11/2026,', '11/18/2026,', '11/19/2026,'], [undefined]],
    ['unknown if two columns disagree', ['18/11/2026,11/18/2026'], [undefined]],
    [
      'proven by one of two columns, of which the other has both',
      ['18/11/2026,18/11/2026', ',11/18/2026'],
      ['dmy', note('day/month/year', '18/11/2026')],
    ],
    [
      'proven by the second, if the first has both',
      ['18/11/2026,19/11/2026', '11/18/2026,'],
      ['dmy', note('day/month/year', '19/11/2026')],
    ],
    ['unknown without dates', ['2026-11-18,', 'soon,x18/11/2026', '/18/11/2026,:18/11/2026'], [undefined]],
    ['proven by days that begin with 0 or 9', ['01/02/2026,09/13/2026'], ['mdy', note('month/day/year', '09/13/2026')]],
    ['proven by a day that begins with 9', ['9/13/2026,'], ['mdy', note('month/day/year', '9/13/2026')]],
    ['unknown if one is no date', ['18/11/2026,', '32/13/2026,'], [undefined]],
  ])('%s', async (_, rows, expected) => {
    expect(await dates(rows)).toEqual(expected);
  });

  it('as it was declared', async () => {
    expect(await dates(['18/11/2026,'], { dates: 'mdy' })).toEqual(['mdy']);
  });
});

describe('the decimal sign is', () => {
  const signs = async (rows: readonly string[], decimal: Format['decimal'] = 'detect') => {
    const text = `Client ID;Name;Revenue TTM;Size (number);Story (text);Industry\n${rows.map((row, at) => `C${at};N;${row};7.5\n`).join('')}`;
    const { source, notes } = await look('clients', text, { format: decimal ? { decimal } : {} });
    return [source.format.decimal, ...notes];
  };
  const note = (sign: string, cell: string) =>
    `numbers are read with ${sign} before the decimals, because of "${cell}"`;

  it.each<[string, string[], (string | undefined)[]]>([
    ['proven by the first number that has one', ['12.500;;', '1.250,50;;', '7,5;;'], [',', note(',', '1.250,50')]],
    ['proven by another column', ['12.500;7.5;'], ['.', note('.', '7.5')]],
    ['proven by two columns, the first of them', ['8,5;7,5;'], [',', note(',', '8,5')]],
    ['unknown if numbers disagree', ['8,5;;', '7.5;;'], ['detect']],
    ['unknown if columns disagree', ['8,5;7.5;'], ['detect']],
    ['unknown if none is proven', ['12.500;;'], ['detect']],
    ['not that of a text', [';;7,5'], ['detect']],
  ])('%s', async (_, rows, expected) => {
    expect(await signs(rows)).toEqual(expected);
  });

  it('that of columns that a mapping reads as a number, also as a text', async () => {
    const columns = { 'Client ID': 'No', Name: 'No', 'Account Owner': 'Sales', 'Revenue TTM': 'Sales' };
    const file = { ...mapped({ columns }), format: { decimal: 'detect' } as const };

    expect((await look('clients', 'No;Other;Sales\n1;7.5;8,5\n', file)).source.format.decimal).toBe(',');
  });

  it('only looked for if that is declared', async () => {
    expect(await signs(['8,5;;'], '.')).toEqual(['.']);
    const source = sourceOf('clients', 'Client ID;Name;Revenue TTM\nC1;N;8,5\n');
    expect((await inspect(source, createProblems())).source.format).toEqual({});
  });
});

it('rows about records of newer files are left out', async () => {
  const rule = { name: 'r', topic: 'trust', polarity: 1 };
  const columns = { 'Client ID': 'No', 'Signal ID': 'Key', Date: 'Day' };
  const signals = mapped({ kind: 'signals', columns, signals: [rule] });
  const source = sourceOf('signals', 'No,Key,Day\n1,a,2026-11-01\n1,b,2026-11-02\n1,c,2026-11-03\n', signals);
  const asked: string[] = [];
  const records = {
    isKnown: (id: string) => {
      asked.push(id);
      return id === 'b' || id === 'c';
    },
  };
  const leftOut = async (given: Source) => {
    const { source: found, report } = await inspect(given, createProblems(), undefined, records);
    return [[2, 3, 4].filter((line) => found.leftOut?.has(line)), report.rows];
  };

  expect(await leftOut(source)).toEqual([[3, 4], 3]);
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(await leftOut(sourceOf('signals', 'Client ID,Signal ID\n1,b\n'))).toEqual([[], 1]);
  expect((await inspect(source, createProblems())).source.leftOut?.size).toBe(0);
});

describe('the headers of a file', () => {
  const headersOf = (text: string, known: readonly string[], more: Partial<Source> = {}) =>
    firstHeaders(sourceOf('clients', text, more), new Set(known));

  it('are those below its title, without those that are empty', async () => {
    expect(await headersOf('All,our,firms\n no , ,Company\n1,2,3\n', ['NO'])).toEqual(['no', 'Company']);
    expect(await headersOf('All,our\nno,Company\n', [])).toEqual(['All', 'our']);
    expect(await headersOf('', [])).toEqual([]);
  });

  it('are none if it cannot be read as text', async () => {
    expect(await headersOf('a\0b\n', [])).toEqual([]);
    await expect(headersOf('', [], { path: '/nowhere.csv' })).rejects.toThrow('ENOENT');
  });
});

describe('a warning says that', () => {
  const encoding = (cell: string) =>
    `"${cell}" looks like text decoded with the wrong encoding; export it again as UTF-8`;
  const shortened = (cell: string) => `"${cell}" is an id that a spreadsheet shortened; export the column as text`;

  it.each<[cell: string, header: string, warning?: string]>([
    ['MÃ¼ller', 'Name', encoding('MÃ¼ller')],
    [`Ã¼${'x'.repeat(38)}`, 'Name', encoding(`Ã¼${'x'.repeat(38)}`)],
    [`Ã¼${'x'.repeat(39)}`, 'Name', encoding(`Ã¼${'x'.repeat(38)}…`)],
    [`${'x'.repeat(40)}Ã¼`, 'Name', encoding(`${'x'.repeat(40)}…`)],
    ['itâ€™s', 'Name', encoding('itâ€™s')],
    ['Müller', 'Name'],
    ['1E+12', 'Client ID', shortened('1E+12')],
    ['1.25e+7', 'Account No', shortened('1.25e+7')],
    ['1.25E+12', 'Number', shortened('1.25E+12')],
    ['1.25E+12', 'Key', shortened('1.25E+12')],
    ['1.25E+12', 'Industry'],
    ['1.25E+12', 'Idea'],
    ['1.25E-12', 'Client ID'],
    ['12.5E+12', 'Client ID'],
    ['1.E+12', 'Client ID'],
    ['1.25E+12x', 'Client ID'],
    ['x1.25E+12', 'Client ID'],
    ['1.25E+', 'Client ID'],
  ])('%j in %s', async (cell, header, warning) => {
    const [text, more] =
      header === 'Client ID' ? ['Client ID,Name', `${cell},One`] : [`Client ID,Name,${header}`, `C1,One,${cell}`];
    const { warnings } = await look('clients', `${text}\n${more}\n`, { name: 'a.csv' });

    expect(warnings).toEqual(warning === undefined ? [] : [`a.csv:2, column "${header}": ${warning}`]);
  });

  it.each<[string, Parameters<typeof warnAboutFact>[0], string[]]>([
    [
      'a contact was long ago',
      aClient('c', { lastContactDate: '1989-12-31T10:00:00.000Z' }),
      ['Last Contact: the last contact was in 1989; is the cell empty in the source?'],
    ],
    ['nothing of the first likely one', aClient('c', { lastContactDate: '1990-01-01T00:00:00.000Z' }), []],
    ['nothing of none', aClient('c'), []],
    ['nothing of one today', aClient('c', { lastContactDate: '2026-11-20T23:00:00.000Z' }), []],
    [
      'a contact is in the future',
      aClient('c', { lastContactDate: '2026-11-21T00:00:00.000Z' }),
      ['Last Contact: the last contact is in the future, on 2026-11-21'],
    ],
    ['nothing of a signal today', aSignal('c', 's', { day: dayOf('2026-11-20') }), []],
    [
      'a signal is in the future',
      aSignal('c', 's', { day: dayOf('2026-11-21') }),
      ['Date: the signal is in the future, on 2026-11-21; it counts from that day on'],
    ],
    ['nothing of other records', aNote('c', 'n', { createdAt: '2027-01-01T00:00:00.000Z' }), []],
  ])('%s', (_, fact, expected) => {
    const said: string[] = [];
    warnAboutFact(fact, '2026-11-20', (message, column) => said.push(`${column}: ${message}`));

    expect(said).toEqual(expected);
  });
});
