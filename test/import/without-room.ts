import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { adminIn } from '../bench/import/in-heap.ts';
import type { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Imports a file of 75 MB in processes with heaps of 40 and of 64 MB. */
export async function importWithAndWithoutRoom({ table, address }: ReturnType<typeof useTable>): Promise<void> {
  const folder = temporaryFolder();
  await createAccount(table, asAccount('large'), 'Large');
  const file = createWriteStream(join(folder, 'clients.csv'));
  file.write('Service ID,Client ID,Name,Summary\n');
  for (let at = 0; at < 35_000; at += 1) {
    const id = `6f1c2a9e-4b7d-4c3a-9e21-${String(at).padStart(12, '0')}`;
    if (!file.write(`${id},CRM ${id},Client ${at},${'All is well. '.repeat(150)}\n`)) await once(file, 'drain');
  }
  await once(file.end(), 'finish');

  const codes = [];
  for (const heap of [40, 64]) {
    const { exitCode } = await adminIn(folder, address)(
      heap,
      'asked for',
      `import ${folder} --account large --dry-run`,
    );
    codes.push(exitCode);
  }
  expect(codes).toEqual([1, 0]);
}
