import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { adminIn } from './import/in-heap.ts';

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

it.each([
  ['clients.csv.gz', 64, () => gzipSync([headers, ...rows].map((row) => row.join(',')).join('\n'))],
  ['clients.xlsx', 512, () => workbookOf({ clients: [headers, ...rows] })],
] as const)(
  '%s is checked and compared in a heap of %d MB',
  async (name, heap, content) => {
    const folder = temporaryFolder();
    await createAccount(db.table, asAccount('large'), 'Large');
    writeFileSync(join(folder, name), content());

    const taken = await adminIn(folder, db.address)(
      heap,
      'asked for',
      `import ${join(folder, name)} --account large --dry-run`,
    );
    console.log({ name, ...taken });

    expect(taken.exitCode).toBe(0);
  },
  600_000,
);
