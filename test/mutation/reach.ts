import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { root } from '../support/sources.ts';

// Vitest runs this for each test file while it is learned which file reaches which mutant. What only loading reaches is
// that of no file.

/** What the instrumented code reads and writes. */
interface Stryker {
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly perTest: Readonly<Record<string, object>> };
}

const globals = globalThis as { __stryker__?: Stryker };
globals.__stryker__ ??= {};
const space = globals.__stryker__;
const begun = performance.now();

beforeAll(() => {
  space.currentTestId = relative(root, expect.getState().testPath ?? '');
});
afterAll(() => {
  const { currentTestId: file = '', mutantCoverage } = space;
  space.currentTestId = undefined;
  if (process.env.REACHED === undefined) return;
  const reached = Object.keys(mutantCoverage?.perTest[file] ?? {});
  const name = `${file.replaceAll('/', '+')}.json`;
  writeFileSync(join(process.env.REACHED, name), JSON.stringify({ file, ms: performance.now() - begun, reached }));
});
