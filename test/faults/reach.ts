import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { root } from '../support/sources.ts';

// Vitest runs this for each test file while it is learned which places of changes the file reaches; of scenarios, which are
// long, each by itself.

let reached = new Set<string>();
Object.defineProperty(globalThis, 'reached', { get: () => reached, configurable: true });
let begun = performance.now();

function note(test?: string): void {
  const folder = process.env.REACHED ?? '';
  mkdirSync(folder, { recursive: true });
  const file = relative(root, expect.getState().testPath ?? '');
  const seconds = Math.round(performance.now() - begun) / 1000;
  const name = `${file} ${test ?? ''}`.trim().replaceAll(/[^\w.-]+/g, '+');
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ file, test, seconds, reached: [...reached] }));
}

const isScenario = () => expect.getState().testPath?.endsWith('scenarios.test.ts');

afterEach(() => {
  if (!isScenario()) return;
  note(expect.getState().currentTestName);
  [reached, begun] = [new Set(), performance.now()];
});
afterAll(() => {
  if (!isScenario()) note();
});
