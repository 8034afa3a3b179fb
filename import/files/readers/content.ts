import { randomUUID } from 'node:crypto';
import { copyFile, link, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from './bytes.ts';
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
const gzipMark = Buffer.from([0x1f, 0x8b]);
const zipMark = Buffer.from('PK\x03\x04', 'latin1');
const parquetMark = Buffer.from('PAR1', 'latin1');

/**
 * The path of a file whose name ends like those of its content: pipelines write files without an ending, and compressed
 * ones under the name of what is in them. If the name says something else, it is a link in the folder.
 */
export async function pathByContent(path: string, folder: () => Promise<string>): Promise<string> {
  const [, form, packed] = endings.exec(path) ?? [];
  const head = await firstBytes(path);
  const isPacked = head.subarray(0, 2).equals(gzipMark);
  if (form !== undefined && (packed !== undefined || !isPacked)) return path;
  if (head.equals(parquetMark)) throw new Unreadable('is a Parquet file; let it be written as CSV or JSON lines');
  const ending = isPacked ? '.gz' : '';
  const linked = join(await folder(), `${randomUUID()}${ending}`);
  // not across disks
  await link(path, linked).catch(() => copyFile(path, linked));
  const inside = form ?? (head.equals(zipMark) ? '.xlsx' : (await beginsAnObject(linked)) ? '.jsonl' : '.csv');
  const named = `${linked.slice(0, linked.length - ending.length)}${inside}${ending}`;
  await rename(linked, named);
  return named;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  return buffer.subarray(0, bytesRead);
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
