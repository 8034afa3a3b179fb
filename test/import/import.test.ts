import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { progressText } from '../../bin/admin/cli/progress.ts';
import { kinds } from '../../import/files/kinds.ts';
import { whileThrottled } from '../../import/write.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { sectionOf } from '../docs/markdown.ts';
import { cliOn } from '../support/admin/cli.ts';
import { dumpOf } from '../support/store/dump.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let made = 0;

/** A separate account for the test. */
async function anAccount(): Promise<string> {
  made += 1;
  const account = `account-${made}`;
  await admin(`accounts create --account ${account} --name X`);
  return account;
}

async function imported(account: string, files: Record<string, string>, options = '') {
  const { out, err } = await admin(`import ${temporaryFolder(files)} --account ${account} ${options} --json`);
  expect(err).toEqual([]);
  return JSON.parse(out[0] ?? '{}');
}

const clientsOf = async (account: string) =>
  (await factsIn(db.table, account))
    .filter(({ sk }) => sk.startsWith('CLIENT#'))
    .map(({ pk: _, sk: __, v: ___, ...client }) => client);

const bare = {
  archived: false,
  favorite: false,
  lastContactDate: null,
  metadata: {},
  updatedAt: '2026-11-20T12:00:30.000Z',
  ...{ notes: 0, latestRead: null },
};

describe('a prune beside rejected rows', () => {
  const pruned = async (...[first, second]: [Record<string, string>, Record<string, string>]) => {
    const account = await anAccount();
    await imported(account, first);
    await admin(`import ${temporaryFolder(second)} --account ${account} --prune --yes --rejects ${temporaryFolder()}`);
    return (await factsIn(db.table, account)).flatMap(({ id, name }) => (name === undefined ? [] : [`${id} ${name}`]));
  };

  it('keeps the Service ID of clients that the file names by their Client IDs alone', async () => {
    const first = { 'clients.csv': 'Service ID,Client ID,Name\ns1,X1,One\ns2,X2,Two\ns3,X3,Three\n' };
    const second = { 'clients.csv': 'Client ID,Name\nX1,Uno\nX2,\nX4,Four\n' };

    expect(await pruned(first, second)).toEqual(['X4 Four', 's1 Uno', 's2 Two']);
  });

  it('keeps the portfolio of a rejected row, and removes the others', async () => {
    const first = { 'portfolios.csv': 'Portfolio ID,Name\np1,One\np2,Two\np3,Three\n' };
    const second = { 'portfolios.csv': 'Portfolio ID,Name\np1,Uno\np2,\n' };

    expect(await pruned(first, second)).toEqual(['p1 Uno', 'p2 Two']);
  });
});

