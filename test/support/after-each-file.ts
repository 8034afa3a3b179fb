import { afterAll, vi } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Vitest runs this once for each test file; the files of a worker share all other modules, and the environment.
afterAll(removeTemporaryFolders);
// the environment, which unstubEnvs restores only before each test, and replaced globals, which nothing else restores
afterAll(() => void vi.unstubAllEnvs().unstubAllGlobals());
