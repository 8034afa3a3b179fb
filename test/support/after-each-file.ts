import { afterAll, vi } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Vitest runs this once for each test file; the files of a worker share all other modules, and the environment.
afterAll(removeTemporaryFolders);
// unstubEnvs does so before each test, but the next file also reads the environment before its first test
afterAll(() => void vi.unstubAllEnvs().unstubAllGlobals());
