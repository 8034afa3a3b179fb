import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { feedNames } from '../../../import/feeds/feed-names.ts';
import type { Format } from '../../../import/files/format.ts';
import { kindOf } from '../../../import/files/kinds.ts';
import { InvalidFiles, type Problem, problemLines } from '../../../import/files/problems.ts';
import { fileNames, type Input, inputsAt, kindNamed, type SourceOptions, sourcesOf } from '../../../import/inputs.ts';
import { type LoadedMapping, parseMapping } from '../../../import/mapping/load.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workbookOf } from '../../support/xlsx.ts';

// Which files an import finds, and what each is read as.

const changedAt = 1_700_000_000_000;
const one = 'Client ID,Name\nC1,One\n';
const book = (...sheets: string[]) =>
  workbookOf(
    Object.fromEntries(
      sheets.map((sheet) => [
        sheet,
        [
          ['Client ID', 'Name'],
          ['C1', sheet],
        ],
      ]),
    ),
  );
const scratch = (folder = temporaryFolder()) => ({ path: async () => folder, remove: async () => undefined });

/** A folder of files that were changed at one time. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder(files);
  for (const name of Object.keys(files)) utimesSync(join(folder, name), changedAt / 1000, changedAt / 1000);
  return folder;
}

describe('of a folder', () => {
  it('the files that can be read are, in the order of their names', async () => {
    const names = [
      'b.TSV',
      'a.xlsx.csv',
      'c.csv.gz',
      'd.tsv.GZ',
      'Z.CSV',
      '.e.csv',
      '~$f.csv',
      'g.txt',
      'h.gz',
      'i.csv.bak',
    ];
    const folder = folderOf(Object.fromEntries([...names, 'jcsv', 'csv'].map((name) => [name, one])));

    expect(await inputsAt(folder, scratch(), {})).toEqual(
      [
        ['Z.CSV', 'Z'],
        ['a.xlsx.csv', 'a.xlsx'],
        ['b.TSV', 'b'],
        ['c.csv.gz', 'c'],
        ['d.tsv.GZ', 'd'],
      ].map(([name = '', stem]) => ({ name, path: join(folder, name), stem, isSheet: false, origin: name, changedAt })),
    );
  });

  it('each sheet of a workbook is an input; the only one is called as its workbook if that names a kind', async () => {
    const folder = folderOf({
      'Notes 2026.XLSX': book('Tab'),
      'clients.xlsx': book('One', 'Two'),
      'list.xlsx': book('One'),
    });
    const temporary = temporaryFolder();
    const inputs = await inputsAt(folder, scratch(temporary), {});

    expect(inputs.map(({ path: _, ...input }) => input)).toEqual(
      [
        ['Notes 2026.XLSX', 'Tab', 'Notes 2026'],
        ['clients.xlsx', 'One', 'One'],
        ['clients.xlsx', 'Two', 'Two'],
        ['list.xlsx', 'One', 'One'],
      ].map(([origin, sheet, stem]) => ({ name: `${origin} [${sheet}]`, stem, isSheet: true, origin, changedAt })),
    );
    expect(inputs.map(({ path }) => JSON.parse(readFileSync(path, 'utf8').split('\n')[2] ?? ''))).toEqual(
      ['Tab', 'One', 'Two', 'One'].map((name) => [2, 'C1', name]),
    );
    expect(readdirSync(temporary)).toEqual([0, 1, 2].map(() => expect.stringMatching(/^sheets-/)));
    const [named] = await inputsAt(join(folder, 'list.xlsx'), scratch(), { as: kindOf('clients') });
    expect(named).toMatchObject({ stem: 'list', name: 'list.xlsx [One]' });
  });

  it('a broken workbook is refused, or ends the import', async () => {
    const folder = folderOf({ 'b.csv': one, 'a.xlsx': 'no workbook' });
    const refused: Problem[] = [];

    const inputs = await inputsAt(folder, scratch(), { refuse: (problem) => refused.push(problem) });
    expect(inputs.map(({ name }) => name)).toEqual(['b.csv']);
    expect(refused).toEqual([{ file: 'a.xlsx', line: 1, message: 'is not an .xlsx workbook', whole: true }]);
    const error = await inputsAt(folder, scratch(), {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidFiles);
    expect(problemLines((error as InvalidFiles).problems)).toEqual(['a.xlsx:1: is not an .xlsx workbook']);
    // what is wrong with the disk is no problem of a file
    mkdirSync(join(folder, 'c.xlsx'));
    const refuse = () => undefined;
    await expect(inputsAt(folder, scratch(), { refuse })).rejects.toThrow('EISDIR');
  });

  it('no kind can be given, and it must be there', async () => {
    await expect(inputsAt(temporaryFolder(), scratch(), { as: kindOf('notes') })).rejects.toThrow(
      '--as gives the kind of one file; pass a file, not a folder.',
    );
    await expect(inputsAt('/nowhere', scratch(), {})).rejects.toThrow('There is no file or folder /nowhere.');
  });
});

it.each([
  ['clients.csv', 'clients'],
  ['a.b.TXT', 'a.b'],
  ['a.txt.gz', 'a'],
  ['a.gz', 'a'],
  ['a.csv.x', 'a.csv.x'],
  ['acsv', 'acsv'],
])('a single file may have any name: %s is called %s', async (name, stem) => {
  const path = join(folderOf({ [name]: one }), name);

  expect(await inputsAt(path, scratch(), { as: kindOf('clients') })).toEqual([
    { name, path, stem, isSheet: false, origin: name, changedAt },
  ]);
});

it.each<[string, string | Uint8Array, string]>([
  ['text', one, 'stdin'],
  ['text that is shorter than a mark', 'C1', 'stdin'],
  ['text that begins like a workbook', 'PK;Name\nC1;One\n', 'stdin'],
  ['nothing', '', 'stdin'],
  ['an archive', gzipSync(one), 'stdin.gz'],
  ['a workbook', book('S'), 'stdin.xlsx [S]'],
])('standard input is saved with the ending of its format: %s', async (_, content, name) => {
  const folder = temporaryFolder();
  const stdin = Readable.from([Buffer.from(content)]);
  const [input] = await inputsAt('-', scratch(folder), { stdin });

  expect(input).toMatchObject({ name, stem: name.includes('[') ? 'S' : 'stdin' });
  const saved = name.replace(' [S]', '');
  expect(readdirSync(folder).filter((each) => !each.startsWith('sheets-'))).toEqual([saved]);
  expect(readFileSync(join(folder, saved))).toEqual(Buffer.from(content));
});

const mapping = (name: string, files: readonly object[], more: Format = {}): LoadedMapping => ({
  name,
  ...parseMapping(
    JSON.stringify({ version: 1, ...more, files: files.map((file) => ({ kind: 'clients', ...file })) }),
    name,
  ),
});
const columns = { 'Client ID': 'No', Name: 'Company' };

/** A file, and what it is read as. */
async function read(name: string, text: string | Uint8Array, options: SourceOptions = {}, more: Partial<Input> = {}) {
  const path = join(folderOf({ [name]: text }), name);
  const [found] = await inputsAt(path, scratch(), options);
  if (!found) throw new Error('no input');
  return sourcesOf({ ...found, ...more }, options, feedNames(options.maps ?? []));
}

