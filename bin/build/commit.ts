import { spawnSync } from 'node:child_process';
import { root } from './paths.ts';

/** The commit of this folder, marked if files differ from it; `unknown` without git or outside a repository. */
export function currentCommit(): string {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return 'unknown';
  const isClean = git('status', '--porcelain').stdout === '';
  return `${stdout.trim()}${isClean ? '' : ' with changes'}`;
}
