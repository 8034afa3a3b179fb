import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. `mkdir` of Node with `recursive` never ends where the system answers that there is
 * no folder above, although there is one: below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await isFolder(parent))) {
      await makeFolder(parent);
      return makeFolder(path);
    }
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
