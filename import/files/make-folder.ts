import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, which others may make at the same time. `mkdir` of Node with `recursive` never ends
 * where the system answers that there is no folder above, although there is one: below /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent, mode);
    await makeOne(path, mode);
  }
}

const makeOne = (path: string, mode: number) =>
  mkdir(path, mode).catch(async (error) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });

/** Makes a folder that other users of the machine cannot read. */
export const makeOwnFolder = (path: string) => makeFolder(path, 0o700);

/** The mode of files that they cannot read. */
export const ownFile = { mode: 0o600 } as const;
