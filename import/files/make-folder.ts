import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, which others may make at the same time. `mkdir` of Node with `recursive` never ends
 * where the system answers that there is no folder above, although there is one: below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

const makeOne = (path: string) =>
  mkdir(path).catch(async (error) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
