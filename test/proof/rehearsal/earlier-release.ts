import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../bin/build/paths.ts';
import { callsOf, type KnownIds, pathOf, withIdsFrom } from '../../../bin/cli/verify/calls.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Deployed } from './emulator.ts';

/** A commit before notices, erasures and merges, with today's layout of items. Once there are releases: the one before. */
const commit = process.env.UPGRADE_FROM ?? '042846743cb5';

/** Why there is no earlier release; undefined if there is one. */
export const noEarlierRelease =
  git('cat-file', '-e', `${commit}^{commit}`) === 0
    ? undefined
    : `skipped: the history has no commit ${commit} to upgrade from (a shallow clone?)`;

/** A folder with the earlier release, which runs with the packages of this one. */
export function earlierRelease(): string {
  const folder = join(temporaryFolder(), 'release');
  const failed = git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  if (failed || git('-C', folder, 'checkout', '--quiet', '--detach', commit)) throw new Error(`no commit ${commit}`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** What every operation answers, by its path: status and body. */
export async function answersOf({ url }: Deployed, apiKey: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  let known: KnownIds = {};
  for (const { name, endpoint } of callsOf()) {
    const path = pathOf(endpoint, known);
    // the emulator cannot stream
    if (path === undefined || endpoint.contentType) continue;
    const response = await fetch(url + path, { headers: { 'X-API-Key': apiKey } });
    const body = await response.text();
    answers[path] = `${response.status} ${body}`;
    if (response.ok) known = withIdsFrom(known, name, JSON.parse(body));
  }
  return answers;
}

function git(...words: string[]): number | null {
  return spawnSync('git', words, { cwd: root, stdio: 'ignore' }).status;
}
