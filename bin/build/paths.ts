import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/** Running local services describe themselves here, one file per port, for the CLI and other programs. */
export const runningServicesFolder = join(root, '.local');
