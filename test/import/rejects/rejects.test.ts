import { describe, expect, it } from 'vitest';
import { createClientIndex } from '../../../import/check/client-index.ts';
import type { KindName, Row } from '../../../import/files/kinds/kind.ts';
import { type Problem, problemLines } from '../../../import/files/problems.ts';
import { protectedFrom } from '../../../import/rejects/protection.ts';
import { mostRejected, type RejectLimit, Rejects, withoutRejects } from '../../../import/rejects/rejects.ts';
import { writeRejects } from '../../../import/rejects/write-rejects.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { sourceOf } from '../sources.ts';

// Rows with problems: which are left out, what they protect, and the files in which they come back.

const problem = (line: number, more: Partial<Problem> = {}): Problem => ({
  file: 'a.csv',
  line,
  message: 'bad',
  ...more,
});
const rejected = (limit: RejectLimit | undefined, ...all: Problem[]) => {
  const rejects = new Rejects(limit);
  for (const each of all) rejects.add(each);
  return rejects;
};
const linesOf = (rejects: Rejects, ...lines: number[]) => lines.filter((line) => rejects.linesOf('a.csv').has(line));

describe('rejects', () => {
  it('have each row once, with all that is wrong with it', () => {
    const given = { name: 'x' };
    const rejects = rejected(
      ...([
        undefined,
        problem(2, { kind: 'notes', given }),
        problem(2, { column: 'A' }),
        problem(2, { column: 'A' }),
      ] as const),
      ...[problem(2, { message: 'worse' }), problem(3), problem(2, { file: 'b.csv' })],
    );

    expect(rejects.rows()).toEqual([
      { file: 'a.csv', line: 2, kind: 'notes', given },
      { file: 'a.csv', line: 3 },
      { file: 'b.csv', line: 2 },
    ]);
    expect([
      rejects.messageOf('a.csv', 2),
      rejects.messageOf('a.csv', 3),
      rejects.messageOf('a.csv', 4),
      rejects.messageOf('c.csv', 2),
    ]).toEqual([...['bad; A: bad; worse', 'bad', '', '']]);
    expect(linesOf(rejects, 1, 2, 3, 4)).toEqual([2, 3]);
    expect(rejects.files()).toEqual([
      { file: 'a.csv', rows: 2, references: 0 },
      { file: 'b.csv', rows: 1, references: 0 },
    ]);
    expect(problemLines(rejects.problems)).toEqual([
      ...['a.csv:2: bad (and 1 more like this: line 3)', 'a.csv:2, column "A": bad', 'a.csv:2: worse', 'b.csv:2: bad'],
    ]);
  });

  it('are looked for until there are no new ones', () => {
    const rejects = rejected(undefined, problem(2));
    expect([rejects.take(() => 9), rejects.take(() => 9)]).toEqual([true, false]);
    rejects.add(problem(2, { message: 'another' }));
    expect(rejects.take(() => 9)).toBe(false);
    rejects.add(problem(3));
    expect(rejects.take(() => 9)).toBe(true);
  });

  it('are rows of unknown clients only when no other row is rejected any more', () => {
    const rejects = rejected(undefined, problem(2), problem(3, { reference: true }));
    expect([linesOf(rejects, 2, 3), rejects.take(() => 9)]).toEqual([[2], true]);
    rejects.add(problem(3, { reference: true }));
    // nothing else is found: from now on they count
    expect([linesOf(rejects, 2, 3), rejects.take(() => 9)]).toEqual([[2], true]);
    rejects.add(problem(3, { reference: true }));
    expect([linesOf(rejects, 2, 3), rejects.take(() => 9), rejects.take(() => 9)]).toEqual([[2, 3], true, false]);
    expect(rejects.files()).toEqual([{ file: 'a.csv', rows: 1, references: 1 }]);
  });

  it('begin again with other rows if one is found together with rows of unknown clients', () => {
    const rejects = new Rejects();
    expect(rejects.take(() => 9)).toBe(false);
    rejects.add(problem(3, { reference: true }));
    expect([linesOf(rejects, 3), rejects.take(() => 9)]).toEqual([[3], true]);
    rejects.add(problem(3));
    expect(rejects.files()).toEqual([{ file: 'a.csv', rows: 1, references: 0 }]);
  });

  it.each<[RejectLimit | undefined, number, number, string | undefined]>([
    [undefined, 5, 5, undefined],
    [undefined, 6, 100, '6 of 100 rows have problems, more than 5'],
    [undefined, 6, 120, undefined],
    [undefined, 6, 119, '6 of 119 rows have problems, more than 5'],
    [{ percent: 5 }, 1, 19, '1 of 19 rows have problems, more than 0'],
    [{ percent: 50 }, 2, 4, undefined],
    [{ percent: 0 }, 1, 100, '1 of 100 rows have problems, more than 0'],
    [{ rows: 2 }, 2, 2, undefined],
    [{ rows: 2 }, 3, 1000, '3 of 1000 rows have problems, more than 2'],
    [{ rows: 0 }, 1, 9, '1 of 9 rows have problems, more than 0'],
  ])('limited to %j: %d of %d rows: %s', (limit, count, rows, refused) => {
    const rejects = rejected(limit, ...Array.from({ length: count }, (_, at) => problem(at + 2)));

    expect(rejects.take(() => rows)).toBe(true);
    expect(rejects.files()).toEqual([{ file: 'a.csv', rows: count, references: 0, ...(refused && { refused }) }]);
    expect([rejects.isRefused('a.csv'), rejects.isRefused('b.csv')]).toEqual([refused !== undefined, false]);
    // a file is refused once, and then nothing of it matters
    rejects.add(problem(99));
    expect(rejects.take(() => rows)).toBe(refused === undefined);
  });

  it('do not count rows of unknown clients for the limit', () => {
    const rejects = new Rejects({ rows: 0 });
    rejects.take(() => 9);
    rejects.add(problem(2, { reference: true }));
    rejects.take(() => 9);

    expect(rejects.files()).toEqual([{ file: 'a.csv', rows: 0, references: 1 }]);
    expect(mostRejected(100)).toBe(5);
  });

  it('are whole files', () => {
    const rejects = rejected(undefined, problem(1, { whole: true, message: 'is no text' }), problem(2));
    const [a, b] = ['a.csv', 'b.csv'].map((name) => sourceOf('notes', '', { name }));

    expect(rejects.take(() => 1)).toBe(true);
    expect(rejects.files()).toEqual([{ file: 'a.csv', rows: 0, references: 0, refused: 'is no text' }]);
    expect(problemLines(rejects.problems)).toEqual(['a.csv:1: is no text']);
    rejects.add(problem(7, { file: 'b.csv' }));
    const left = withoutRejects(a && b ? [a, b] : [], rejects);
    expect(left.map(({ name, rejected: lines }) => [name, lines?.has(7), lines?.has(2)])).toEqual([
      ['b.csv', true, false],
    ]);
    // a file that was only asked for has no rejects
    rejects.linesOf('c.csv');
    expect(rejects.files().map(({ file }) => file)).toEqual(['a.csv', 'b.csv']);
  });

  const none = { serviceId: null, externalId: null, clientName: null };
  it.each<[Row['given'], string | undefined]>([
    [{ ...none, serviceId: 's1' }, 'a.csv:2'],
    [{ ...none, serviceId: 'X1' }, 'a.csv:2'],
    [{ ...none, externalId: 'X1' }, 'a.csv:2'],
    [{ ...none, externalId: 's1' }, 'a.csv:2'],
    [{ ...none, serviceId: 's9', externalId: 'X1' }, undefined],
    [{ ...none, externalId: 'X9', clientName: 'Öne' }, undefined],
    [{ ...none, clientName: ' o\u0308NE' }, 'a.csv:2'],
    [{ ...none, clientName: 'None' }, undefined],
    [{ ...none, externalId: 'X3' }, undefined],
    [none, undefined],
    [{}, undefined],
  ])('%j was rejected with the client of %s, the first such row', (given, place) => {
    const client = { serviceId: 's1', externalId: 'X1', name: 'Öne ' };
    const rejects = rejected(
      undefined,
      problem(1, { kind: 'clients' }),
      problem(2, { kind: 'clients', given: client }),
      problem(3, { kind: 'notes', given: { externalId: 'X3' } }),
      problem(4, { kind: 'clients', given: client }),
    );

    expect(rejects.rejectedClient(given)).toBe(place);
  });
});

