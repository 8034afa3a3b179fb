import { bytesOf, firstBytes, zipMark } from './bytes.ts';
import { calendarMark } from './calendar.ts';
import { foreignFile } from './foreign.ts';
import { Unreadable } from './unreadable.ts';

/** The endings of names that readers know, of which each may be missing. */
export const endings = /(\.(?:csv|tsv|txt|jsonl|ndjson|xlsx|ics))?(\.gz)?$/i;
const readable = /\.((csv|tsv|txt|jsonl|ndjson|ics)(\.gz)?|xlsx)$/i;

/** The ending by which readers know a format, in lower case; empty if there is none. */
export function endingOf(name: string): string {
  return readable.exec(name)?.[0].toLowerCase() ?? '';
}

/** What other files have at the end of their names; a time such as 10.30 is none. */
export const otherEnding = /\.[a-z][a-z0-9]{0,9}$/i;
const parquetMark = Buffer.from('PAR1', 'latin1');

export type Form = 'csv' | 'jsonl' | 'xlsx' | 'ics';

/** What a file is by the ending of its name, else by its content: pipelines write files without an ending. */
export async function formOf(path: string): Promise<Form> {
  const [, ending] = endings.exec(path) ?? [];
  const head = await firstBytes(path);
  const foreign = ending?.toLowerCase() === '.xlsx' ? undefined : foreignFile(path, head);
  if (foreign !== undefined) throw new Unreadable(foreign);
  if (ending !== undefined) return formByEnding(ending.toLowerCase());
  if (head.equals(parquetMark)) throw new Unreadable('is a Parquet file; let it be written as CSV or JSON lines');
  if (head.equals(zipMark)) return 'xlsx';
  const begin = await beginningOf(path);
  return begin.startsWith('{') ? 'jsonl' : begin.toUpperCase().startsWith(calendarMark) ? 'ics' : 'csv';
}

function formByEnding(ending: string): Form {
  if (/jsonl|ndjson/.test(ending)) return 'jsonl';
  return ending.endsWith('xlsx') ? 'xlsx' : ending.endsWith('ics') ? 'ics' : 'csv';
}

/** The first letters of a file. */
async function beginningOf(path: string): Promise<string> {
  for await (const chunk of bytesOf(path)) {
    const text = chunk
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart();
    if (text !== '') return text.slice(0, calendarMark.length);
  }
  return '';
}
