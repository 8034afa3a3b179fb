import { describe, expect, it } from 'vitest';
import type { Format } from '../../../import/files/format.ts';
import { boundHeader } from '../../../import/files/header.ts';
import type { KindName } from '../../../import/files/kinds/kind.ts';
import { kindOf } from '../../../import/files/kinds.ts';
import { LineSet } from '../../../import/files/line-set.ts';
import {
  createProblems,
  InvalidFiles,
  joined,
  type Problem,
  problemLine,
  problemLines,
} from '../../../import/files/problems.ts';
import { quoted, withoutCells } from '../../../import/files/quoted.ts';
import { isColumnOf } from '../../../import/files/rows.ts';
import type { BoundMapping, Source } from '../../../import/files/source.ts';
import { tableOf } from '../../../import/files/table.ts';
import { rowsOf, sourceOf } from '../sources.ts';

// From the text of a file to its rows, and what is said of those that cannot be read.

async function table(text: string, more: Partial<Source> = {}) {
  const source = sourceOf('signals', text, more);
  const skipped: number[] = [];
  const found = { header: '', rows: [] as string[], isRepair: false };
  for await (const { header, rows, isRepair } of tableOf(source, isColumnOf(source), undefined, ({ line }) =>
    skipped.push(line),
  )) {
    found.header = header.cells.join();
    found.rows.push(...rows.map(({ line, cells }) => [line, ...cells].join()));
    found.isRepair = isRepair;
  }
  return { ...found, skipped };
}

const head = 'Client ID,Date,Topic,Polarity';

describe('the table in a file', () => {
  it.each<[string, string, Partial<Source>, Awaited<ReturnType<typeof table>>]>([
    [
      'begins with the first line',
      `${head}\nc1,2,3,4`,
      {},
      { header: head, rows: ['2,c1,2,3,4'], isRepair: false, skipped: [] },
    ],
    [
      'begins below a title, with the line that has the most known headers',
      `Signals,of,2026\nClient ID,a,b\n${head}\nc1,2,3,4\n`,
      {},
      { header: head, rows: ['4,c1,2,3,4'], isRepair: false, skipped: [1, 2] },
    ],
    [
      'begins with the first line if none has a known header',
      'a,b\nc,d',
      {},
      { header: 'a,b', rows: ['2,c,d'], isRepair: false, skipped: [] },
    ],
    [
      'begins within the first 20 lines',
      `${Array.from({ length: 20 }, (_, at) => `a,${at}`).join('\n')}\n${head}\n`,
      {},
      {
        header: 'a,0',
        rows: [...Array.from({ length: 19 }, (_, at) => `${at + 2},a,${at + 1}`), `21,${head}`],
        isRepair: false,
        skipped: [],
      },
    ],
    [
      'has further rows of headers that are left out',
      `${head}\nx,y,z,w\nx,y,z,w\nc1,2,3,4`,
      { headerRows: 3 },
      { header: head, rows: ['4,c1,2,3,4'], isRepair: false, skipped: [] },
    ],
    [
      'that comes back mended has no further rows of headers, and a column less',
      `${head},Problem\nc1,2,3,4,bad\nc2,2,3,4`,
      { headerRows: 3 },
      { header: head, rows: ['2,c1,2,3,4', '3,c2,2,3,4'], isRepair: true, skipped: [] },
    ],
    [
      'that comes back mended can have a column Problem of its own',
      `${head},Problem,Import Problem\nc1,2,3,4,own,bad`,
      {},
      { header: `${head},Problem`, rows: ['2,c1,2,3,4,own'], isRepair: true, skipped: [] },
    ],
    [
      'has an own column Problem',
      `${head},Problem\nc1,2,3,4,own`,
      { mapping: { isColumn: (header: string) => header === 'Problem' } as Source['mapping'] & object },
      { header: `${head},Problem`, rows: ['2,c1,2,3,4,own'], isRepair: false, skipped: [] },
    ],
    [
      'ends before its footer',
      `${head}\nc1,2,3,4\nTotal: ,,,1\n,,Exported by Ada,\n,12 rows,,\nConfidential\n`,
      {},
      { header: head, rows: ['2,c1,2,3,4'], isRepair: false, skipped: [3, 4, 5, 6] },
    ],
    [
      'does not end before rows that only look like a footer',
      `${head}\nTotal,,,1\nsource,,,\nc1,,,\nTotals,,,1\nsource,,x,\n"x"y\nnow`,
      {},
      {
        header: head,
        rows: ['2,Total,,,1', '3,source,,,', '4,c1,,,', '5,Totals,,,1', '6,source,,x,', '7,x'],
        isRepair: false,
        skipped: [8],
      },
    ],
    [
      'of two columns has no footer',
      'Client ID,Date\nTotal,\nSource,',
      {},
      { header: 'Client ID,Date', rows: ['2,Total,', '3,Source,'], isRepair: false, skipped: [] },
    ],
    [
      'has rows of spaces that are no footer',
      `${head}\n , ,,\n`,
      {},
      { header: head, rows: ['2, , ,,'], isRepair: false, skipped: [] },
    ],
    [
      'of three columns has one',
      'Client ID,Date,Topic\n,Source,',
      {},
      { header: 'Client ID,Date,Topic', rows: [], isRepair: false, skipped: [2] },
    ],
  ])('%s', async (_, text, more, expected) => {
    expect(await table(text, more)).toEqual(expected);
  });
});

