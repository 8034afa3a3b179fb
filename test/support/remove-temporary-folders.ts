import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Vitest runs this once for each test file; the files of a worker share all other modules.
afterAll(removeTemporaryFolders);
