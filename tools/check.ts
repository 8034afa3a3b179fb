import { execFileSync, spawn } from 'node:child_process';
import type { Target } from './target.ts';

/** A check of openapi.json, or of clients, by a tool that is not part of the project. */
export interface Check {
  readonly name: string;
  /** What has to be installed first, and how; undefined if nothing is missing. */
  readonly missing: () => string | undefined;
  /** Returns what was checked, with figures. Throws if something is wrong. */
  readonly run: (target: Target) => Promise<string>;
}

interface OutputOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Also what it writes to stderr. */
  readonly withErrors?: boolean;
}

/** The output of a command; throws with its output if it fails. */
export function outputOf(
  command: string,
  words: readonly string[],
  { cwd, env, withErrors = false }: OutputOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env: { ...process.env, ...env } });
    let out = '';
    let all = '';
    child.stdout.on('data', (text) => {
      out += text;
      all += text;
    });
    child.stderr.on('data', (text) => {
      all += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(withErrors ? all : out);
      else reject(new Error(`${command} ${words.join(' ')} ended with ${code}:\n${all}`));
    });
  });
}

export const isInstalled = (command: string) => succeeds(command, '--version');

export function succeeds(command: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
