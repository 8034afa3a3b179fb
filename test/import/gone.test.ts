import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

// A client that a full list does not have any more has left; its records stay.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
const day = '2026-11-20';

const listOf = (names: readonly string[]) => ({
  'clients-2026-11-13.csv': `Client ID,Name\n${names.map((name) => `${name},Client ${name}\n`).join('')}`,
});
const leave = (files: Record<string, string>, more = '') =>
  admin(`import ${temporaryFolder(files)} --account acme --gone leave ${more}`);

async function leftAt(): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  await admin(`export ${folder} --account acme`);
  const [header = '', ...rows] = filesIn(folder)['clients.csv']?.trim().split('\r\n') ?? [];
  const at = header.split(',').indexOf('Left At');
  const inferred = header.split(',').indexOf('Left Inferred');
  return Object.fromEntries(
    rows.map((row) => [row.split(',')[0], `${row.split(',')[at]} ${row.split(',')[inferred]}`.trim()]),
  );
}

it('it has left on the date of the list, is reported, and is back when a list has it again', async () => {
  await admin('accounts create --account acme --name Acme');
  const all = ['a', 'b', 'c', 'd', 'e'];
  await leave(listOf(all));
  const notes = { 'notes.csv': `Client ID,Created At,Created By,Content\nb,${day},Ada,Hello\n` };
  // neither a dry run nor files without a list of clients let anybody leave
  await leave(listOf(['a', 'c', 'd', 'e']), '--dry-run');
  expect((await leave(notes)).exitCode).toBe(0);
  expect(await leftAt()).toEqual({ a: '', b: '', c: '', d: '', e: '' });

  const { out } = await leave(listOf(['a', 'c', 'd', 'e']));
  expect(out).toContain('not in the list any more, so they left on 2026-11-13: b Client b');
  expect(await leftAt()).toEqual({ a: '', b: '2026-11-13 true', c: '', d: '', e: '' });

  // rows with problems protect those that they may mean, and more than a few at once are a wrong file
  const broken = `Client ID,Name\na,Client a\nd,Client d\ne,Client e\nc,\n`;
  await leave({ 'clients.csv': broken }, `--rejects ${temporaryFolder()}`);
  const { err, exitCode } = await leave(listOf(['x']));
  expect([exitCode, err.join()]).toEqual([1, expect.stringContaining('4 of 4 clients are not in the list any more')]);
  expect((await leftAt()).c).toBe('');

  await leave(listOf(all));
  expect(await leftAt()).toEqual({ a: '', b: '', c: '', d: '', e: '' });
  const both = await admin(`import ${temporaryFolder(listOf(all))} --account acme --gone leave --prune`);
  expect(both.exitCode).not.toBe(0);
});

it('pruning says how many clients it removes that left', async () => {
  await admin('accounts create --account acme --name Acme');
  const files = { 'clients.csv': 'Client ID,Name,Left At\na,A,\nb,B,2026-11-02\n' };
  await admin(`import ${temporaryFolder(files)} --account acme`);

  const { err } = await admin(`import ${temporaryFolder(listOf(['a']))} --account acme --prune`);
  expect(err.join('\n')).toContain('1 of them left, and their histories are what shows whether the score warned');
  expect(await leftAt()).toMatchObject({ b: '2026-11-02' });
});
