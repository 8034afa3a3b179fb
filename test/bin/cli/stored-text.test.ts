import { beforeAll, expect, it } from 'vitest';
import { visible } from '../../../bin/cli/terminal/visible.ts';
import { clientById, toClientItem } from '../../../shared/table/entities/client.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { cliOn } from '../../support/cli/cli.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hostile = 'Bell\u0007 \u001b[31mred \u202efdp.exe \u009b2J';
const shown = String.raw`Bell\u0007 \u001b[31mred \u202efdp.exe \u009b2J`;
const raw = /[\p{Cc}\p{Bidi_Control}]/u;
const acme = asAccount('acme');
const db = useMemoryTable();
const admin = cliOn(() => db.table);

beforeAll(async () => {
  const files = temporaryFolder({
    'clients.csv': 'Service ID,Client ID,Name,Zone,Area\nc1,C 1,One,z,a\n',
    'streams.csv': 'Service ID,Stream ID,Name,State\nc1,s1,S,active\n',
  });
  await admin(`accounts create --account acme --name "${hostile}"`);
  await admin(`keys issue --account acme --name "${hostile}"`);
  expect(await admin(`import ${files} --account acme`)).toMatchObject({ exitCode: 0 });
  // as earlier versions stored it: imports refuse control characters today
  const client = await clientById(db.table, acme, 'c1');
  if (!client) throw new Error('The import stored no client.');
  const metadata = { ...client.metadata, [hostile]: hostile };
  await putAll(db.table, [toClientItem(acme, { ...client, name: hostile, metadata })]);
});

it.each(['inspect c1 --account acme', 'accounts list', 'keys list', 'usage'])(
  '%s shows control characters of stored names as escapes',
  async (line) => {
    const { out, exitCode } = await admin(line);

    expect(exitCode).toBe(0);
    expect(out.join('')).toContain(shown);
    expect(out.join('')).not.toMatch(raw);
  },
);

it.each([
  ['the columns and samples of a file', { 'clients.csv': `Service ID,Name,${hostile}\nc1,${hostile},x\n` }],
  ['the clients that it would remove', { 'clients.csv': 'Service ID,Name\nc2,Other\n' }],
  ['the problems of a file', { 'clients.csv': `Service ID,Name,Archived\nc1,A,${hostile}\n` }],
])('import escapes them in %s', async (_, files) => {
  const { out, err } = await admin(`import ${temporaryFolder(files)} --account acme --prune --dry-run`);
  const text = [...out, ...err].join('');

  expect(text).toContain(String.raw`\u001b[31m`);
  expect(text).not.toMatch(raw);
});

it('an error escapes them', async () => {
  const { err } = await admin(`inspect "${hostile} who" --account acme`);

  expect(err.join('')).toContain(shown);
});

it('other characters stay as they are', () => {
  for (const text of ['Zoë 🚀 👩‍🚀', 'مخبز الواحة', '星野', 'a b']) expect(visible(text)).toBe(text);
  expect(visible('a\tb\nc\u2028d\u007f\u061c\u2066')).toBe(String.raw`a\u0009b\u000ac\u2028d\u007f\u061c\u2066`);
});
