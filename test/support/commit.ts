import { execFileSync } from 'node:child_process';
import { root } from './sources.ts';

/** The page that benches write is no code. */
const pages = [':!docs/proof.md'];

/** Which code a run is of: the commit, whether files differ from it, and the day. */
export function versionNow(): { readonly commit: string; readonly date: string } {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const isClean = git('status', '--porcelain', '--', '.', ...pages) === '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with changes'}`;
  return { commit, date: new Date().toISOString().slice(0, 10) };
}
