import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';

it('every function is in the diagram of what is deployed', () => {
  const diagram = readFileSync(join(root, 'infra', 'README.md'), 'utf8').match(/```mermaid[^`]*```/)?.[0] ?? '';
  const drawn = new Set(diagram.split(/[^\w-]+/));

  expect(readdirSync(join(root, 'functions')).filter((name) => !drawn.has(name))).toEqual([]);
});
