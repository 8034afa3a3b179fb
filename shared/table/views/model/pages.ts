import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import { type Account, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';

/** A page as a list item names it. */
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

const entrySize: PageSize = { max: 100, min: 33 };
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

/** The items of a page: its texts, and the fields that only some answers read. `round` is the root's. */
export function toPageItems(account: Account, roster: RosterName, { id, text, fields }: Page, round: number): Item[] {
  const itemOf = (part: PagePart, content: string) => ({
    ...pageKey(account, roster, part, id),
    ...{ v: itemVersion, z: compress(content), round },
  });
  return [itemOf('PAGE', text), ...(fields === undefined ? [] : [itemOf('SIDE', fields)])];
}

export function textsIn(item: Item): string[] {
  checkVersion(item);
  return decompress(item.z).split('\n');
}

export function fieldsIn<Fields>(item: Item): Fields[] {
  checkVersion(item);
  return JSON.parse(decompress(item.z)) as Fields[];
}

export function compress(text: string): Uint8Array {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotliCompressSync(plain, { params });
}

export function decompress(z: unknown): string {
  return brotliDecompressSync(z as Uint8Array).toString();
}
