import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** A folder for temporary files. It is also deleted when the process exits, for example after Ctrl-C. */
export async function scratchFolder(): Promise<ScratchFolder> {
  const path = await mkdtemp(join(tmpdir(), 'client-health-import-'));
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeNow);
  return {
    path,
    remove: () => {
      removeNow();
      process.off('exit', removeNow);
    },
  };
}
