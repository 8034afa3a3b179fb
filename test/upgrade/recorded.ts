import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { RawItem } from '../support/mem-dynamo/expressions.ts';
import type { World } from '../worker/world.ts';
import { type Answers, type Keys, lastNight, noonAfter, thisVersion } from './life.ts';

interface Recorded {
  readonly keys: Keys;
  /** The responses of the earlier version from this table. */
  readonly before: Answers;
  /** Its responses after one more night of its own. */
  readonly after: Answers;
}

const recordedItems: readonly RawItem[] = textOf('table.jsonl.br')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
export const { keys, before, after }: Recorded = JSON.parse(textOf('answers.json.br'));

function textOf(name: string): string {
  return brotliDecompressSync(readFileSync(join(import.meta.dirname, 'recorded', name))).toString();
}

/** The table that the earlier version left, in memory, at noon after its last night. */
export function recordedWorld(): World {
  const world = thisVersion.worldOf(new Map(), noonAfter(lastNight));
  for (const item of recordedItems) world.store.put(item);
  return world;
}
