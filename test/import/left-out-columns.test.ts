import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

// If a file lacks a column, the stored values are kept, for every kind.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let made = 0;

const clients = 'Client ID,Name\nC1,One\n';

/** Imports one set of files after the other. Returns the last report, its messages and the exported files. */
async function afterImports(...imports: Record<string, string>[]) {
  made += 1;
  const account = `left-out-${made}`;
  await admin(`accounts create --account ${account} --name X`);
  let last = { out: [''], err: [''], exitCode: -1 };
  for (const files of imports) {
    const prune = '--prune' in files;
    const { '--prune': _, ...rest } = files;
    last = await admin(`import ${temporaryFolder(rest)} --account ${account}${prune ? ' --prune --yes' : ''}`);
  }
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${account}`);
  return { ...last, files: filesIn(folder) };
}

const people =
  'Client ID,Person ID,Name,Title,Email\nC1,p1,Grace,CMO,grace@x.example\nC1,p2,Ann,,ann@x.example\nC1,p3,Ann,,ann@y.example\n';
const streams = 'Client ID,Stream ID,Name\nC1,web,Web\n';
const signals =
  'Client ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID\nC1,s1,2026-11-16,trust,0.5,3,web\nC1,s2,2026-11-17,trust,0.5,2,\nC1,s3,2026-11-17,trust,0.5,4,\n';
const readHead = 'Client ID,Week,Value,Updated At,Updated By\n';

it.each<[string, file: string, first: string, second: string, kept: string]>([
  [
    ...(['a person keeps the e-mail', 'key-people', people] as const),
    'Client ID,Person ID,Name,Title\nC1,p1,Grace Nunes,CEO\n',
    'C1,,p1,Grace Nunes,CEO,grace@x.example,',
  ],
  [
    ...(['a signal keeps its weight and its stream', 'signals', signals] as const),
    'Client ID,Signal ID,Date,Topic,Polarity\nC1,s1,2026-11-16,trust,-0.5\n',
    's1,2026-11-16,trust,-0.5,3,web',
  ],
  [
    ...(['an alignment read keeps its time, so a corrected value replaces it', 'alignment'] as const),
    `${readHead}C1,2026-11-09,red,2026-11-11T10:00:00Z,Ada\nC1,2026-11-16,red,2026-11-18T10:00:00Z,Ada\n`,
    'Client ID,Week,Value,Updated By\nC1,2026-11-10,green,Ben\n',
    '2026-11-09,green,2026-11-11T10:00:00.000Z,Ben',
  ],
])('%s', async (_, file, first, second, kept) => {
  const { files } = await afterImports(
    { 'clients.csv': clients, 'streams.csv': streams, [`${file}.csv`]: first },
    { [`${file}.csv`]: second },
  );

  expect(files[`${file}.csv`]).toContain(kept);
});

it('a person without id and e-mail updates the only stored person with that name', async () => {
  const { files } = await afterImports(
    { 'clients.csv': clients, 'key-people.csv': people },
    { 'key-people.csv': 'Client ID,Name,Title\nC1,Grace,CEO\n' },
  );

  expect(files['key-people.csv']?.match(/Grace/g)).toHaveLength(1);
  expect(files['key-people.csv']).toContain('p1,Grace,CEO,grace@x.example');
});

it.each<[string, file: string, first: string, second: string, said: string]>([
  [
    ...(['a person', 'key-people', people, 'Client ID,Name,Title\nC1,Grace,CEO\nC1,Ann,CTO\n'] as const),
    'key-people.csv:3, column "Name": the client has several people named "Ann"; add Email or Person ID',
  ],
  [
    ...([
      'a signal without an id',
      'signals',
      signals,
      'Client ID,Date,Topic,Polarity\nC1,2026-11-17,trust,0.5\n',
    ] as const),
    'signals.csv:2: matches several stored signals; add the columns Weight and Stream ID, or Signal ID',
  ],
])('%s that matches several stored ones is a problem', async (_, file, first, second, said) => {
  const { err } = await afterImports(
    { 'clients.csv': clients, 'streams.csv': streams, [`${file}.csv`]: first },
    { [`${file}.csv`]: second },
  );

  expect(err).toEqual([said, 'error: Nothing was imported: 1 problem in the files.']);
});

it('a signal without an id updates the only stored one with the same other cells, also when pruning', async () => {
  const { files } = await afterImports(
    { 'clients.csv': clients, 'streams.csv': streams, 'signals.csv': signals },
    { 'signals.csv': 'Client ID,Date,Topic,Polarity\nC1,2026-11-16,trust,0.5\n', '--prune': '' },
  );

  expect(files['signals.csv']?.split('\r\n').slice(1, -1)).toEqual(['C1,,s1,2026-11-16,trust,0.5,3,web,,']);
});

it('the newest of several reads for a week is kept, within a file and between files', async () => {
  const rows = 'C1,2026-11-16,red,2026-11-18,Ada\nC1,2026-11-19,green,2026-11-17,Ada\n';
  const { files, err } = await afterImports({ 'clients.csv': clients, 'alignment.csv': readHead + rows });

  expect(err).toEqual([]);
  expect(files['alignment.csv']).toContain('2026-11-16,red,2026-11-18T00:00:00.000Z,Ada');
});

const insights = (...rows: string[]) =>
  `Client ID,Stream ID,Week,Topic,Summary,Sentiment\n${rows.map((row) => `C1,web,2026-11-16,${row}\n`).join('')}`;

it('insights replace those of the same stream, week and topic; the others stay unless pruned, new ones follow in order', async () => {
  const first = {
    'clients.csv': clients,
    'streams.csv': streams,
    'insights.csv': insights('trust,a,positive', 'timeliness,b,neutral', 'trust,c,positive'),
  };
  const added = ['scope,d,mixed', 'price,e,mixed', 'scope,f,mixed'];
  const second = { 'insights.csv': insights('trust,A,negative', ...added) };
  const rows = (text = '') =>
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(4).join(','));

  const kept = await afterImports(first, second);
  expect(rows(kept.files['insights.csv'])).toEqual(['trust,A,negative', 'timeliness,b,neutral', ...added]);
  expect(kept.out[1]).toMatch(/^insights +3 +1 +0$/);
  const pruned = await afterImports(first, { ...second, '--prune': '' });
  expect(rows(pruned.files['insights.csv'])).toEqual(['trust,A,negative', ...added]);
});

it('names are trimmed; ids generated from them use the untrimmed cell', async () => {
  const { files } = await afterImports(
    { 'clients.csv': 'Client ID,Name\nC1,\tOne  \n', 'key-people.csv': 'Client ID,Name\nC1, Ann \n' },
    { 'key-people.csv': 'Client ID,Name\nC1, Ann \n' },
  );

  expect(files['clients.csv']).toContain('C1,C1,One,');
  expect(files['key-people.csv']?.match(/,Ann,/g)).toHaveLength(1);
});