const furtherFooters = [
  'Summe,,,4',
  ...['Count', 'Generated', 'Report', 'Copyright', '3 records', '4 items'].map((word) => `${word} x,,,`),
];

it.each([
  ['Total,,,1', 'Sum,2,3,4', '- Gesamt:,,,1', ' ,,Exported by Ada,', 'Source', 'c9', '12 rows,,,'].concat(
    furtherFooters,
  ),
  ['Subtotal,,,1', 'Total Ltd,2,3,4', 'Source,2,3,4', 'c9,,,', 'Sourcery,,,', '12 rowsx,,,', 'x Total,,,1'],
])('the last line is a footer, or only looks like one: %j', async (...lines) => {
  const isFooter = lines[0] === 'Total,,,1';
  for (const line of lines) {
    const { rows, skipped } = await table(`${head}\nc1,2,3,4\n${line}\n`);
    expect({ rows: rows.length, skipped }, line).toEqual(
      isFooter ? { rows: 1, skipped: [3] } : { rows: 2, skipped: [] },
    );
  }
});

describe('headers', () => {
  const bound = (
    kind: KindName,
    cells: readonly string[],
    more: Partial<Source> = {},
    ...labels: (readonly string[])[]
  ) => {
    const { columns, problems } = boundHeader({ kind: kindOf(kind), ...more }, { cells }, ...labels);
    const meanings = columns.map((each) =>
      each === undefined
        ? undefined
        : 'column' in each
          ? `${each.header}=${each.column.field}`
          : `${each.header}:${each.own.key} ${each.own.type}`,
    );
    return {
      meanings,
      problems: problems.map(({ column, unknown, message }) => `${column}${unknown ? '?' : ''} ${message}`),
    };
  };

  it.each<[string, Parameters<typeof bound>, string[], string[]]>([
    [
      'of a kind',
      ['clients', ['client id', "'=Own", ' ', 'Name']],
      ['client id=externalId', "'=Own:=Own text", '', 'Name=name'],
      [],
    ],
    [
      'of the customer',
      ['clients', ['Client ID', 'Name', 'Tier (number)', 'Industri (text)', 'Client (number)', 'Region']],
      [
        'Client ID=externalId',
        'Name=name',
        'Tier (number):Tier number',
        'Industri (text):Industri text',
        'Client (number):Client number',
        'Region:Region text',
      ],
      [],
    ],
    [
      'that look misspelt',
      ['clients', ['Client ID', 'Name', ' Industri']],
      ['Client ID=externalId', 'Name=name', ' Industri: Industri text'.replace(': ', ':')],
      [
        ' Industri? did you mean Industry? Rename it; or, to keep it as metadata, name it "Industri (text)" or add --metadata "Industri"',
      ],
    ],
    [
      'declared as metadata',
      ['clients', ['Client ID', 'Name', 'Industri'], { metadata: ['INDUSTRI'] }],
      ['Client ID=externalId', 'Name=name', 'Industri:Industri text'],
      [],
    ],
    [
      'all declared as metadata',
      ['clients', ['Client ID', 'Name', 'Industri'], { metadata: 'all' }],
      ['Client ID=externalId', 'Name=name', 'Industri:Industri text'],
      [],
    ],
    [
      'of a mapping, called by their labels',
      [
        'clients',
        ['Client ID', 'Name', 'Industri', 'Industri'],
        { mapping: {} as Source['mapping'] & object },
        ['No', 'Firm', 'A', 'B'],
      ],
      ['No=externalId', 'Firm=name', 'A:Industri text', 'B:Industri text'],
      ['B? means the same as "A"'],
    ],
    [
      'there twice',
      ['clients', ['Client ID', 'Name', 'name', 'Name', 'A', 'A', 'A (number)', 'constructor', '__proto__']],
      [
        'Client ID=externalId',
        'Name=name',
        'name=name',
        'Name=name',
        'A:A text',
        'A:A text',
        'A (number):A number',
        'constructor:constructor text',
        '__proto__:__proto__ text',
      ],
      [
        'name means the same as "Name"',
        'Name means the same as "name"',
        'A? there are two columns of this name',
        'constructor? is a reserved word; rename the column',
        '__proto__? is a reserved word; rename the column',
      ],
    ],
    [
      'of a kind without columns of the customer',
      ['streams', ['Client Name', 'Stream ID', 'Name', 'Stat', 'x']],
      ['Client Name=clientName', 'Stream ID=streamId', 'Name=name', 'Stat:Stat text', 'x:x text'],
      [
        'Stat? is not a column of streams.csv; did you mean State?; its columns are Service ID, Client ID, Client Name, Client Email, Stream ID, Name, State, Goals, Spotlight',
        'x? is not a column of streams.csv; its columns are Service ID, Client ID, Client Name, Client Email, Stream ID, Name, State, Goals, Spotlight',
      ],
    ],
    [
      'of extra columns',
      ['portfolio-members', ['Portfolio ID', 'Service ID', 'size (number)', 'Portfolio IDs', 'size (text)']],
      [
        'Portfolio ID=portfolioId',
        'Service ID=serviceId',
        'size (number):size number',
        'Portfolio IDs:Portfolio IDs text',
        'size (text):size text',
      ],
      ['size (number)? extra columns are texts; leave out the type'],
    ],
    [
      'missing',
      ['clients', ['Region']],
      ['Region:Region text'],
      [
        'Name this column is missing; the headers are Region',
        'Client ID this column is missing; give a Client ID or a Service ID; the headers are Region',
      ],
    ],
    [
      'missing, of the headers that the file has',
      ['streams', ['Stream ID', 'Name'], {}, ['A', 'B'], ['A', ' ', ' B ', ...Array.from({ length: 28 }, () => 'x')]],
      ['A=streamId', 'B=name'],
      [
        `Client ID this column is missing; give a Client ID, a Service ID, a Client Name or a Client Email; the headers are A, B${', x'.repeat(28)}`,
      ],
    ],
    [
      'missing, of more than 30',
      ['portfolios', ['Portfolio ID'], {}, ['A'], Array.from({ length: 31 }, () => 'x')],
      ['A=id'],
      [`Name this column is missing; the headers are x${', x'.repeat(29)}, …`],
    ],
  ])('%s', (_, given, meanings, problems) => {
    const found = bound(...given);

    expect({ ...found, meanings: found.meanings.map((each) => each ?? '') }).toEqual({ meanings, problems });
  });
});

