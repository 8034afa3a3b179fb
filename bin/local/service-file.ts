import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalService } from './service.ts';

/** The operator's CLI and other programs find the running service here. */
const serviceFile = join(import.meta.dirname, '..', '..', '.local', 'service.json');

/** Until this process ends, or another service says that it is there. */
export function announce({ stop: _, ...service }: LocalService): void {
  const text = `${JSON.stringify(service, null, 2)}\n`;
  mkdirSync(dirname(serviceFile), { recursive: true });
  // what lies there may have been written with another mode
  rmSync(serviceFile, { force: true });
  // it holds keys, though only local ones
  writeFileSync(serviceFile, text, { mode: 0o600 });
  process.once('exit', () => {
    if (current() === text) rmSync(serviceFile, { force: true });
  });
}

function current(): string | undefined {
  try {
    return readFileSync(serviceFile, 'utf8');
  } catch {
    return undefined;
  }
}
