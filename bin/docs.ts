import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/paths.ts';
import { referenceFiles } from './build/reference/files.ts';

/** Writes the reference as static files for any host. It sends no requests and asks for no key. */
export function writeReference(into: string): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const [name, { read }] of Object.entries(referenceFiles({ tryIt: false })))
    writeFileSync(join(into, name), read());
}

if (import.meta.main) {
  writeReference(join(root, 'dist', 'docs'));
  console.log('dist/docs written: copy it to any web server');
}