describe('a prune removes nothing that could have been named by', () => {
  const clients = createClientIndex(true);
  clients.add('c1', 'X1', 'One');
  clients.add('c2', 'twice', 'Two');
  clients.add('c3', 'twice', 'Two');
  const all: (readonly [KindName, ...string[]])[] = [
    ['clients', 'c1'],
    ['clients', 'c9'],
    ['notes', 'c1', 'n'],
    ['notes', 'c9', 'n'],
    ['portfolios', 'p1'],
    ['portfolios', 'p9'],
    ['portfolio-members', 'p1', 'c1'],
    ['portfolio-members', 'c1', 'c9'],
  ];
  const kept = (rejects: Rejects, missing: KindName[] = [], isRepair = false) => {
    const sources = [
      sourceOf('notes', '', { name: 'a.csv', isRepair }),
      sourceOf('clients', '', { name: 'b.csv' }),
      sourceOf('portfolio-members', '', { name: 'b.csv' }),
    ];
    const isUnnamed = protectedFrom((kind) => kind !== 'signals', sources, rejects, clients, new Set(missing));
    return all.flatMap(([kind, ...parts]) => (isUnnamed(kind, ...parts) ? [] : `${kind} ${parts.join(' ')}`));
  };
  const notes = ['notes c1 n', 'notes c9 n'];
  const members = ['portfolio-members p1 c1', 'portfolio-members c1 c9'];

  it.each<[string, Problem | undefined, string[], KindName[]?, boolean?]>([
    ['nothing', undefined, []],
    ['a kind without a file', undefined, notes, ['notes']],
    ['mended rows', undefined, notes, [], true],
    ['a refused file', problem(1, { whole: true }), notes],
    [
      'a refused file of two kinds',
      problem(1, { file: 'b.csv', whole: true }),
      ['clients c1', 'clients c9', ...members],
    ],
    ['a row of a client', problem(2, { kind: 'notes', given: { externalId: 'X1' } }), ['notes c1 n']],
    ['a row of nobody', problem(2, { kind: 'notes', given: { externalId: 'X9' } }), notes],
    ['a row that could not be read', problem(2, { kind: 'notes' }), notes],
    ['a row of a file', problem(2, { given: { externalId: 'X1' } }), ['notes c1 n']],
    [
      'a row of a file of two kinds',
      problem(2, { file: 'b.csv', given: { externalId: 'X1' } }),
      ['clients c1', 'portfolio-members p1 c1'],
    ],
    ['a client', problem(2, { kind: 'clients', given: { externalId: 'X1' } }), ['clients c1']],
    ['a client by its Service ID', problem(2, { kind: 'clients', given: { serviceId: 'c9' } }), ['clients c9']],
    [
      'an ambiguous client',
      problem(2, { kind: 'clients', given: { externalId: 'twice' } }),
      ['clients c1', 'clients c9'],
    ],
    [
      'a client without an id',
      problem(2, { kind: 'clients', given: { serviceId: null, externalId: null } }),
      ['clients c1', 'clients c9'],
    ],
    ['a portfolio', problem(2, { kind: 'portfolios', given: { id: 'p1' } }), ['portfolios p1']],
    [
      'a portfolio without an id',
      problem(2, { kind: 'portfolios', given: { id: null } }),
      ['portfolios p1', 'portfolios p9'],
    ],
    [
      'a member',
      problem(2, { kind: 'portfolio-members', given: { externalId: 'X1', portfolioId: 'p5' } }),
      ['portfolio-members p1 c1'],
    ],
  ])('%s', (_, given, expected, missing, isRepair) => {
    expect(kept(rejected(undefined, ...(given ? [given] : [])), missing, isRepair)).toEqual(expected);
  });

  it('a broken index, which is no problem of a row', () => {
    const broken = { ...clients, referredId: () => expect.fail('lost') };
    const rejects = rejected(undefined, problem(2, { kind: 'notes', given: {} }));

    expect(() => protectedFrom(() => true, [], rejects, broken, new Set())).toThrow('lost');
  });
});

