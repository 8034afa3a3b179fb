import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CannotStart } from '../cli/failure.ts';
import type { Engine } from './embedded-dynamodb.ts';

// An engine outlives a parent that is killed without a word. Beside the file that it holds lies who it is.

const fileOf = (file: string) => `${file}.engine.json`;

/** Until what it returns is called, or this process ends. */
export function rememberEngine(file: string, { pid }: Engine): () => void {
  writeFileSync(fileOf(file), `${JSON.stringify({ engine: pid, service: process.pid })}\n`);
  const forget = () => rmSync(fileOf(file), { force: true });
  process.once('exit', forget);
  return () => {
    process.off('exit', forget);
    forget();
  };
}

/** Stops the engine that an earlier service left behind with this file. One whose service still runs is in use. */
export async function stopOrphan(file: string): Promise<void> {
  const { engine, service } = readIds(file);
  const parent = engine && parentOf(engine, file);
  if (!engine || parent === undefined) return;
  if (parent === service) {
    throw new CannotStart(`${file} is in use by another npm start (process ${service}); choose another file`);
  }
  process.kill(engine, 'SIGTERM');
  for (let waited = 0; parentOf(engine, file) !== undefined && waited < 100; waited += 1) await setTimeout(20);
}

function readIds(file: string): { engine?: number; service?: number } {
  try {
    return JSON.parse(readFileSync(fileOf(file), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Whose child the engine is. Undefined when it is gone, when the number is another program's by now, and where nobody
 * can tell: two engines on one file do each other no harm.
 */
function parentOf(engine: number, file: string): number | undefined {
  try {
    const args = ['-ww', '-o', 'ppid=,args=', '-p', String(engine)];
    const shown = execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return shown.endsWith(`--db-path ${file}`) ? Number.parseInt(shown, 10) : undefined;
  } catch {
    return undefined;
  }
}
