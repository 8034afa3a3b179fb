import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  /** Creates the folder on the first call: most imports need none. */
  readonly path: () => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** A folder for temporary files. It is also deleted when the process exits, for example after Ctrl-C. */
export function scratchFolder(): ScratchFolder {
  let created: string | undefined;
  const removeNow = () => {
    if (created !== undefined) rmSync(created, { recursive: true, force: true });
  };
  return {
    path: async () => {
      if (created === undefined) {
        created = await mkdtemp(join(tmpdir(), 'client-health-import-'));
        process.once('exit', removeNow);
      }
      return created;
    },
    remove: async () => {
      if (created !== undefined) await rm(created, { recursive: true, force: true });
      process.off('exit', removeNow);
    },
  };
}
