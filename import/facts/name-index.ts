import { hash } from 'node:crypto';

/** What an index keeps of a name. */
export type Name = readonly [high: number, low: number];

export function nameOf(text: string): Name {
  // a text costs less than half of a Buffer, whose memory is outside the heap
  const digest = hash('sha1', text, 'binary');
  return [wordAt(digest, 0), wordAt(digest, 4)];
}

// each grows by itself, so that nothing has to be copied at once
const parts = 64;
const smallest = 16;

/**
 * Remembers names and the line of each. It keeps a 64-bit hash and the line of a name, 16 to 24 bytes outside the heap: a
 * Map of the million signals of a large import would need more heap than an import may take (docs/proof.md).
 */
export class NameIndex {
  readonly #slots = Array.from({ length: parts }, () => new Uint32Array(smallest * 3));
  readonly #sizes = new Uint32Array(parts);

  /** `line` is at least 1. The first line of a name counts. */
  add(name: Name, line: number): void {
    const { number, part, at } = this.#placeOf(name);
    if (part[at + 2] !== 0) return;
    part.set([...name, line], at);
    const size = (this.#sizes[number] ?? 0) + 1;
    this.#sizes[number] = size;
    if (size * 4 > part.length) this.#slots[number] = grown(part);
  }

  lineOf(name: Name): number | undefined {
    const { part, at } = this.#placeOf(name);
    return part[at + 2] || undefined;
  }

  #placeOf([high, low]: Name) {
    const number = high % parts;
    const part = this.#slots[number] as Uint32Array<ArrayBuffer>;
    return { number, part, at: slotOf(part, high, low) };
  }
}

function slotOf(part: Uint32Array, high: number, low: number): number {
  for (let at = (low % (part.length / 3)) * 3; ; at = at + 3 === part.length ? 0 : at + 3) {
    // a free slot has no place
    if (part[at + 2] === 0 || (part[at] === high && part[at + 1] === low)) return at;
  }
}

function grown(part: Uint32Array) {
  const larger = new Uint32Array(Math.ceil(part.length / 2) * 3);
  for (let at = 0; at < part.length; at += 3) {
    if (part[at + 2] === 0) continue;
    larger.set(part.subarray(at, at + 3), slotOf(larger, part[at] ?? 0, part[at + 1] ?? 0));
  }
  return larger;
}

function wordAt(bytes: string, at: number): number {
  const low = bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8);
  const high = bytes.charCodeAt(at + 2) | (bytes.charCodeAt(at + 3) << 8);
  return (low | (high << 16)) >>> 0;
}