describe('rejected rows come back', () => {
  const write = async (files: Record<string, { text: string; stem?: string }>, ...all: Problem[]) => {
    const folder = `${temporaryFolder()}/deep/rejects`;
    const sources = Object.entries(files).map(([name, { text, stem = name }]) =>
      sourceOf('clients', text, { name, stem }),
    );
    const names = await writeRejects(folder, sources, rejected(undefined, ...all));
    return { names, files: names.length > 0 ? filesIn(folder) : {} };
  };

  it('as they were, with what is wrong, in a file that every reader takes for UTF-8', async () => {
    const text = 'Title\nClient ID,Name\n1,"a ""b"", c"\n2,=1+1\n3\n"4\n","x;y"\n5,"z\ty"\n6,good\n7,a"b\n"8\r",x\n';
    const { names, files } = await write(
      { 'a.csv': { text } },
      ...[3, 4, 5, 6, 8, 10, 11].map((line) => problem(line, { column: 'Name', message: 'is "bad"' })),
    );

    expect(names).toEqual(['a.csv.csv']);
    expect(files['a.csv.csv']?.split('\r\n')).toEqual([
      ...[
        '\ufeffClient ID,Name,Problem',
        '1,"a ""b"", c","Name: is ""bad"""',
        '2,\'=1+1,"Name: is ""bad"""',
        '3,,"Name: is ""bad"""',
      ],
      ...[
        '"4\n","x;y","Name: is ""bad"""',
        '5,"z\ty","Name: is ""bad"""',
        '7,,"Name: is ""bad"""',
        '"8\r",x,"Name: is ""bad"""',
        '',
      ],
    ]);
  });

  it('in a column of another name if the file has a column Problem', async () => {
    const { files } = await write({ a: { text: 'Client ID,Name,PROBLEM,x\n1,One,own,\n' } }, problem(2, { file: 'a' }));

    expect(files).toEqual({ 'a.csv': '\ufeffClient ID,Name,PROBLEM,x,Import Problem\r\n1,One,own,,bad\r\n' });
  });

  it('in a file of their own each, none of a refused or an unknown one', async () => {
    const text = 'Client ID,Name\n1,One\n';
    const stems = { 'x/a.csv': 'x/y/a', 'x\\a': 'x\\y\\a', third: 'x-y-a', refused: 'r', good: 'g' };
    const { names } = await write(
      Object.fromEntries(Object.entries(stems).map(([name, stem]) => [name, { text, stem }])),
      ...['x/a.csv', 'x\\a', 'third', 'unknown', 'refused'].map((file) => problem(2, { file })),
      problem(1, { file: 'refused', whole: true }),
    );

    expect(names).toEqual(['x-y-a.csv', 'x-y-a (2).csv', 'x-y-a (3).csv']);
    expect((await write({ good: { text } })).names).toEqual([]);
  });
});