describe('a file without a mapping is read', () => {
  it('as the kind of its name, or as the kind that is given', async () => {
    const [source, ...none] = await read('Clients 2026.csv', one, { metadata: 'all' });
    expect(none).toEqual([]);
    expect(source).toEqual({
      ...{ path: source?.path, name: 'Clients 2026.csv', stem: 'Clients 2026', isSheet: false, changedAt },
      ...{ origin: 'Clients 2026.csv', metadata: 'all', kind: kindOf('clients') },
      ...{ feed: 'clients', contains: 'full', format: {} },
    });
    expect(basename(source?.path ?? '')).toBe('Clients 2026.csv');
    expect(Object.keys((await read('clients.csv', one))[0] ?? {})).not.toContain('metadata');
    expect(await read('list.csv', one)).toEqual([]);
    expect(await read('clients.csv', one, { as: kindOf('notes') })).toMatchObject([
      { kind: { name: 'notes' }, feed: 'notes', contains: 'parts' },
    ]);
  });

  it.each([
    ['clients', 'full'],
    ['portfolios', 'full'],
    ['streams', 'full'],
    ['signals', 'parts'],
    ['portfolio-members', 'parts'],
  ] as const)('%s as %s', async (name, contains) => {
    expect(await read(`${name}.csv`, one)).toMatchObject([{ contains }]);
  });
});

