import { expect, it } from 'vitest';
import { openSources } from '../../../import/arrived/sources.ts';
import { countsOf, factsIn } from '../../../import/facts/check.ts';
import { Rejects } from '../../../import/facts/rejects.ts';
import { Problems } from '../../../import/files/problems.ts';
import { parseMapping } from '../../../import/mapping/load.ts';
import { readFile } from '../../../import/rows/read.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What the files of a run state, in an empty account: counts by kind, and what is rejected.

const db = useMemoryTable();
const account = asAccount('stage');

const clients = (...rows: string[]) => ['Client ID,Name,Last Contact', ...rows].join('\n');
const notes = (...rows: string[]) => ['Client ID,Created At,Created By,Content', ...rows].join('\n');
const bad = Array.from({ length: 6 }, (_, at) => `X${at},Bad ${at},soon`);
const calls = {
  kind: 'signals',
  feed: 'calls',
  columns: { 'Client ID': 'No', 'Signal ID': 'Call', Date: 'Day' },
  signals: [{ name: 'call', topic: 'trust', polarity: { from: 'Mood', scale: [0, 10] } }],
};
const maps = (...files: object[]) => [
  {
    name: 'm',
    ...parseMapping(
      JSON.stringify({ version: 1, files: files.map((file) => ({ match: { name: '*' }, ...file })) }),
      'm',
    ),
  },
];

it.each([
  [
    'clients of a file that is refused are not known to the files that follow',
    { 'clients.csv': clients('C1,One,', ...bad), 'notes.csv': notes('C1,2026-11-01,Ada,x') },
    undefined,
    {},
    ['clients.csv 6+0 refused', 'notes.csv 0+1'],
  ],
  [
    'a small file may have five rejects',
    { 'clients.csv': clients('C1,One,', ...bad.slice(1)) },
    undefined,
    { clients: 1 },
    ['clients.csv 5+0'],
  ],
  [
    'a row that is rejected names nothing, so a later row of the same record counts',
    { 'clients.csv': clients('C1,One,soon', 'C1,One,2026-11-01'), 'notes.csv': notes('C1,2026-11-01,Ada,x') },
    undefined,
    { clients: 1, notes: 1 },
    ['clients.csv 1+0'],
  ],
  [
    'a row that is read for two kinds counts for both or for none',
    { 'list.csv': 'No,Name,Call,Day,Mood\nC1,One,a,2026-11-01,5\nC2,Two,b,2026-11-01,high\n' },
    maps({ kind: 'clients', columns: { 'Client ID': 'No', Name: 'Name' } }, calls),
    { clients: 1, signals: 1 },
    ['list.csv 1+0'],
  ],
  [
    'what a refused file of a feed has does not replace an older file',
    {
      'clients.csv': clients('C1,One,'),
      'calls-2026-11-02.csv': `No,Call,Day,Mood\n${'C1,a,2026-11-02,high\n'.repeat(9)}`,
      'calls-2026-11-01.csv': 'No,Call,Day,Mood\nC1,a,2026-11-01,5\n',
    },
    maps({ ...calls, match: { headers: ['Call'] } }),
    { clients: 1, signals: 1 },
    ['calls-2026-11-02.csv 9+0 refused'],
  ],
])('%s', async (_, files, mappings, counts, rejected) => {
  await createAccount(db.table, account, 'Stage').catch(() => undefined);
  const folder = temporaryFolder(files);
  const rejects = new Rejects(true);
  const opened = await openSources(folder, mappings ? { maps: mappings } : {}, (problem) => rejects.add(problem));
  const read = [];
  for (const source of opened.sources) read.push(await readFile(source, new Problems()));
  opened.close();
  const facts = await factsIn(
    read,
    {
      table: db.table,
      account,
      facts: { now: '2026-11-20T12:00:00Z', prune: false },
      unknown: 'rejected',
      missing: new Set(),
      onRows: () => undefined,
    },
    rejects,
  );

  expect(Object.fromEntries(countsOf(facts))).toEqual(counts);
  const said = rejects.files().map(({ file, rows, references, refused }) => {
    return `${file} ${rows}+${references}${refused === undefined ? '' : ' refused'}`;
  });
  expect(said).toEqual(rejected);
});
