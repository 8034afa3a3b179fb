import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageOf } from '../../../bin/cli/terminal/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a full disk is reported in words, with the file and what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(messageOf(full)).toBe(
    'The disk is full: a file of this command, or of the folder for temporary files, could not be written. Free some space, then run the same command again; TMPDIR names another folder for temporary files.',
  );
  expect(messageOf(Object.assign(full, { path: '/data/out.csv' }))).toMatch(
    /^The disk is full: \/data\/out\.csv could/,
  );
});

it('a full disk under the database is reported in words, without the sentence of the engine', () => {
  // seen with a file of --db on a file system of 12 MB
  const message =
    'commit failed (backend: database or disk is full) and rollback also failed (backend: cannot rollback - no transaction is active)';
  expect(messageOf(new Error(message))).toBe(
    'The disk is full: the file of --db could not be written. Free some space on its disk, then run the same command again: what was written counts.',
  );
});

it('an error of the system is reported in words, also one that names no file', () => {
  const folder = temporaryFolder({ file: '' });
  const of = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return messageOf(error);
    }
  };
  expect(of(() => readFileSync(folder))).toBe('a file of this command: this is a folder; a file is needed.');
  expect(of(() => mkdirSync(join(folder, 'file'), { recursive: true }))).toBe(
    `${join(folder, 'file')}: this is a file; a folder is needed.`,
  );
});