it.each([
  ['clients', 'clients'],
  ['Key People', 'key-people'],
  ['KEY__people_2026', 'key-people'],
  ['notes-2026-11', 'notes'],
  ['notes.2026', 'notes'],
  ['notes7', 'notes'],
  ['open signals 3', 'open-signals'],
  ['notes-x', undefined],
  ['notes--2', undefined],
  ['my notes', undefined],
  ['my-notes-1', undefined],
  ['note', undefined],
])('the kind of files named %j is %s', (stem, kind) => {
  expect(kindNamed(stem)?.name).toBe(kind);
});

it('the names of files are known', () => {
  expect(fileNames()).toMatch(/^portfolios\.csv, clients\.csv, aliases\.csv, .*, open-signals\.csv$/);
});

describe('a mapping', () => {
  const listed = 'No,Company\n1,One\n';
  const found = async (name: string, text: string, match: object, more: Partial<Input> = {}) =>
    (await read(name, text, { maps: [mapping('m.json', [{ match, columns }])] }, more)).length;

  it('describes what it says of its files', async () => {
    const given = {
      ...{ match: { name: 'list' }, columns, feed: 'crm', contains: 'parts', headerRows: 2 },
      ...{ unknownClients: 'skip', repeatedIds: 'once' },
    };
    const maps = [
      mapping('m.json', [{ match: { name: 'other' }, columns }, given, { match: { name: 'l*' }, columns }]),
    ];
    const sources = await read('list.csv', listed, { maps });

    expect(sources).toMatchObject([
      {
        ...{ name: 'list.csv', kind: { name: 'clients' }, feed: 'crm', contains: 'parts', headerRows: 2 },
        ...{ skipsUnknownClients: true, countsLinesOnce: true },
      },
      // the second of two without a name
      {
        ...{ feed: 'm/clients-2', contains: 'full', headerRows: 1 },
        ...{ skipsUnknownClients: false, countsLinesOnce: false },
      },
    ]);
    expect(sources[0]?.mapping?.isColumn('company')).toBe(true);
    // whatever kind is given for files that no mapping describes
    expect(await read('list.csv', listed, { maps, as: kindOf('notes') })).toMatchObject([
      ...[{ kind: { name: 'clients' } }, { kind: { name: 'clients' } }],
    ]);
    // a feed without a name is called as its kind
    const path = sources[0]?.path ?? '';
    const input = { name: 'list.csv', path, stem: 'list', isSheet: false, origin: 'list.csv', changedAt };
    expect(await sourcesOf(input, { maps }, new Map())).toMatchObject([{ feed: 'clients' }, { feed: 'clients' }]);
  });

  it.each<[string, object, number]>([
    ['any name', { headers: ['No'] }, 1],
    ['the stem', { name: 'accounts (new)' }, 1],
    ['the whole name', { name: 'ACCOUNTS (NEW).CSV' }, 1],
    ['a part with a star', { name: 'acc*new*' }, 1],
    ['two stars', { name: '*(*' }, 1],
    ['a part without a star', { name: 'accounts' }, 0],
    ['the end alone', { name: '(new)' }, 0],
    ['a dot that is a dot', { name: 'accounts.(new)' }, 0],
    ['another name', { name: 'a' }, 0],
    ['a header', { name: '*', headers: ['company'] }, 1],
    ['a header that is missing', { name: '*', headers: ['City'] }, 0],
    ['a header that must not be there', { name: '*', without: ['No'] }, 0],
  ])('is for %s', async (_, match, count) => {
    expect(await found('Accounts (new).csv', listed, match)).toBe(count);
  });

  it('finds its headers below a title, or in nothing if the file cannot be read', async () => {
    expect(await found('list.csv', `All,Our,Firms\n${listed}`, { headers: ['No'] })).toBe(1);
    expect(await found('list.csv', `No\0`, { headers: ['No'] })).toBe(0);
  });

  it('that does not describe a file leaves it to its name', async () => {
    const maps = [mapping('m.json', [{ match: { name: 'x' }, columns }])];

    expect(await read('clients.csv', one, { maps })).toMatchObject([{ feed: 'clients' }]);
    expect(await read('list.csv', one, { maps })).toEqual([]);
  });

  it('of rows with today reads them twice', async () => {
    const rule = {
      ...{ name: 'r', topic: 'trust' },
      polarity: { since: 'Day', steps: [[1, 0]], above: -1 },
    };
    const bills = { 'Client ID': 'No', 'Signal ID': 'No', Date: 'Day' };
    const file = { match: { name: 'bills' }, kind: 'signals', columns: bills, signals: [rule] };
    const sources = await read('bills.csv', 'No,Day\n1,2026-11-01\n', { maps: [mapping('m.json', [file])] });

    expect(sources).toMatchObject([
      { kind: { name: 'signals' }, feed: 'm/signals', contains: 'parts' },
      { kind: { name: 'open-signals' }, feed: 'm/signals', contains: 'parts' },
    ]);
    const [rows, open] = sources.map(({ mapping: each }) => each?.bind(['No', 'Day'], {}).headers);
    expect([rows?.includes('Steps'), open?.includes('Steps')]).toEqual([false, true]);
    expect(sources[1]?.mapping?.isColumn('day')).toBe(true);
  });

  it('beside another that describes the same file is a problem of the file', async () => {
    const maps = [
      mapping('a.json', [{ match: { name: 'list' }, columns }]),
      mapping('b.json', [{ match: { name: 'l*' }, columns }]),
    ];
    const refused: Problem[] = [];
    const message = 'a.json and b.json both describe this file; narrow their match, or import it with one of them';

    expect(await read('list.csv', listed, { maps, refuse: (problem) => refused.push(problem) })).toHaveLength(2);
    expect(refused).toEqual([{ file: 'list.csv', line: 1, message, whole: true }]);
    await expect(read('list.csv', listed, { maps })).rejects.toThrow('1 problem in the files');
  });
});

