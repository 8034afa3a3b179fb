import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolder } from './temporary-folder.ts';

const variables = ['TMPDIR', 'TEMP', 'TMP'];

/** Gives the run its own temporary folder, and fails the run if the tests leave files in it. */
export default function watchTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'client-health-tests-'));
  for (const variable of variables) process.env[variable] = folder;
  mkdirSync(join(folder, sharedFolder));
  return () => {
    const left = readdirSync(folder).filter((name) => name !== sharedFolder);
    rmSync(folder, { recursive: true });
    if (left.length > 0) {
      throw new Error(`Tests left files in the temporary folder; use temporaryFolder(): ${left.sort().join(', ')}`);
    }
  };
}