describe('rows', () => {
  const read = async (kind: KindName, text: string | Uint8Array, more: Partial<Source> = {}) => {
    const { rows, problems } = await rowsOf(sourceOf(kind, text, more));
    return {
      rows: rows.map(
        ({ line, given, own }): Record<string, unknown> => ({ line, ...given, ...Object.fromEntries(own) }),
      ),
      problems: problems.map(
        ({ line, column, message, whole }) => `${line} ${column ?? ''}${whole ? '!' : ''} ${message}`,
      ),
    };
  };
  const lines = (...each: number[]) => {
    const set = new LineSet();
    for (const line of each) set.add(line);
    return set;
  };
  const clients = 'Client ID,Name,Industry,Tier (number)';

  it.each<[string, Parameters<typeof read>, Awaited<ReturnType<typeof read>>]>([
    [
      'have null for empty cells, and only filled cells of the customer',
      ['clients', `${clients}\nc1, One ,,\n c2 ,Two, ,-5`],
      {
        rows: [
          { line: 2, externalId: 'c1', name: ' One ', industry: null },
          { line: 3, externalId: 'c2', name: 'Two', industry: ' ', Tier: -5 },
        ],
        problems: [],
      },
    ],
    [
      'can be left out, and were rejected before',
      ['clients', `${clients}\nc1,One,,\nc2,Two,,\nc3,Three,,`, { leftOut: lines(2), rejected: lines(3) }],
      { rows: [{ line: 4, externalId: 'c3', name: 'Three', industry: null }], problems: [] },
    ],
    [
      'that cannot be read are left out, each with all that is wrong',
      ['clients', `${clients}\nc1,,x,large\nc2,Two,,1,\nc3,Three,,1,,x\nc4,Four\nc5,Fi"ve,,\nc6,Six,,`],
      {
        rows: [
          { line: 3, externalId: 'c2', name: 'Two', industry: null, Tier: 1 },
          { line: 7, externalId: 'c6', name: 'Six', industry: null },
        ],
        problems: [
          '2 Name is empty; expected text',
          '2 Tier (number) "large" is not a number like 1234.5',
          '4  has 6 cells, the header has 4; put texts that contain a separator in quotes',
          '5  has 2 cells, the header has 4',
          '6  a quote inside a cell; put the whole cell in quotes and double those inside',
        ],
      },
    ],
    [
      'can have empty cells in columns without a header',
      ['clients', 'Client ID,Name,\nc1,One, \nc2,Two,x'],
      { rows: [{ line: 2, externalId: 'c1', name: 'One' }], problems: ['3  "x" is in column 3, which has no header'] },
    ],
    [
      'have one value for each key of the customer',
      ['clients', 'Client ID,Name,A (text),A (number),B (boolean)\n1,One, x,,1\n2,Two,,1,\nc3,Three,x,3,'],
      {
        rows: [
          { line: 2, externalId: '1', name: 'One', A: ' x', B: true },
          { line: 3, externalId: '2', name: 'Two', A: 1 },
        ],
        problems: ['4 A (number) another column of this row has a value for A too'],
      },
    ],
    [
      'have cells that are declared to be empty',
      ['clients', `${clients}\nc1,N/A,x,1\nc2,Two, n/a ,N/A`, { format: { empty: ['n/a'] } as Format }],
      {
        rows: [{ line: 3, externalId: 'c2', name: 'Two', industry: null }],
        problems: ['2 Name is empty; expected text'],
      },
    ],
    [
      'have blank ids that are empty, and required',
      ['signals', `${head},Signal ID\nc1,2026-11-01,trust,1, \nc1, ,trust,1,`],
      {
        rows: [{ line: 2, externalId: 'c1', date: '2026-11-01', topic: 'trust', polarity: 1, id: null }],
        problems: ['3 Date is empty; expected a date like 2026-04-03'],
      },
    ],
    [
      'are in the encoding of the file',
      [
        'clients',
        Buffer.from('Client ID,Name\nK\xf6ln \x80,Zo\xeb', 'latin1'),
        { format: { encoding: 'windows-1252' } },
      ],
      { rows: [{ line: 2, externalId: 'Köln €', name: 'Zoë' }], problems: [] },
    ],
    [
      'need a zone for their times',
      ['notes', 'Client ID,Created At,Created By,Content\nc1,2026-11-01 10:00,Ada,Hi'],
      {
        rows: [],
        problems: [
          '2 Created At "2026-11-01 10:00" has no time zone; declare it with --zone, or add Z or an offset like +02:00; expected a time like 2026-04-03T14:05:00Z, or a date',
        ],
      },
    ],
    [
      'need a header',
      ['clients', ''],
      { rows: [], problems: ['1 ! the file is empty; its first row names the columns'] },
    ],
    [
      'need a header that can be read',
      ['clients', 'Our\nClient ID,"Name"x\nc1,One'],
      {
        rows: [],
        problems: ['2 ! text after the closing quote of a cell; double the quotes that are part of the text'],
      },
    ],
    [
      'need the columns',
      ['clients', 'Our clients\nClient ID\nc1'],
      { rows: [], problems: ['2 Name! this column is missing; the headers are Client ID'] },
    ],
    [
      'end where the file cannot be read',
      ['clients', `Client ID,Name\nc1,One\nc2,"${'x'.repeat(300_000)}`],
      {
        rows: [{ line: 2, externalId: 'c1', name: 'One' }],
        problems: ['3 ! a cell of more than 262144 characters; is a quote not closed?'],
      },
    ],
  ])('%s', async (_, given, expected) => {
    expect(await read(...given)).toEqual(expected);
  });

  const bind = (more: Partial<BoundMapping>): Partial<Source> => ({
    mapping: {
      isColumn: () => true,
      lacks: () => false,
      bind: () => ({
        ...{ headers: ['Client ID', 'Name'], labels: ['No', 'Firm'], problems: [], notes: [] },
        rowsOf: ({ line, cells: [no = '', firm = ''] }) => [
          { line, cells: [no, firm] },
          { line, cells: ['bad', ''] },
          { line, cells: [], problem: `no second ${firm}` },
        ],
        ...more,
      }),
    },
  });

  it('are made by a mapping, several of one, and called by the headers of the file', async () => {
    expect(await read('clients', 'No,Firm\n1,One', bind({}))).toEqual({
      rows: [{ line: 2, externalId: '1', name: 'One' }],
      problems: ['2  no second One', '2 Firm is empty; expected text'],
    });
  });

  it('are not made by a mapping that does not fit the header, which is said once', async () => {
    const text = 'Our clients\nNo,Firm\n1,One';
    expect(await read('clients', text, bind({ problems: ['a', 'b'], headers: ['Client ID'] }))).toEqual({
      rows: [],
      problems: ['2 ! a', '2 ! b'],
    });
    expect(await read('clients', text, bind({ headers: ['Client ID'] }))).toEqual({
      rows: [],
      problems: ['2 Name! this column is missing; the headers are No, Firm'],
    });
  });

  it('know the keys of the customer, those with a type or declared ones first, and the headers of the file', async () => {
    const text = 'client id,NAME,a,b (text),c,d (number)\n1,One,,,,';
    const { rows } = await rowsOf(sourceOf('clients', text, { metadata: ['C'] }));
    const { rows: allOf } = await rowsOf(sourceOf('clients', text, { metadata: 'all' }));

    expect(rows.map(({ ownKeys, headers }) => ({ ownKeys, headers }))).toEqual([
      { ownKeys: ['b', 'c', 'd', 'a'], headers: { externalId: 'client id', name: 'NAME' } },
    ]);
    expect(allOf.map(({ ownKeys }) => ownKeys)).toEqual([['b', 'd', 'a', 'c']]);
  });

  it('have problems of their own only: other failures end the import', async () => {
    const kind = kindOf('clients');
    const read = () => {
      throw new TypeError('no cell');
    };
    const columns = kind.columns.map((column) => ({ ...column, type: { ...column.type, read } }));
    const broken = sourceOf('clients', 'Client ID,Name\nc1,One', { kind: { ...kind, columns } });
    await expect(rowsOf(broken)).rejects.toThrow('no cell');
    await expect(rowsOf({ ...broken, path: `${broken.path}.none` })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that have a problem tell the cells that could be read before it', async () => {
    const { problems } = await rowsOf(sourceOf('clients', 'Client ID,Industry,Name\nc1,Food,\n'));

    expect(problems).toMatchObject([{ line: 2, column: 'Name', given: { externalId: 'c1', industry: 'Food' } }]);
  });
});

describe('problems', () => {
  const at = (line: number, message: string, more: Partial<Problem> = {}): Problem => ({
    file: 'a.csv',
    line,
    message,
    ...more,
  });
  const collected = (...all: Problem[]) => {
    const problems = createProblems();
    for (const each of all) problems.add(each);
    return problems;
  };

  it('that differ only in their lines, values and numbers are one group, and several alike of a row one problem', () => {
    const problems = collected(
      ...[at(2, '"x" is 1', { column: 'A', kind: 'clients', unknown: true }), at(2, '"y" is 22', { column: 'A' })],
      ...[
        at(3, '"x" is 5', { column: 'A' }),
        at(3, '"y" is 6', { column: 'A' }),
        at(3, '"x" is 5'),
        at(3, 'else', { column: 'A' }),
        at(3, 'else', { column: 'A', file: 'b.csv' }),
      ],
      ...[4, 5, 6, 7, 7].map((line) => at(line, '"" is 0', { column: 'A' })),
    );

    expect(problems.groups()).toEqual([
      { file: 'a.csv', line: 2, column: 'A', unknown: true, message: '"x" is 1', count: 6, lines: [2, 3, 4, 5, 6] },
      { file: 'a.csv', line: 3, message: '"x" is 5', count: 1, lines: [3] },
      { file: 'a.csv', line: 3, column: 'A', message: 'else', count: 1, lines: [3] },
      { file: 'b.csv', line: 3, column: 'A', message: 'else', count: 1, lines: [3] },
    ]);
    expect(problems.count()).toBe(9);
    expect(problemLines(problems)).toEqual([
      'a.csv:2, column "A": "x" is 1 (and 5 more like this: lines 3, 4, 5, 6, …)',
      'a.csv:3: "x" is 5',
      'a.csv:3, column "A": else',
      'b.csv:3, column "A": else',
    ]);
  });

  it.each([
    [2, ' (and 1 more like this: line 3)'],
    [5, ' (and 4 more like this: lines 3, 4, 5, 6)'],
  ])('%d alike are one line%s', (count, others) => {
    const problems = collected(...Array.from({ length: count }, (_, index) => at(index + 2, 'x')));

    expect(problemLines(problems)).toEqual([`a.csv:2: x${others}`]);
  });

  it('beyond 100 groups are only counted', () => {
    const letters = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
    const problems = collected(...Array.from({ length: 102 }, (_, index) => at(1, letters(index))), at(2, 'aa'));

    expect(problems.groups().length).toBe(100);
    expect(problemLines(problems).at(-1)).toBe('… and 2 more');
    expect(problemLines(collected(...Array.from({ length: 100 }, (_, index) => at(1, letters(index))))).length).toBe(
      100,
    );
  });

  it('of two steps are told together, and how many there are', () => {
    const both = joined(collected(at(1, 'x')), collected(at(2, 'y')));

    expect({ lines: problemLines(both), count: both.count() }).toEqual({
      lines: ['a.csv:1: x', 'a.csv:2: y'],
      count: 2,
    });
    const unknown = [{ name: 'x', rows: 1, proposals: [] }];
    const alike = collected(at(1, 'x'), at(2, 'x'));
    expect(new InvalidFiles(alike, unknown)).toMatchObject({
      ...{ message: 'Nothing was imported: 2 problems in the files.', exitCode: 3, problems: alike, unknown },
    });
    expect(new InvalidFiles(collected(at(1, 'x'))).message).toBe('Nothing was imported: 1 problem in the files.');
    expect(problemLine(at(1, 'x', { column: '' }))).toBe('a.csv:1, column "": x');
  });

  it.each([
    ['"a 5" is 12 of 3', '"…" is … of …'],
    ['is empty; line 3', 'is empty; line 3'],
    ['"Bob" is missing; the headers are A, B\nC', '"…" is missing; the report lists its headers'],
    ['whose headers are A', 'the report lists its headers'],
    ['"x" on 2026-11-01', '"…" on …'],
    [`${quoted('Bob "the" 5')} is none`, '"…" is none'],
  ])('can be told without cells: %j', (message, told) => {
    expect(withoutCells(message)).toBe(told);
  });
});
