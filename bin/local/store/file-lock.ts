import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CannotStart } from '../cli/failure.ts';

// A database file is used by one service at a time. An engine ends with its service, so a file is in use if the engine
// that is named next to it answers.

const lockOf = (file: string) => `${file}.lock`;
const attempts = 10;

/** Fails if another service uses the file. An engine whose service was just killed has a moment to end. */
export async function refuseFileInUse(file: string): Promise<void> {
  const endpoint = lockedBy(file);
  if (endpoint === undefined) return;
  for (let attempt = 1; await answers(endpoint); attempt += 1) {
    if (attempt === attempts) throw new CannotStart(`${file} is in use by another npm start; choose another file`);
    await setTimeout(100);
  }
}

/** Names the engine that uses the file. Returns a function that frees the file. */
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
