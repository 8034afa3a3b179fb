import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import type { Account, RosterName } from '../../store/item-keys.ts';
import { pageKey } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';

/** An entry of a list: the JSON text that is sent, and the fields that filters and other answers need. */
export interface RosterEntry<Fields extends { readonly id: string }> {
  readonly text: string;
  readonly fields: Fields;
}

/** A page as the head names it. */
export interface PageRef {
  /** 12 bytes of the SHA-256 of its contents: the same entries are always the same page. */
  readonly id: string;
  readonly count: number;
}

export interface Page extends PageRef {
  readonly text: string;
  readonly fields: string;
}

/** Bounds of a page: entries, and bytes of text or of fields. */
const maxEntries = 100;
const maxBytes = 56 * 1024;
/** A cut leaves at least this many entries, or a third of them, on both sides. */
const minEntries = 33;
const idBytes = 12;

interface Measured {
  readonly text: string;
  readonly fields: string;
  readonly hash: number;
}

/**
 * Cuts a list into pages by its content: a range that is too long for one page is cut after the entry whose id has the
 * lowest hash, then both parts are cut again. An added, moved or removed entry changes one or two pages and leaves the
 * others as they were. The same list is always cut the same way.
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
  return range.length <= maxEntries && bytesOf(range, 'text') <= maxBytes && bytesOf(range, 'fields') <= maxBytes;
}

function bytesOf(range: readonly Measured[], part: 'text' | 'fields'): number {
  return range.reduce((sum, entry) => sum + Buffer.byteLength(entry[part]) + 1, 0);
}

/** The index at which the second part begins. */
function cutIn(range: readonly Measured[]): number {
  const margin = Math.max(1, Math.min(minEntries, Math.floor(range.length / 3)));
  let end = margin;
  for (let at = margin; at <= range.length - margin; at += 1) {
    if ((range[at - 1]?.hash ?? 0) < (range[end - 1]?.hash ?? 0)) end = at;
  }
  return end;
}

/** CRCs of consecutive ids are similar, so their bits are mixed. */
function mixedHash(id: string): number {
  const sum = crc32(id);
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function pageOf(entries: readonly Measured[]): Page {
  // joined on demand: the texts of all pages would take the memory of the whole account again
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

/** The two items of a page: texts, and the fields that only some answers read. `putOn` is the day of the run. */
export function toPageItems(account: Account, roster: RosterName, page: Page, putOn: number): Item[] {
  return [
    { ...pageKey(account, roster, 'PAGE', page.id), z: compress(page.text), putOn },
    { ...pageKey(account, roster, 'SIDE', page.id), z: compress(page.fields), putOn },
  ];
}

export function textsIn({ z }: Item): string[] {
  return decompress(z).split('\n');
}

export function fieldsIn<Fields>({ z }: Item): Fields[] {
  return JSON.parse(decompress(z)) as Fields[];
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

/** 13 bytes per page: its id and the number of its entries. */
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
