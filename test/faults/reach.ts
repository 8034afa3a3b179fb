import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { root } from '../support/sources.ts';

// Vitest runs this for each test file of `npm run faults -- --reach`: it writes which places of faults the file reached.

const reached = new Set<string>();
Object.assign(globalThis, { reached });
const begun = performance.now();

afterAll(() => {
  const { testPath = '' } = expect.getState();
  const folder = process.env.REACHED ?? '';
  mkdirSync(folder, { recursive: true });
  const file = relative(root, testPath);
  const seconds = Math.round(performance.now() - begun) / 1000;
  writeFileSync(
    join(folder, `${file.replaceAll('/', '+')}.json`),
    JSON.stringify({ file, seconds, reached: [...reached] }),
  );
});
