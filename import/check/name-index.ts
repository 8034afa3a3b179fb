import { hash } from 'node:crypto';

/**
 * Remembers names and the first place of each. It keeps a 64-bit hash and the place of a name, 12 bytes outside the
 * heap: a Map of the million signals of a large import would need more heap than an import may take
 * (docs/proof.md).
 */
export interface NameIndex {
  /** Remembers the name. Returns the place of its first occurrence if it was known before. `place` is at least 1. */
  readonly add: (name: string, place: number) => number | undefined;
  readonly has: (name: string) => boolean;
  readonly placeOf: (name: string) => number | undefined;
  readonly size: () => number;
}

export function createNameIndex(): NameIndex {
  let capacity = 1024;
  let slots = new Uint32Array(capacity * 3);
  let size = 0;

  const slotOf = (table: Uint32Array, high: number, low: number): number => {
    const mask = table.length / 3 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 3;
      // a free slot has no place
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  };
  const grow = () => {
    capacity *= 2;
    const larger = new Uint32Array(capacity * 3);
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at + 2] === 0) continue;
      larger.set(slots.subarray(at, at + 3), slotOf(larger, slots[at] ?? 0, slots[at + 1] ?? 0));
    }
    slots = larger;
  };

  return {
    add: (name, place) => {
      const [high, low] = nameHash(name);
      const at = slotOf(slots, high, low);
      if (slots[at + 2] !== 0) return slots[at + 2];
      slots.set([high, low, place], at);
      size += 1;
      if (size * 2 > capacity) grow();
      return undefined;
    },
    placeOf: (name) => slots[slotOf(slots, ...nameHash(name)) + 2] || undefined,
    has: (name) => slots[slotOf(slots, ...nameHash(name)) + 2] !== 0,
    size: () => size,
  };
}

function nameHash(name: string): [number, number] {
  // a text costs less than half of a Buffer, whose memory is outside the heap
  const digest = hash('sha1', name, 'binary');
  return [wordAt(digest, 0), wordAt(digest, 4)];
}

function wordAt(bytes: string, at: number): number {
  const low = bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8);
  const high = bytes.charCodeAt(at + 2) | (bytes.charCodeAt(at + 3) << 8);
  return (low | (high << 16)) >>> 0;
}
