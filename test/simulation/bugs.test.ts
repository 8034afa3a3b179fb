import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';
import { bugs } from './bugs.ts';

it.each(Object.entries(bugs))('%s: its code still stands once in its file', (_, { file, from }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
});
