import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CannotStart } from '../cli/failure.ts';

// Only one service at a time may use a database file. An engine ends with its service, so a file is in use if the
// engine named in its lock file responds.

const lockOf = (file: string) => `${file}.lock`;
const attempts = 10;

/** Fails if another service uses the file. Waits a moment first, because an engine may still be ending. */
export async function refuseFileInUse(file: string): Promise<void> {
  const endpoint = lockedBy(file);
  if (endpoint === undefined) return;
  for (let attempt = 1; await answers(endpoint); attempt += 1) {
    if (attempt === attempts) throw new CannotStart(`${file} is in use by another npm start; choose another file`);
    await setTimeout(100);
  }
}

/** Writes the lock file, which names the engine. Returns a function that releases the lock. */
export function lockFile(file: string, endpoint: string): () => void {
  writeFileSync(lockOf(file), `${endpoint}\n`);
  const free = () => rmSync(lockOf(file), { force: true });
  process.once('exit', free);
  return () => {
    process.off('exit', free);
    free();
  };
}

function lockedBy(file: string): string | undefined {
  try {
    const endpoint = readFileSync(lockOf(file), 'utf8').trim();
    return URL.canParse(endpoint) ? endpoint : undefined;
  } catch {
    return undefined;
  }
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint, { signal: AbortSignal.timeout(1000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
