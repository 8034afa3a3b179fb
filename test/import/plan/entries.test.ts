import { describe, expect, it } from 'vitest';
import { createClientIndex } from '../../../import/check/client-index.ts';
import { entriesOf } from '../../../import/entries.ts';
import type { Problem } from '../../../import/files/problems.ts';
import type { Source } from '../../../import/files/source.ts';
import { sourceOf } from '../sources.ts';

// The rows of a file, each with the client that it is about.

const clients = createClientIndex(true);
clients.add('c1', 'X1', 'One');
clients.add('c2', undefined, 'Two');
clients.addStored('c3', 'X3');

async function entries(source: Source, index = clients) {
  const [problems, skipped]: [Problem[], Problem[]] = [[], []];
  const batches: string[][] = [];
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
  };
  const add = (to: Problem[]) => (problem: Problem) => void to.push(problem);
  for await (const part of entriesOf(source, index, add(problems), onBytes, add(skipped))) {
    batches.push(
      part.map(({ kind, row, rows, clientId }) => {
        const lines = rows.map(({ line }) => line);
        return `${kind.name} of ${clientId}: ${row.line === lines[0] ? '' : `${row.line}? `}${lines.join(' ')}`;
      }),
    );
  }
  return { batches, problems, skipped, bytes };
}
const saying = ({ line, column, message }: Problem) => `${line} ${column}: ${message}`;

describe('an entry is', () => {
  it('a row with the client that it names, by id, Client ID or name', async () => {
    const text =
      'Service ID,Client ID,Client Name,Created At,Created By,Content\nc1,,,2026-11-01,A,x\n,X1,Two,2026-11-02,A,x\n,,two,2026-11-03,A,x\n';

    expect(await entries(sourceOf('notes', text))).toEqual({
      ...{ batches: [['notes of c1: 2', 'notes of c1: 3', 'notes of c2: 4']], problems: [], skipped: [] },
      bytes: text.length,
    });
  });

  it('a client, whose id is made of its Client ID if it is new', async () => {
    const text = 'Client ID,Name\nX1,Uno\nX3,Three\nX 4,Four\n';

    expect((await entries(sourceOf('clients', text))).batches).toEqual([
      ['clients of c1: 2', 'clients of c3: 3', expect.stringMatching(/^clients of X-4-[0-9a-f]{10}: 4$/)],
    ]);
  });

  it('a portfolio, which is about no client', async () => {
    const text = 'Portfolio ID,Name\np1,P\np2,Q\n';

    expect((await entries(sourceOf('portfolios', text))).batches).toEqual([['portfolios of : 2', 'portfolios of : 3']]);
  });

  it('all rows of a week of insights that follow each other, also across parts of the file', async () => {
    const row = (stream: string, day: number, length = 1, client = 'c1') =>
      `${client},${stream},2026-11-${day},t,${'x'.repeat(length)},s`;
    const insights = (rows: readonly string[]) =>
      sourceOf(
        'insights',
        `Service ID,Stream ID,Week,Topic,Summary,Sentiment\n${rows.map((each) => `${each}\n`).join('')}`,
      );
    const week = (...lines: number[]) => `insights of c1: ${lines.join(' ')}`;

    const rows = [row('s', 16), row('s', 18), row('s', 23), row('t', 23), row('t', 24), row('s', 16)];
    expect((await entries(insights(rows))).batches).toEqual([[week(2, 3), week(4), week(5, 6)], [week(7)]]);
    expect((await entries(insights([row('s', 16), row('s', 16, 1, 'c2')]))).batches).toEqual([
      ...[[week(2)], ['insights of c2: 3']],
    ]);
    // a part has 64 kB
    const long = Array.from({ length: 40 }, () => row('s', 16, 4000)).concat(row('t', 16));
    expect((await entries(insights(long))).batches).toEqual([
      [week(...long.slice(0, -1).map((_, at) => at + 2))],
      [week(42)],
    ]);
    expect((await entries(insights([]))).batches).toEqual([]);
  });
});

