import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { matchCommand } from '../../bin/admin/match/command.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { writerOf } from '../import/sources.ts';
import { dump } from '../support/store/dump.ts';
import { aClient } from '../support/store/facts.ts';
import { memoryTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { oneCommand, undescribed } from './one-command.ts';

// The command that lists the names that no client has.

const account = asAccount('acme');
const head = 'Client ID,Name,Proposal,Rows,Others';
const notes = (...names: string[]) =>
  `Client Name,Created At,Created By,Content\n${names.map((name, at) => `${name},2026-11-0${at + 1},A,x\n`).join('')}`;

async function anAccount() {
  const table = memoryTable('job');
  await createAccount(table, account, 'Acme');
  const stored = ['Harbor Light', 'Harbor Lights', 'Harbour Light'].map((name, at) => aClient(`c${at}`, { name }));
  await writeFacts(writerOf(table), account, stored);
  return { table, run: oneCommand(matchCommand, () => table) };
}

it('every word of the command says what it is for', () => {
  expect(undescribed(matchCommand)).toEqual([]);
});

it('lists names with the client that is probably meant, and the others, and changes nothing', async () => {
  const { run, table } = await anAccount();
  const folder = temporaryFolder({ 'notes.csv': notes('Harbr Light', 'Nobody\u202e', 'Harbr Light', 'Harbor Light') });
  const before = await dump(table);
  const best = 'c0,Harbr Light,harbor light,2,harbor lights (c1); harbour light (c2)';

  expect(await run(folder, '--account', 'acme')).toMatchObject({
    ...{ out: [head, best, ',Nobody\\u202e,,1,'], err: [], failed: undefined, closed: 1 },
  });
  const { out } = await run(folder, '--account', 'acme', '--json');
  expect(out).toHaveLength(1);
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    unknownNames: [
      { name: 'Harbr Light', rows: 2, proposals: { length: 3 } },
      { name: 'Nobody\u202e', rows: 1, proposals: [] },
    ],
  });
  const file = join(folder, 'names.csv');
  expect((await run(folder, '--account', 'acme', '--out', file)).out).toEqual([
    `Wrote 2 names to ${file}. Delete or correct the rows that are wrong, then import it as aliases.csv.`,
  ]);
  expect(readFileSync(file, 'utf8')).toBe(`${head}\r\n${best}\r\n,Nobody\u202e,,1,\r\n`);
  expect(await dump(table)).toEqual(before);
});

it('says which files and rows it could not read, besides names that no client has', async () => {
  const { run } = await anAccount();
  const files = { 'notes.csv': `${notes('Nobody')}Unheard,soon,A,x\n`, 'key-people.csv': 'Client Name\nOther\n' };

  expect(await run(temporaryFolder(files), '--account', 'acme')).toMatchObject({
    out: [head, ',Nobody,,1,'],
    err: [
      'key-people.csv:1, column "Name": this column is missing; the headers are Client Name',
      'notes.csv:3, column "Created At": "soon" is not a time like 2026-04-03T14:05:00Z, or a date',
    ],
    failed: undefined,
  });
});

it('reads files with mappings: several of them, each once', async () => {
  const { run } = await anAccount();
  const mapping = (name: string, header: string) => {
    const rest = { 'Created At': 'Created At', 'Created By': 'Created By', Content: 'Content' };
    return JSON.stringify({
      ...{ version: 1, files: [{ match: { name }, kind: 'notes', columns: { 'Client Name': header, ...rest } }] },
    });
  };
  const maps = temporaryFolder({ 'a.json': mapping('a', 'Firm'), 'b.json': mapping('b', 'Company') });
  const notesOf = (header: string, name: string) => notes(name).replace('Client Name', header);
  const folder = temporaryFolder({ 'a.csv': notesOf('Firm', 'Nobody'), 'b.csv': notesOf('Company', 'Unheard') });
  const [a, b] = [join(maps, 'a.json'), join(maps, 'b.json')];

  const both = await run(folder, '--account', 'acme', '--map', a, '--map', b, '--map', a, '--json');
  expect([both.failed, both.out.length]).toEqual([undefined, 1]);
  expect(JSON.parse(both.out[0] ?? '').unknownNames).toMatchObject([{ name: 'Nobody' }, { name: 'Unheard' }]);
  expect((await run(folder, '--account', 'acme')).failed).toContain('a.csv');
  expect((await run(folder, '--account', 'acme', '--map', 'nowhere')).failed).toContain('nowhere');
});

it('needs a path and an account that there is', async () => {
  const { run } = await anAccount();

  expect(await run('--account', 'acme')).toMatchObject({ failed: expect.stringContaining('path'), closed: 0 });
  expect(await run('x')).toMatchObject({ failed: expect.stringContaining('--account <id>'), closed: 0 });
  expect(await run('x', '--account', 'nobody')).toMatchObject({ failed: 'There is no account nobody.', closed: 1 });
});
