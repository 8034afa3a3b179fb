import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { beforeAll } from 'vitest';
import { type BuiltFunction, buildFunctions } from '../../../bin/build.ts';
import { sharedFolder } from '../../support/temporary-folder.ts';

interface Build {
  readonly folder: string;
  readonly functions: readonly BuiltFunction[];
}

/** Every function as `npm run build` makes it, once per run: the first test file that needs them builds them. */
export function useBuild(): { readonly built: (name: string) => BuiltFunction; readonly folder: () => string } {
  const result = join(tmpdir(), sharedFolder, 'build.json');
  let build: Build = { folder: '', functions: [] };
  beforeAll(async () => {
    // sources may change between two runs of `vitest watch`
    if (!existsSync(result) || process.env.VITEST_MODE === 'WATCH') {
      // two files that begin at once build twice
      const folder = join(tmpdir(), sharedFolder, `dist-${process.pid}-${threadId}`);
      writeFileSync(`${folder}.json`, JSON.stringify({ folder, functions: await buildFunctions(folder) }));
      renameSync(`${folder}.json`, result);
    }
    build = JSON.parse(readFileSync(result, 'utf8')) as Build;
  });
  return {
    folder: () => build.folder,
    built: (name) => {
      const found = build.functions.find((one) => one.name === name);
      if (!found) throw new Error(`no function ${name} was built`);
      return found;
    },
  };
}
