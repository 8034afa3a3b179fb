import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type BuiltFunction, buildFunctions } from '../../bin/build.ts';

/** Every function, built once for the test file, in a folder that goes with it. */
export function useBuild(): { readonly built: (name: string) => BuiltFunction; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  let functions: BuiltFunction[] = [];
  beforeAll(async () => {
    functions = await buildFunctions(folder);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    built: (name) => {
      const found = functions.find((one) => one.name === name);
      if (!found) throw new Error(`no function ${name} was built`);
      return found;
    },
  };
}
