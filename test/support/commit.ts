import { execFileSync } from 'node:child_process';
import { root } from './sources.ts';

/** The commit, and whether the files below these paths are as it has them. */
export function currentCommit(...paths: readonly string[]): { readonly commit: string; readonly isClean: boolean } {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const isClean = git('status', '--porcelain', '--', ...paths) === '';
  return { commit: `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with changes'}`, isClean };
}
