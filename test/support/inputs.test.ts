import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { filesBehind, inputsOf } from './inputs.ts';
import { root } from './sources.ts';
import { temporaryFolder } from './temporary-folder.ts';

it('the inputs of a run are its files, all files of its folders and what they import, but no pages and comments', () => {
  const folder = temporaryFolder();
  const path = (name: string) => relative(root, join(folder, name)).replaceAll('\\', '/');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'data'));
  write('start.ts', "import { a } from './a.ts';\nimport * as z from 'zod';\n");
  write('a.ts', "export { b } from './b.ts';\n");
  write('b.ts', "import './a.ts';\n");
  write('other.ts', '');
  write('data/rows.json', '{}');
  write('data/page.md', '');
  const inputs = [path('start.ts'), path('data')];

  expect(filesBehind(inputs)).toEqual(['a.ts', 'b.ts', 'data/rows.json', 'start.ts'].map(path));
  const before = inputsOf(inputs);
  write('other.ts', 'changed');
  write('data/page.md', 'changed');
  expect(inputsOf(inputs)).toBe(before);
  write('b.ts', "import './a.ts'; // changed\n");
  expect(inputsOf(inputs)).toBe(before);
  write('b.ts', "import './a.ts';\nexport const b = 1;\n");
  expect(inputsOf(inputs)).not.toBe(before);
});

it('the inputs of a proof reach the code that it is about', () => {
  expect(filesBehind(['test/proof/limiter.proof.ts'])).toContain('shared/table/access/count-request.ts');
});
