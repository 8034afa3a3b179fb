import { createHash } from 'node:crypto';

/** Remembers texts by 64 bits of their hash and the line they were on: a million of them in 24 MB, of any length. */
export interface Seen {
  /** The line on which the text was added before, or undefined and it is added now. */
  readonly add: (text: string, line: number) => number | undefined;
  readonly has: (text: string) => boolean;
  readonly size: () => number;
}

export function createSeen(): Seen {
  let capacity = 1024;
  let slots = new Uint32Array(capacity * 3);
  let size = 0;

  const placeOf = (table: Uint32Array, high: number, low: number): number => {
    const mask = table.length / 3 - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 3;
      // a slot without a line is free
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  };
  const grow = () => {
    capacity *= 2;
    const larger = new Uint32Array(capacity * 3);
    for (let at = 0; at < slots.length; at += 3) {
      if (slots[at + 2] === 0) continue;
      larger.set(slots.subarray(at, at + 3), placeOf(larger, slots[at] ?? 0, slots[at + 1] ?? 0));
    }
    slots = larger;
  };

  return {
    add: (text, line) => {
      const [high, low] = textHash(text);
      const at = placeOf(slots, high, low);
      if (slots[at + 2] !== 0) return slots[at + 2];
      slots.set([high, low, line], at);
      size += 1;
      if (size * 2 > capacity) grow();
      return undefined;
    },
    has: (text) => slots[placeOf(slots, ...textHash(text)) + 2] !== 0,
    size: () => size,
  };
}

function textHash(text: string): [number, number] {
  const digest = createHash('sha1').update(text).digest();
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}