it('pruning removes the old items of a note and a signal whose date changed', async () => {
  const account = await anAccount();
  const files = (note: string, signal: string) => ({
    'clients.csv': 'Client ID,Name\nc1,One\n',
    'notes.csv': `Client ID,Note ID,Created At,Created By,Content\nc1,n-1,${note},Ada,Hello\n`,
    'signals.csv': `Client ID,Signal ID,Date,Topic,Polarity\nc1,s-1,${signal},timeliness,0.5\n`,
  });
  await imported(account, files('2026-11-09', '2026-11-10'));
  await imported(account, files('2026-11-16', '2026-11-17'), '--prune --yes');

  const records = (await factsIn(db.table, account)).map(({ sk }) => sk).filter((sk) => /^(NOTE|S)#/.test(sk));
  expect(records).toEqual(['NOTE#2026-11-16T00:00:00.000Z#n-1', 'S#2026-W47']);
});

describe('the templates', () => {
  it('import every kind, and change nothing the second time', async () => {
    const account = await anAccount();
    const folder = temporaryFolder();
    await admin(`import --templates ${folder}`);

    const first = await imported(account, filesIn(folder), '--score');
    const second = await imported(account, filesIn(folder));
    const { 'clients.csv': clients = '' } = filesIn(folder);
    const third = await imported(account, { 'clients.csv': clients });
    expect([first.views, third.views]).toEqual(['done', 'unchanged']);

    expect(Object.keys(first.kinds)).toEqual([
      ...['portfolios', 'clients', 'aliases', 'streams', 'scores', 'portfolio-members'],
      ...['key-people', 'notes', 'insights', 'alignment', 'signals', 'open-signals'],
    ]);
    for (const kind of Object.keys(first.kinds)) {
      expect(first.kinds[kind]).toEqual({ added: 1, changed: 0, unchanged: 0 });
      expect(second.kinds[kind]).toEqual({ added: 0, changed: 0, unchanged: 1 });
    }
  });
});

describe('clients', () => {
  it('are found by the Client ID stored earlier for a Service ID', async () => {
    const account = await anAccount();
    await imported(account, { 'clients.csv': 'Service ID,Client ID,Name\nharbor,CRM 7,Harbor\n' });
    await imported(account, { 'clients.csv': 'Client ID,Name\nCRM 7,Harbor Light\n' });

    expect(await clientsOf(account)).toEqual([{ ...bare, id: 'harbor', externalId: 'CRM 7', name: 'Harbor Light' }]);
  });
});

describe('pruning', () => {
  it('removes the leftovers of a stream after a killed run', async () => {
    const account = await anAccount();
    const streams = (rows: string) => ({ 'streams.csv': `Client ID,Stream ID,Name\n${rows}` });
    const all = {
      'clients.csv': 'Client ID,Name\nC1,One\n',
      ...streams('C1,s1,S1\nC1,s2,S2\n'),
      'insights.csv': 'Client ID,Stream ID,Week,Topic,Summary,Sentiment\nC1,s2,2026-11-16,trust,a,positive\n',
    };
    await imported(account, all);
    await deleteAll(db.table, [{ pk: `CUST#${account}`, sk: 'STREAM#C1#s2' }]);

    const { removed } = await imported(account, streams('C1,s1,S1\n'), '--prune --yes');

    expect(removed).toEqual({ insights: 1 });
    const left = (await dumpOf(db.table, account)).filter(({ sk }) => /^(STREAM|INSIGHTS)#/.test(sk));
    expect(left.map(({ sk }) => sk)).toEqual(['STREAM#C1#s1']);
  });

  it('removes exactly what it has counted, for many clients', async () => {
    const account = await anAccount();
    const rows = (count: number, row: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
    const clients = (count: number) => `Client ID,Name\n${rows(count, (at) => `C${at},N`)}`;
    const notes = (count: number, kept: number) =>
      `Client ID,Note ID,Created At,Created By,Content\n${rows(count, (at) => `C${at},n${Math.max(at, kept)},2026-11-01,Ada,x`)}`;
    const members = (count: number, portfolio: string) =>
      `Portfolio ID,Client ID\n${rows(count, (at) => `${portfolio},C${at}`)}`;
    const portfolios = 'Portfolio ID,Name\np1,P1\np2,P2\n';
    const files = (count: number, kept: number, portfolio: string) => ({
      'clients.csv': clients(count),
      'portfolios.csv': portfolios,
      'notes.csv': notes(count, kept),
      'portfolio-members.csv': members(count, portfolio),
    });
    await imported(account, files(60, 0, 'p1'));

    const less = files(59, 30, 'p2');
    const { removed } = await imported(account, less, '--prune --yes');

    // what belongs to the removed client is not counted again
    expect(removed).toEqual({ clients: 1, notes: 30, 'portfolio-members': 59 });
    expect((await imported(account, less, '--prune')).removed).toEqual({});
    const left = (await factsIn(db.table, account)).filter(({ sk }) => /^(NOTE|MEMBER)#/.test(sk));
    expect(left.map(({ sk }) => sk.split('#')[0])).toEqual([...Array(59).fill('NOTE'), ...Array(59).fill('MEMBER')]);
  });
});

it('a single file may have any name if its kind is given', async () => {
  const account = await anAccount();
  const file = `${temporaryFolder()}/Export (3).csv`;
  writeFileSync(file, 'Client ID,Name\nC1,One\n');

  expect(await admin(`import "${file}" --account ${account} --as clients`)).toMatchObject({ err: [], exitCode: 0 });
  expect(await admin(`import "${file}" --account ${account} --as customers`)).toMatchObject({ exitCode: 2 });
  expect(await clientsOf(account)).toMatchObject([{ id: 'C1' }]);
});

describe('a failed request of an import', () => {
  const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException', $metadata: {} });

  it('is retried later if it was throttled', async () => {
    let calls = 0;
    await whileThrottled(1, async () => {
      calls += 1;
      if (calls < 4) throw throttled;
    });

    expect(calls).toBe(4);
  });
});

it.each([
  [0, 100, 0, 'rows', '0 % · 0 rows/s'],
  [5000, 100_000, 1000, 'rows', '5 % · 5,000 rows/s, 19 s left'],
  [1000, 100_000, 1000, 'clients', '1 % · 1,000 clients/s, 1 min 39 s left'],
  [10, 10, 1000, 'pages', '100 % · 10 pages/s, 0 s left'],
  [2500, 0, 1000, 'records', '2,500 records · 2,500 records/s'],
  [12_500_000, 25_000_000, 2000, 'bytes', '50 % · 6.3 MB/s, 2 s left'],
  [12_500, 25_000, 1000, 'bytes', '50 % · 13 kB/s, 1 s left'],
] as const)('progress of %d of %d after %d ms in %s is %s', (done, total, milliseconds, unit, text) => {
  expect(progressText(done, total, milliseconds, unit)).toBe(text);
});

it('docs/data.md describes every column of every file', () => {
  const section = sectionOf('docs/data.md', '### Columns');
  const [, ofClient = ''] = /"The client" stands for (.*)/.exec(section) ?? [];
  const missing = kinds.flatMap(({ name, columns }) => {
    const line = section.split('\n').find((each) => each.startsWith(`- \`${name}.csv\`: `)) ?? '';
    const known = line.includes(' the client; ') ? line + ofClient : line;
    return columns
      .map(({ header, required, about }) => `${required ? `**${header}**` : header} (${about})`)
      .flatMap((column) => (known.includes(column) ? [] : [`${name}: ${column}`]));
  });

  expect(missing).toEqual([]);
});
