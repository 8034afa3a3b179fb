import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';

/** What is about no folder of the sources alone. */
const kinds = ['scenarios', 'model', 'simulation', 'structure', 'docs', 'proof', 'bench', 'support'];

const foldersIn = (...path: string[]) =>
  readdirSync(join(root, ...path), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));

it('tests stand in test/<folder> where the sources are in <folder>', () => {
  const rooms = ['.', 'bin', 'shared'];
  const homeless = rooms.flatMap((room) =>
    existsSync(join(root, 'test', room))
      ? foldersIn('test', room)
          .map((name) => join(room, name))
          .filter((folder) => !kinds.includes(folder) && !existsSync(join(root, folder)))
      : [],
  );

  expect(homeless).toEqual([]);
});
