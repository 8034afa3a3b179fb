import { expect, it } from 'vitest';
import { messageOf } from '../../bin/admin/cli/errors.ts';

it('a full disk is reported in words, with the file and what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(messageOf(full)).toBe(
    'The disk is full: the folder for temporary files could not be written. Free some space, then run the same command again; TMPDIR names another folder for temporary files.',
  );
  expect(messageOf(Object.assign(full, { path: '/data/out.csv' }))).toMatch(
    /^The disk is full: \/data\/out\.csv could/,
  );
});
