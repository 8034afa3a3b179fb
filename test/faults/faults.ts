import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Fault {
  /** Unique. */
  readonly name: string;
  readonly file: string;
  /** Tests of what only runs in processes of its own. */
  readonly tests: readonly string[];
  /** The text of the file that it changes, and what stands there instead. */
  readonly from: string;
  readonly to: string;
}

/** Those of faults.txt. */
export const faults: readonly Fault[] = readFaults();

function readFaults(): Fault[] {
  const all: Fault[] = [];
  let [tests, file, name, from]: [string[], string, string, string] = [[], '', '', ''];
  for (const line of readFileSync(join(import.meta.dirname, 'faults.txt'), 'utf8').split('\n')) {
    const text = line.slice(2).replaceAll('\\n', '\n');
    if (line.startsWith('== ')) tests = line.slice(3).split(' ');
    else if (line.startsWith('# ')) file = text;
    else if (line.startsWith('- ')) from = text;
    else if (line.startsWith('+ ')) all.push({ name, file, tests, from, to: text });
    else name = line;
  }
  return all;
}
