import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceFiles } from './reference/files.ts';

/** The reference as files for any host: nothing can be tried there, and no key is asked for. */
export function writeReference(into: string): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const [name, { read }] of Object.entries(referenceFiles({ tryIt: false })))
    writeFileSync(join(into, name), read());
}

if (import.meta.main) {
  writeReference(join(import.meta.dirname, '..', 'dist', 'docs'));
  console.log('dist/docs written: copy it to any web server');
}
