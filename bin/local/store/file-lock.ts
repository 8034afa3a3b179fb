import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CannotStart } from '../cli/failure.ts';
import { holdName } from './loopback.ts';

const attempts = 10;

/**
 * Makes sure that only one service at a time uses a database file. Waits a moment first, because the one before may
 * still be ending. Returns a function that releases the file; the end of the process releases it, too.
 */
export async function lockFile(file: string): Promise<() => void> {
  const name = `client-health ${placeOf(file)}`;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const held = await holdName(name);
    if (held) return () => void held.close();
    await setTimeout(100);
  }
  throw new CannotStart(`${file} is in use by another npm start; choose another file`);
}

/** The same for every way to write the path. Its folder exists. */
function placeOf(file: string): string {
  return existsSync(file) ? realpathSync.native(file) : join(realpathSync.native(dirname(file)), basename(file));
}
