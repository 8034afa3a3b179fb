import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inboxLine } from '../../../bin/local/inbox/inbox-line.ts';
import { watchInbox } from '../../../bin/local/inbox/watch-inbox.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const db = useMemoryTable();
const folder = temporaryFolder();
const randomBytes = bytesOf(randomOf(3));
const admin = cliOn(() => db.table, { target: { inbox: folderStore(folder) }, randomBytes });

it('files that are put are imported by the local service as configured, and reported until the account is deleted', async () => {
  await admin('accounts create --account acme --name Acme');
  const files = temporaryFolder({
    'kunden.csv': 'Nummer,Firma\n1,One\n',
    'ours.json': JSON.stringify({
      version: 1,
      files: [{ match: { name: 'kunden' }, kind: 'clients', columns: { 'Client ID': 'Nummer', Name: 'Firma' } }],
    }),
  });
  expect(
    await admin(`inbox configure --account acme --map hubspot --map ${files}/ours.json --no-score --prune`),
  ).toEqual({
    out: [
      'Files are imported with mappings hubspot, ours.json; does not score; removes what the files lack, at most 5%.',
    ],
    err: [],
    exitCode: 0,
  });
  expect(await admin(`inbox put ${files}/ours.json --account acme`)).toMatchObject({
    err: ['error: ours.json cannot be imported: it is no .csv, .tsv, .txt or .xlsx file, nor one of these with .gz.'],
  });
  expect((await admin(`inbox put ${files}/kunden.csv --account acme`)).out).toEqual([
    'Put in/acme/kunden.csv. See: inbox status --account acme',
  ]);
  expect((await admin('inbox status --account acme')).out.slice(1)).toEqual([
    'Waiting: kunden.csv',
    'No run has ended yet.',
  ]);
  expect(await admin('inbox report --account acme')).toMatchObject({
    err: ['error: The inbox of acme has had no run.'],
  });

  writeFileSync(join(folder, 'in', 'acme', 'budget.csv'), 'Year,Sum\n2026,1\n');
  const reports: RunReport[] = [];
  const jobs = { table: db.table, clock: Date.now, randomBytes, queue: { send: async () => undefined } };
  const watching = watchInbox(
    folder,
    jobs as never,
    (report) => reports.push(report),
    () => undefined,
  );
  while (reports.length === 0) await setTimeout(50);
  await watching.stop();

  const refusal = 'no mapping describes it; add one with inbox configure, and put it there again';
  expect(reports.map(inboxLine)).toEqual([
    `inbox acme: kunden.csv: imported. clients: 1 added, 0 changed, 0 unchanged; budget.csv was not read: ${refusal}; reports/acme/${reports[0]?.run}.txt`,
  ]);
  expect((await admin('inbox report --account acme')).out).toEqual([
    expect.stringMatching(/^Run \S+ of acme, \S+: imported$/),
    'file: kunden.csv',
    `not read: budget.csv: ${refusal}`,
    'clients: 1 added, 0 changed, 0 unchanged',
  ]);
  expect((await admin('inbox status --account acme')).out.slice(1)).toEqual([
    'No file waits.',
    expect.stringMatching(/^Run \S+: done, 2 files, 1 row\.$/),
  ]);
  expect(await admin('inbox report ../../secret --account acme')).toMatchObject({
    err: ['error: ../../secret is not the id of a run.'],
  });

  writeFileSync(join(folder, 'in', 'acme', 'late.csv'), 'x');
  await admin('accounts delete --account acme --yes');
  for (const part of ['in', 'done', 'reports']) expect(existsSync(join(folder, part, 'acme'))).toBe(false);
  expect(readdirSync(folder)).not.toContain('rejects');
});

it('a service without an inbox says how to start one', async () => {
  const without = cliOn(() => db.table);
  await without('accounts create --account none --name None');

  expect(await without('inbox status --account none')).toMatchObject({
    err: ['error: This service has no inbox. Start it with one: npm start -- --inbox DIR'],
    exitCode: 1,
  });
});
