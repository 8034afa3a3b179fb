import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Account, RosterName } from '../keys.ts';
import { pageKey } from '../keys.ts';
import type { Item } from '../read.ts';

/** One line of a roster: the JSON text that will be sent, and beside it what filters and other answers need. */
export interface Entry<S extends { readonly id: string }> {
  readonly text: string;
  readonly side: S;
}

/** A page as the head names it. */
export interface PageRef {
  /** 12 bytes of the SHA-256 of what the page says, so that the same stretch of entries is the same page for ever. */
  readonly id: string;
  readonly count: number;
}

export interface Page extends PageRef {
  readonly text: string;
  readonly side: string;
}

const fewest = 50;
const most = 100;
const longest = 32 * 1024;
const divisor = 25;
const idBytes = 12;

/**
 * Cuts a list into pages where its content says so: after the first entry from the 50th on whose id's hash is
 * divisible by 25. An entry that comes or goes changes the page that holds it, and the cuts behind it soon fall where
 * they fell before. A page that finds no such entry ends after 100, or 32 KB.
 */
export function cut(entries: readonly Entry<{ id: string }>[]): Page[] {
  const pages: Page[] = [];
  let from = 0;
  let length = 0;
  for (const [at, { text, side }] of entries.entries()) {
    length += text.length;
    const count = at + 1 - from;
    if (count === most || length >= longest || (count >= fewest && hashOf(side.id) % divisor === 0)) {
      pages.push(pageOf(entries.slice(from, at + 1)));
      from = at + 1;
      length = 0;
    }
  }
  if (from < entries.length) pages.push(pageOf(entries.slice(from)));
  return pages;
}

function pageOf(entries: readonly Entry<{ id: string }>[]): Page {
  // a JSON text holds no line break
  const text = entries.map((entry) => entry.text).join('\n');
  const side = JSON.stringify(entries.map((entry) => entry.side));
  const digest = createHash('sha256').update(text).update('\n').update(side).digest();
  return { id: digest.subarray(0, idBytes).toString('base64url'), count: entries.length, text, side };
}

/** The two items of a page: what is sent lies apart from what only some answers need. `putOn` is the day of the run. */
export function toPageItems(account: Account, roster: RosterName, page: Page, putOn: number): Item[] {
  return [
    { ...pageKey(account, roster, 'PAGE', page.id), z: packed(page.text), putOn },
    { ...pageKey(account, roster, 'SIDE', page.id), z: packed(page.side), putOn },
  ];
}

export function textsIn({ z }: Item): string[] {
  return unpacked(z).split('\n');
}

export function sidesIn<Side>({ z }: Item): Side[] {
  return JSON.parse(unpacked(z)) as Side[];
}

export function packed(text: string): Uint8Array {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotliCompressSync(plain, { params });
}

export function unpacked(z: unknown): string {
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

/** FNV-1a, 32 bits. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
