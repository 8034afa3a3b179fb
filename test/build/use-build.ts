import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { type BuiltFunction, buildFunctions } from '../../bin/build.ts';
import { sharedFolder } from '../support/temporary-folder.ts';

/** Every function as `npm run build` makes it. */
export function useBuild(): { readonly built: (name: string) => BuiltFunction; readonly folder: string } {
  const shared = join(tmpdir(), sharedFolder, 'build');
  const folder = join(shared, 'dist');
  let functions: BuiltFunction[] = [];
  beforeAll(async () => {
    functions = await builtOnce(shared, folder);
  });
  return {
    folder,
    built: (name) => {
      const found = functions.find((one) => one.name === name);
      if (!found) throw new Error(`no function ${name} was built`);
      return found;
    },
  };
}

/** The first test file of a run that needs the functions builds them, which takes seconds; the others wait for it. */
async function builtOnce(shared: string, folder: string): Promise<BuiltFunction[]> {
  const result = join(shared, 'built.json');
  // sources may change between two runs of `vitest watch`
  if (process.env.VITEST_MODE === 'WATCH') return buildFunctions(folder);
  if (isFirst(shared)) {
    try {
      const built = await buildFunctions(folder);
      writeFileSync(`${result}.part`, JSON.stringify(built));
      renameSync(`${result}.part`, result);
      return built;
    } catch (error) {
      rmSync(shared, { recursive: true });
      throw error;
    }
  }
  while (!existsSync(result)) {
    if (!existsSync(shared)) throw new Error('the build failed in another test file');
    await setTimeout(50);
  }
  return JSON.parse(readFileSync(result, 'utf8')) as BuiltFunction[];
}

function isFirst(shared: string): boolean {
  try {
    mkdirSync(shared);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
