import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../import/files/readers/bytes.ts';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { archives } from './odd-files/archives.ts';
import type { Case } from './odd-files/case.ts';
import { dates } from './odd-files/dates.ts';
import { duplicates } from './odd-files/duplicates.ts';
import { encodings } from './odd-files/encodings.ts';
import { headers } from './odd-files/headers.ts';
import { ids } from './odd-files/ids.ts';
import { mappings } from './odd-files/mappings.ts';
import { numbers } from './odd-files/numbers.ts';

// Unusual files that are accepted, and files that are rejected, each with its message. All imports are dry runs.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
beforeAll(async () => {
  await admin('accounts create --account odd --name Odd');
});

const groups = { encodings, headers, dates, numbers, ids, duplicates, mappings, archives };

async function dryRun({ files, options = '' }: Case) {
  const folder = temporaryFolder(files);
  const line = `import ${folder} --account odd --dry-run ${options.replace('FOLDER', folder)}`;
  const { out, err, exitCode } = await admin(line);
  return { text: [...out, ...err].join('\n'), exitCode };
}

describe.each(Object.entries(groups))('%s', (_, { accepted, rejected }) => {
  it('has at least 8 files', () => {
    expect(accepted.length + rejected.length).toBeGreaterThanOrEqual(8);
  });

  it.each(accepted)('accepted: %s', async (_, file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    expect(exitCode).toBe(0);
  });

  it.each(rejected)('rejected: %s', async (_, file) => {
    const { text, exitCode } = await dryRun(file);

    expect(text).toContain(file.says);
    // an invalid mapping or a folder without known files is not counted as a file with problems
    expect(exitCode).toBe(/^error: Nothing was imported: \d+ problem/m.test(text) ? 3 : 1);
  });
});

it('none of these files was written', async () => {
  expect(await factsIn(db.table, 'odd')).toEqual([]);
});

it('an archive is read up to a limit of decompressed bytes', async () => {
  const folder = temporaryFolder({ 'a.csv.gz': gzipSync('x'.repeat(100_000)) });
  const read = async (most: number) => {
    let total = 0;
    for await (const chunk of bytesOf(`${folder}/a.csv.gz`, () => undefined, most)) total += chunk.length;
    return total;
  };

  expect(await read(100_000)).toBe(100_000);
  await expect(read(99_999)).rejects.toThrow('is larger than 99999 bytes when decompressed');
});
