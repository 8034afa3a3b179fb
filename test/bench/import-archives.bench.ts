import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { writesBenchmarks } from '../support/benchmarks.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { adminIn, type Taken } from './import/in-heap.ts';

// 200,000 clients from an archive, in the same heap as any import, and from a workbook, which needs a larger heap.

const db = useTable();
const count = 200_000;
const headers = ['Client ID', 'Name', 'Account Owner', 'Industry', 'Revenue TTM'];
const rows = Array.from({ length: count }, (_, at) => [
  `CRM-${at}`,
  `Client ${at} Inc.`,
  `Owner ${at % 40}`,
  `Industry ${at % 20}`,
  at + 0.5,
]);

writesBenchmarks('import-archives', report);

const measured: (Taken & { readonly name: string; readonly heap: number })[] = [];

it.each([
  ['clients.csv.gz', 128, () => gzipSync([headers, ...rows].map((row) => row.join(',')).join('\n'))],
  ['clients.xlsx', 512, () => workbookOf({ clients: [headers, ...rows] })],
] as const)('%s is checked and compared in a heap of %d MB', async (name, heap, content) => {
  const folder = temporaryFolder();
  const account = name.replaceAll('.', '-');
  await createAccount(db.table, asAccount(account), account);
  writeFileSync(join(folder, name), content());

  const line = `import ${join(folder, name)} --account ${account} --dry-run`;
  const taken = await adminIn(folder, db.address)(heap, 'asked for', line);
  console.log({ name, ...taken });
  measured.push({ name, heap, ...taken });

  expect(taken.exitCode).toBe(0);
});

function report(): string {
  return [
    '### Import from archives',
    '',
    `${count.toLocaleString('en')} clients with five columns, checked and compared. A workbook is read as a whole first.`,
    '',
    '| file | CPU | heap | memory |',
    '|---|---:|---:|---:|',
    ...measured.map(
      ({ name, cpuSeconds, heap, megabytes }) =>
        `| ${name} | ${cpuSeconds.toFixed(0)} s | ${heap} MB | ${megabytes.toFixed(0)} MB |`,
    ),
  ].join('\n');
}
