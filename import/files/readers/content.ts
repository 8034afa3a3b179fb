import { bytesOf, firstBytes, zipMark } from './bytes.ts';
import { Unreadable } from './unreadable.ts';

/** The endings of names that readers know, of which each may be missing. */
export const endings = /(\.(?:csv|tsv|txt|jsonl|ndjson|xlsx))?(\.gz)?$/i;
const readable = /\.((csv|tsv|txt|jsonl|ndjson)(\.gz)?|xlsx)$/i;

/** The ending by which readers know a format, in lower case; empty if there is none. */
export function endingOf(name: string): string {
  return readable.exec(name)?.[0].toLowerCase() ?? '';
}

/** What other files have at the end of their names; a time such as 10.30 is none. */
export const otherEnding = /\.[a-z][a-z0-9]{0,9}$/i;
const parquetMark = Buffer.from('PAR1', 'latin1');

export type Form = 'csv' | 'jsonl' | 'xlsx';

/** What a file is by the ending of its name, else by its content: pipelines write files without an ending. */
export async function formOf(path: string): Promise<Form> {
  const [, ending] = endings.exec(path) ?? [];
  if (ending !== undefined) return /jsonl|ndjson/i.test(ending) ? 'jsonl' : /xlsx/i.test(ending) ? 'xlsx' : 'csv';
  const head = await firstBytes(path);
  if (head.equals(parquetMark)) throw new Unreadable('is a Parquet file; let it be written as CSV or JSON lines');
  if (head.equals(zipMark)) return 'xlsx';
  return (await beginsAnObject(path)) ? 'jsonl' : 'csv';
}

async function beginsAnObject(path: string): Promise<boolean> {
  for await (const chunk of bytesOf(path)) {
    const [first] = chunk
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart();
    if (first !== undefined) return first === '{';
  }
  return false;
}
