import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Names that do not match those of the clients: proposals, and aliases that somebody has reviewed.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let account = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  account = `names-${count}`;
  await admin(`accounts create --account ${account} --name Names`);
  const clients =
    'Client ID,Name\nC1,Harbor Light Foods\nC2,Müller & Söhne GmbH\nC3,Café Société\nC4,Blue Harbor\nC5,Northwind Traders Ltd.\nC6,Acme\n';
  await imported({ 'clients.csv': clients });
});

async function imported(files: Record<string, string>, options = '') {
  const { out, err, exitCode } = await admin(`import ${temporaryFolder(files)} --account ${account} ${options}`);
  return { said: [...out, ...err], exitCode };
}

const note = (...names: string[]) =>
  ['Client Name,Created At,Created By,Content', ...names.map((name, at) => `"${name}",2026-11-1${at},Ada,x`)].join(
    '\n',
  );
const aliasesIn = async () =>
  (await factsIn(db.table, account)).flatMap(({ sk, name, clientId }) =>
    sk.startsWith('ALIAS#') ? `${name}=${clientId}` : [],
  );

it('each unknown name is listed once, with up to three proposals', async () => {
  const names = [
    'MUELLER UND SOHNE',
    'Cafe Societe S.A.',
    'Harbour Light Foods',
    'Traders Northwind',
    'Acmes',
    'Ocmes',
    'Nobody',
    'Nobody',
  ];

  const { said, exitCode } = await imported({ 'notes.csv': note(...names) });

  expect(exitCode).toBe(3);
  expect(said.filter((line) => line.startsWith('unknown name'))).toEqual([
    'unknown name "Nobody": 2 rows',
    'unknown name "MUELLER UND SOHNE": 1 rows; did you mean müller & söhne gmbh (C2)?',
    'unknown name "Cafe Societe S.A.": 1 rows; did you mean café société (C3)?',
    'unknown name "Harbour Light Foods": 1 rows; did you mean harbor light foods (C1)?',
    'unknown name "Traders Northwind": 1 rows; did you mean northwind traders ltd. (C5)?',
    'unknown name "Acmes": 1 rows; did you mean acme (C6)?',
    'unknown name "Ocmes": 1 rows',
  ]);
});

it('a stored client that is in the files too has one name', async () => {
  const files = { 'clients.csv': 'Client ID,Name\nC4,Blue Harbor\n', 'notes.csv': note('Blue Harbor') };

  expect(await imported(files)).toMatchObject({ exitCode: 0 });
});

it('an alias equal to a client’s name, or given twice, is a problem', async () => {
  const aliases = 'Client ID,Name\nC1,blue harbor\nC1,HLF\nC2,hlf\n';

  expect((await imported({ 'aliases.csv': aliases })).said).toEqual([
    'aliases.csv:2, column "Name": "blue harbor" is the name of a client',
    'aliases.csv:4: duplicate of aliases.csv:3',
    'error: Nothing was imported: 2 problems in the files.',
  ]);
});

it('aliases are exported, imported again, pruned, and removed with their client', async () => {
  await imported({ 'aliases.csv': 'Client ID,Name\nC1,HLF\nC2,M&S\nC3,Café\n' });
  const folder = join(temporaryFolder(), 'out');
  await admin(`export ${folder} --account ${account}`);
  const facts = await factsIn(db.table, account);
  await admin(`import ${folder} --account ${account} --prune --yes`);
  expect(await factsIn(db.table, account)).toEqual(facts);

  await imported({ 'aliases.csv': 'Client ID,Name\nC1,HLF\nC2,M&S\n' }, '--prune --yes');
  expect((await aliasesIn()).sort()).toEqual(['HLF=C1', 'M&S=C2']);
  await imported({ 'clients.csv': 'Client ID,Name\nC2,Müller & Söhne GmbH\n' }, '--prune --yes');
  expect(await aliasesIn()).toEqual(['M&S=C2']);
});
