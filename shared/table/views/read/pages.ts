import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { pageKey } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';

/** One line of a roster: the JSON text that will be sent, and beside it what filters and other answers need. */
export interface RosterEntry<S extends { readonly id: string }> {
  readonly text: string;
  readonly fields: S;
}

/** A page as the head names it. */
export interface PageRef {
  /** 12 bytes of the SHA-256 of what the page says, so that the same stretch of entries is the same page for ever. */
  readonly id: string;
  readonly count: number;
}

export interface Page extends PageRef {
  readonly text: string;
  readonly fields: string;
}

/** How many entries a page holds at most, and how many bytes of text or of side data. */
const most = 100;
const longest = 56 * 1024;
/** A cut leaves that many entries on either side, or a third of those there are. */
const fewest = 33;
const idBytes = 12;

interface Measured {
  readonly text: string;
  readonly fields: string;
  readonly hash: number;
}

/**
 * Cuts a list into pages where its content says so: what is too long for one page is cut behind the entry whose id has
 * the lowest hash, and both parts again. An entry that comes or goes moves no cut but, seldom, one beside it, so nearly
 * all pages stay what they were; and the same list is always cut the same way, whatever it was before.
 */
export function cut(entries: readonly RosterEntry<{ id: string }>[]): Page[] {
  const measured = entries.map(({ text, fields }) => ({
    text,
    fields: JSON.stringify(fields),
    hash: mixedHash(fields.id),
  }));
  const pages: Page[] = [];
  const ranges: Measured[][] = [measured];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (fits(range)) {
      if (range.length > 0) pages.push(pageOf(range));
    } else {
      const end = cutIn(range);
      ranges.push(range.slice(end), range.slice(0, end));
    }
  }
  return pages;
}

function fits(range: readonly Measured[]): boolean {
  if (range.length <= 1) return true;
  return range.length <= most && bytesOf(range, 'text') <= longest && bytesOf(range, 'fields') <= longest;
}

function bytesOf(range: readonly Measured[], part: 'text' | 'fields'): number {
  return range.reduce((sum, entry) => sum + Buffer.byteLength(entry[part]) + 1, 0);
}

/** Where the second part begins. */
function cutIn(range: readonly Measured[]): number {
  const margin = Math.max(1, Math.min(fewest, Math.floor(range.length / 3)));
  let end = margin;
  for (let at = margin; at <= range.length - margin; at += 1) {
    if ((range[at - 1]?.hash ?? 0) < (range[end - 1]?.hash ?? 0)) end = at;
  }
  return end;
}

/** The sums of ids that count up are much alike, so they are mixed. */
function mixedHash(id: string): number {
  const sum = crc32(id);
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function pageOf(entries: readonly Measured[]): Page {
  // put together whenever they are asked for: those of all pages would be the whole account once more
  const parts = {
    // a JSON text holds no line break
    get text() {
      return entries.map(({ text }) => text).join('\n');
    },
    get fields() {
      return `[${entries.map(({ fields }) => fields).join(',')}]`;
    },
  };
  const digest = createHash('sha256').update(parts.text).update('\n').update(parts.fields).digest();
  return Object.assign(parts, { id: digest.subarray(0, idBytes).toString('base64url'), count: entries.length });
}

/** The two items of a page: what is sent lies apart from what only some answers need. `putOn` is the day of the run. */
export function toPageItems(account: Account, roster: RosterName, page: Page, putOn: number): Item[] {
  return [
    { ...pageKey(account, roster, 'PAGE', page.id), z: compress(page.text), putOn },
    { ...pageKey(account, roster, 'SIDE', page.id), z: compress(page.fields), putOn },
  ];
}

export function textsIn({ z }: Item): string[] {
  return decompress(z).split('\n');
}

export function fieldsIn<Side>({ z }: Item): Side[] {
  return JSON.parse(decompress(z)) as Side[];
}

export function compress(text: string): Uint8Array {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotliCompressSync(plain, { params });
}

export function decompress(z: unknown): string {
  return brotliDecompressSync(z as Uint8Array).toString();
}

const refBytes = idBytes + 1;

/** 13 bytes a page: the id, and how many entries it holds. */
export function packRefs(refs: readonly PageRef[]): Uint8Array {
  return Buffer.concat(refs.map(({ id, count }) => Buffer.concat([Buffer.from(id, 'base64url'), Buffer.of(count)])));
}

export function unpackRefs(bytes: Uint8Array): PageRef[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: buffer.length / refBytes }, (_, at) => ({
    id: buffer.toString('base64url', at * refBytes, at * refBytes + idBytes),
    count: buffer[at * refBytes + idBytes] ?? 0,
  }));
}