describe('a row that names no client', () => {
  const unknown = { kind: 'notes', reference: true } as const;

  it('is left out, and reported with its reference', async () => {
    const text =
      'client-id,Client Name,Service ID,Created At,Created By,Content\nX9,,,2026-11-01,A,x\nX1,,,2026-11-02,A,x\n,Nine,,2026-11-03,A,x\n,,c9,2026-11-04,A,x\nX9,Nine,,2026-11-05,A,x\nX9,Nine,c9,2026-11-06,A,x\nX3,,,2026-11-07,A,x\n';
    const { batches, problems, skipped } = await entries(sourceOf('notes', text, { name: 'a.csv' }));

    expect(batches).toEqual([['notes of c1: 3']]);
    expect(problems.map(saying)).toEqual([
      '2 client-id: there is no client with the Client ID "X9"',
      '4 Client Name: there is no client with the name "Nine"',
      '5 Service ID: there is no client with the Service ID "c9"',
      '6 client-id: there is no client with the Client ID "X9"',
      '7 Service ID: there is no client with the Service ID "c9"',
      '8 client-id: there is no client with the Client ID "X3"',
    ]);
    expect(problems[0]).toEqual({
      ...{ file: 'a.csv', line: 2, column: 'client-id', message: expect.any(String), ...unknown },
      given: expect.objectContaining({ externalId: 'X9', content: 'x' }),
    });
    expect(skipped).toEqual([]);
  });

  it('is reported in the column of the name if the file has no other, else in that of the Client ID', async () => {
    const rest = 'Created At,Created By,Content';
    const columnOf = async (headers: string, cells: string) => {
      const { problems } = await entries(sourceOf('notes', `${headers},${rest}\n${cells},2026-11-01,A,x\n`));
      return problems.map(({ column }) => column);
    };

    expect(await columnOf('Client Name', '')).toEqual(['Client Name']);
    expect(await columnOf('Client Name,Client ID', ',')).toEqual(['Client Name']);
    expect(await columnOf('client-id', '')).toEqual(['client-id']);
    expect(await columnOf('Service ID', '')).toEqual(['Client ID']);
  });

  it('of clients.csv refers to nothing', async () => {
    const index = createClientIndex();
    index.add('c1', 'X1');
    index.add('c2', 'X1');
    const { problems } = await entries(sourceOf('clients', 'Client ID,Name\nX1,One\n,Two\n'), index);

    expect(problems.map(saying)).toEqual([
      '2 Client ID: several clients have the Client ID "X1"; give the Service ID',
      '3 Client ID: names no client: Client ID and Service ID are empty',
    ]);
    expect(problems.map((each) => 'reference' in each)).toEqual([false, false]);
  });

  it('is skipped if the mapping says so', async () => {
    const text = 'Service ID,Created At,Created By,Content\nc9,2026-11-01,A,x\nc1,2026-11-02,A,x\n';
    const source = sourceOf('notes', text, { skipsUnknownClients: true });
    const { batches, problems, skipped } = await entries(source);

    expect([batches, problems, skipped.map(saying)]).toEqual([
      [['notes of c1: 3']],
      [],
      ['2 Service ID: there is no client with the Service ID "c9"'],
    ]);
    const found: number[] = [];
    for await (const part of entriesOf(source, clients, () => found.push(0))) found.push(part.length);
    expect(found).toEqual([1]);
  });

  it('is reported once, however many records a mapping makes of it', async () => {
    const twice: Source['mapping'] = {
      ...{ isColumn: () => true, lacks: () => false },
      bind: (headers) => ({ headers, labels: headers, problems: [], notes: [], rowsOf: (row) => [row, row] }),
    };
    const text = 'Service ID,Created At,Created By,Content\nc8,2026-11-01,A,x\nc9,2026-11-01,A,x\nc8,2026-11-01,A,x\n';
    const lines = async (more: Partial<Source>) => {
      const { problems, skipped } = await entries(sourceOf('notes', text, { mapping: twice, ...more }));
      return [problems.map(({ line }) => line), skipped.map(({ line }) => line)];
    };

    expect(await lines({})).toEqual([[2, 3, 4], []]);
    expect(await lines({ skipsUnknownClients: true })).toEqual([[], [2, 3, 4]]);
  });
});

it('a row that cannot be read is reported with its file and kind, and others are read', async () => {
  const text = 'Service ID,Created At,Created By,Content\nc1,soon,A,x\nc1,2026-11-02,A,x\n';
  const { batches, problems } = await entries(sourceOf('notes', text, { name: 'a.csv' }));

  expect(batches).toEqual([['notes of c1: 3']]);
  // the cells behind it are known, too
  const given = { serviceId: 'c1', createdBy: 'A', content: 'x' };
  expect(problems).toMatchObject([{ file: 'a.csv', kind: 'notes', line: 2, column: 'Created At', given }]);
  expect((await entries(sourceOf('notes', 'Service ID,Created At,Created By,Content\nc1,soon,A,x\n'))).batches).toEqual(
    [],
  );
});

it('an error that is not about a cell is no problem of the file', async () => {
  const failing = {
    ...clients,
    referredId: () => {
      throw new TypeError('broken');
    },
  };

  await expect(
    entries(sourceOf('notes', 'Service ID,Created At,Created By,Content\nc1,2026-11-01,A,x\n'), failing),
  ).rejects.toThrow('broken');
});
