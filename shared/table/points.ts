import type { Day } from '../domain/dates.ts';
import type { History } from '../domain/history.ts';

// Two points in three bytes, 12 bits each: a year of them leaves the record of a stream within one write unit.

export function packPoints({ points }: History): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(points.length * 1.5));
  for (const [index, point] of points.entries()) {
    const at = Math.floor(index * 1.5);
    if (index % 2 === 0) {
      bytes[at] = point >> 4;
      bytes[at + 1] = (point & 0xf) << 4;
    } else {
      bytes[at] = (bytes[at] ?? 0) | (point >> 8);
      bytes[at + 1] = point & 0xff;
    }
  }
  return bytes;
}

export function unpackPoints(last: Day, bytes: Uint8Array): History {
  const points = Uint16Array.from({ length: Math.floor(bytes.length / 1.5) }, (_, index) => {
    const at = Math.floor(index * 1.5);
    const [high = 0, low = 0] = [bytes[at], bytes[at + 1]];
    return index % 2 === 0 ? (high << 4) | (low >> 4) : ((high & 0xf) << 8) | low;
  });
  return { last, points };
}
