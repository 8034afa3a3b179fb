import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { compress, decompress } from '../../store/compression.ts';
import { type Account, type PagePart, pageKey, type RosterName } from '../../store/item-keys.ts';
import type { Item } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';

export interface Page {
  /** Derived from its content. */
  readonly id: string;
  readonly count: number;
  readonly text: string;
  /** Undefined in lists that have only texts. */
  readonly fields: string | undefined;
}

const mostEntries = 100;
/** Names are short, and always read together. */
export const mostNames = 500;
/** The maximum size of the texts of a page, and of its fields. */
const maxBytes = 56 * 1024;

interface Measured {
  readonly text: string;
  readonly fields: object | undefined;
  readonly textBytes: number;
  readonly fieldBytes: number;
  readonly hash: number;
}

/** A line to cut: its text, and the fields that are stored next to it. */
interface CutLine {
  readonly id: string;
  readonly text: string;
  readonly fields?: object | undefined;
}

/**
 * Cuts a list into pages by its content: a range that is too long for one page is cut after the entry whose id has the
 * lowest hash, then both parts are cut again. An added, moved or removed entry changes one or two pages and leaves the
 * others as they were. The same list is always cut the same way.
 */
export function cut(lines: readonly CutLine[], most = mostEntries): Page[] {
  const measured = lines.map(({ id, text, fields }) => ({
    text,
    fields,
    textBytes: bytesOf(text),
    fieldBytes: fields ? bytesOf(JSON.stringify(fields)) : 0,
    hash: mixedHash(id),
  }));
  const pages: Page[] = [];
  const ranges: Measured[][] = [measured];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (fits(range, most)) {
      if (range.length > 0) pages.push(pageOf(range));
    } else {
      const end = cutIn(range, most);
      ranges.push(range.slice(end), range.slice(0, end));
    }
  }
  return pages;
}

function fits(range: readonly Measured[], most: number): boolean {
  if (range.length <= 1) return true;
  const sumOf = (part: 'textBytes' | 'fieldBytes') => range.reduce((sum, each) => sum + each[part], 0);
  return range.length <= most && sumOf('textBytes') <= maxBytes && sumOf('fieldBytes') <= maxBytes;
}

/** With what separates it from the next. */
const bytesOf = (text: string) => Buffer.byteLength(text) + 1;

/** The index at which the second part begins. A third of the range, or of a full page, is left on each side. */
function cutIn(range: readonly Measured[], most: number): number {
  const margin = Math.max(1, Math.floor(Math.min(most, range.length) / 3));
  let end = margin;
  for (let at = margin; at <= range.length - margin; at += 1) {
    if ((range[at - 1]?.hash ?? 0) < (range[end - 1]?.hash ?? 0)) end = at;
  }
  return end;
}

/** CRCs of consecutive ids are similar, so their bits are mixed. */
export function mixedHash(id: string): number {
  const sum = crc32(id);
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function pageOf(entries: readonly Measured[]): Page {
  const hasFields = entries[0]?.fields !== undefined;
  // JSON texts contain no line breaks
  const text = () => entries.map((entry) => entry.text).join('\n');
  const fields = () => (hasFields ? JSON.stringify(toColumns(entries.map((entry) => entry.fields ?? {}))) : undefined);
  return {
    id: contentId(hasFields ? `${text()}\n${fields()}` : text()),
    count: entries.length,
    // joined on demand: joined texts of all pages would double the memory that an account takes
    get text() {
      return text();
    },
    get fields() {
      return fields();
    },
  };
}

/** 12 bytes of the SHA-256: the same content always has the same id. */
export function contentId(content: string): string {
  return createHash('sha256').update(content).digest().subarray(0, 12).toString('base64url');
}

/** The items of a page: its texts, and the fields that only some answers read. `round` is the root's. */
export function toPageItems(account: Account, roster: RosterName, { id, text, fields }: Page, round: number): Item[] {
  const itemOf = (part: PagePart, content: string) => ({
    ...pageKey(account, roster, part, id),
    v: itemVersion,
    z: compress(content),
    round,
  });
  return [itemOf('PAGE', text), ...(fields === undefined ? [] : [itemOf('SIDE', fields)])];
}

export function textsIn(item: Item): string[] {
  checkVersion(item);
  return decompress(item.z).toString().split('\n');
}

export function fieldsIn<Fields>(item: Item): Fields[] {
  checkVersion(item);
  return fromColumns(JSON.parse(`${decompress(item.z)}`)) as Fields[];
}

/** The values of each field one after the other, because alike values compress better. Null: the entry has no such field. */
type Columns = Record<string, unknown[]>;

function toColumns(rows: readonly object[]): Columns {
  const columns: Columns = {};
  for (const [at, row] of rows.entries()) {
    for (const [name, value] of Object.entries(row)) {
      columns[name] ??= rows.map(() => null);
      columns[name][at] = value;
    }
  }
  return columns;
}

function fromColumns(columns: Columns): object[] {
  const all = Object.entries(columns);
  const [[, first] = ['', []]] = all;
  return first.map((_, at) => {
    const row: Record<string, unknown> = {};
    for (const [name, { [at]: value }] of all) if (value !== null) row[name] = value;
    return row;
  });
}
