import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Version } from './life.ts';

/** The last commit before lists had items and rosters of their own. */
export const earlierCommit = '4b0699c';

/** The version of that commit, on the packages of this one; undefined in a clone without it. */
export async function earlierVersion(): Promise<Version | undefined> {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1e9, stdio: 'pipe' });
  try {
    git('cat-file', '-e', `${earlierCommit}^{commit}`);
  } catch {
    return undefined;
  }
  const folder = temporaryFolder();
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', earlierCommit) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { runAdmin } = await load('bin/admin/program.ts');
  const { worldOf, processIn, runNight } = await load('test/worker/world.ts');
  const { serviceOf } = await load('test/support/whole-service.ts');
  const { fakeDeps } = await load('test/support/deps.ts');
  const { openTable } = await load('shared/table/client.ts');
  return { runAdmin, worldOf, processIn, runNight, askerOf: serviceOf, fakeDeps, openTable };
}
