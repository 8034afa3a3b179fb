import { join } from 'node:path';
import { root } from './sources.ts';

/** The page that proofs, mutation tests and benches write, each its own sections. */
export const proofFile = join(root, 'docs', 'proof.md');
