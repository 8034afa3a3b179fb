import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningServicesFolder } from '../build/paths.ts';
import type { LocalService } from './service.ts';

/**
 * Writes a file that describes the running service to the CLI and other programs; deletes it when the process exits.
 */
export function announce({ stop: _, ...service }: LocalService): void {
  const text = `${JSON.stringify(service, null, 2)}\n`;
  const file = join(runningServicesFolder, `service-${new URL(service.baseUrl).port}.json`);
  mkdirSync(runningServicesFolder, { recursive: true });
  // an existing file could have other permissions
  rmSync(file, { force: true });
  // it contains keys, if only local ones
  writeFileSync(file, text, { mode: 0o600 });
  process.once('exit', () => {
    if (contentOf(file) === text) rmSync(file, { force: true });
  });
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
