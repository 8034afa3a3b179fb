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
  /** Undefined in lists that have only texts. */
  readonly fields: string | undefined;
}

/** The maximum number of entries of a page, and the minimum on each side of a cut (or a third of them). */
interface PageSize {
  readonly max: number;
  readonly min: number;
}

export const entrySize: PageSize = { max: 100, min: 33 };
/** For short texts that are always read together. */
export const nameSize: PageSize = { max: 500, min: 165 };
/** The maximum size of the texts of a page, and of its fields. */
const maxBytes = 56 * 1024;
const idBytes = 12;

interface Measured {
  readonly text: string;
  readonly fields?: string;
  readonly hash: number;
}

/** A line to cut: its text, and the fields that are stored next to it. */
interface CutLine {
  readonly id: string;
  readonly text: string;
  readonly fields?: object;
}

/**
 * Cuts a list into pages by its content: a range that is too long for one page is cut after the entry whose id has the
 * lowest hash, then both parts are cut again. An added, moved or removed entry changes one or two pages and leaves the
 * others as they were. The same list is always cut the same way.
 */
export function cut(lines: readonly CutLine[], size = entrySize): Page[] {
  const measured = lines.map(({ id, text, fields }) => ({
    text,
    ...(fields && { fields: JSON.stringify(fields) }),
    hash: mixedHash(id),
  }));
  return cutMeasured(measured, size);
}

function cutMeasured(list: readonly Measured[], size: PageSize): Page[] {
  const pages: Page[] = [];
  const ranges = [list];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (fits(range, size)) {
      if (range.length > 0) pages.push(new CutPage(range));
    } else {
      const end = cutIn(range, size);
      ranges.push(range.slice(end), range.slice(0, end));
    }
  }
  return pages;
}

function fits(range: readonly Measured[], { max }: PageSize): boolean {
  if (range.length <= 1) return true;
  return range.length <= max && bytesOf(range, 'text') <= maxBytes && bytesOf(range, 'fields') <= maxBytes;
}

function bytesOf(range: readonly Measured[], part: 'text' | 'fields'): number {
  return range.reduce((sum, entry) => sum + Buffer.byteLength(entry[part] ?? '') + 1, 0);
}

/** The index at which the second part begins. */
function cutIn(range: readonly Measured[], { min }: PageSize): number {
  const margin = Math.max(1, Math.min(min, Math.floor(range.length / 3)));
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

/** Joins its texts on demand: joined texts of all pages would double the memory that an account takes. */
class CutPage implements Page {
  readonly id: string;
  readonly count: number;
  readonly #entries: readonly Measured[];

  constructor(entries: readonly Measured[]) {
    this.#entries = entries;
    this.count = entries.length;
    const digest = createHash('sha256').update(this.text);
    const { fields } = this;
    if (fields !== undefined) digest.update('\n').update(fields);
    this.id = digest.digest().subarray(0, idBytes).toString('base64url');
  }

  get text(): string {
    // JSON texts contain no line breaks
    return this.#entries.map(({ text }) => text).join('\n');
  }

  get fields(): string | undefined {
    if (this.#entries[0]?.fields === undefined) return undefined;
    return `[${this.#entries.map(({ fields }) => fields).join(',')}]`;
  }
}

/** The items of a page: its texts, and the fields that only some answers read. `putOn` is the day of the run. */
export function toPageItems(account: Account, roster: RosterName, { id, text, fields }: Page, putOn: number): Item[] {
  return [
    { ...pageKey(account, roster, 'PAGE', id), z: compress(text), putOn },
    ...(fields === undefined ? [] : [{ ...pageKey(account, roster, 'SIDE', id), z: compress(fields), putOn }]),
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
