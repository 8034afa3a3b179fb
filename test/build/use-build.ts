import { beforeAll } from 'vitest';
import { type BuiltFunction, buildFunctions } from '../../bin/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Builds every function once for the test file, in a temporary folder. */
export function useBuild(): { readonly built: (name: string) => BuiltFunction; readonly folder: string } {
  const folder = temporaryFolder();
  let functions: BuiltFunction[] = [];
  beforeAll(async () => {
    functions = await buildFunctions(folder);
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