describe('the format of a file', () => {
  const whole = {
    dates: 'mdy',
    zone: 'Europe/Berlin',
    decimal: 'detect',
    encoding: 'windows-1252',
    empty: [' N/A '],
  } as const;
  const latin = Buffer.from('No,Company\n1,M\xfcller\n', 'latin1');
  const formatsOf = async (file: object, map: Format, given?: Format, text: string | Uint8Array = latin) =>
    (
      await read('list.csv', text, {
        maps: [mapping('m.json', [{ match: { name: 'list' }, columns, ...file }], map)],
        ...(given && { format: given }),
      })
    ).map(({ format }) => format);

  it('is that of the command, else of its mapping, else of the whole mapping', async () => {
    expect(await formatsOf({}, whole)).toEqual([{ ...whole, empty: ['n/a'] }]);
    const file = { dates: 'dmy', zone: '+02:00', decimal: '.', empty: ['-'] } as const;
    expect(await formatsOf(file, whole)).toEqual([{ encoding: 'windows-1252', ...file }]);
    expect(
      await formatsOf(
        { dates: 'dmy' },
        {},
        { dates: 'mdy', decimal: ',' },
        one.replace('Client ID,Name', 'No,Company'),
      ),
    ).toEqual([{ dates: 'mdy', decimal: ',' }]);
    expect((await read('clients.csv', one, { format: { dates: 'mdy' } })).map(({ format }) => format)).toEqual([
      { dates: 'mdy' },
    ]);
  });

  it('has the encoding that the file proves; a sheet has none', async () => {
    expect(await formatsOf({}, { encoding: 'windows-1252' }, {}, 'No,Company\n1,Müller\n')).toEqual([
      { encoding: 'utf-8' },
    ]);
    expect(await read('clients.xlsx', book('S'), { format: { encoding: 'windows-1252' } })).toMatchObject([
      { format: {}, isSheet: true },
    ]);
    expect((await read('clients.xlsx', book('S'), { format: { encoding: 'windows-1252' } }))[0]?.format).toEqual({});
  });

  it('keeps the encoding of an archive that cannot be read, whose problem the check reports', async () => {
    const format = { encoding: 'windows-1252' } as const;

    expect(await read('clients.csv.gz', gzipSync(one).subarray(0, 20), { format })).toMatchObject([{ format }]);
    expect(await read('clients.csv', 'PK\x03\x04', { format })).toMatchObject([{ format }]);
    const gone = { path: '/nowhere/clients.csv' };
    await expect(read('clients.csv', one, { format }, gone)).rejects.toThrow('ENOENT');
  });
});
