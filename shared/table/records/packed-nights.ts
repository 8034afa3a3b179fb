import type { History } from '../../domain/scoring/history.ts';
import { afterwards, carried, type Nights } from '../../domain/scoring/nights.ts';

// What the nights said as bytes, in runs of days of one kind and version of the model: 4 bytes each, because most points
// are those of the history. Points that were replaced later, when their day was scored again, follow their run.

const kinds = ['shown', 'replaced', 'afterwards', 'carried'] as const;
type Kind = (typeof kinds)[number];

const runBytes = 4;
const pointBytes = 2;

export function packNights({ points, models }: Nights, history: History): Buffer {
  const kindAt = (at: number): Kind => {
    if (points[at] === afterwards) return 'afterwards';
    if (points[at] === carried) return 'carried';
    return points[at] === history.points[at] ? 'shown' : 'replaced';
  };
  const parts: Buffer[] = [];
  for (let from = 0, to = 0; from < points.length; from = to) {
    const [kind, model] = [kindAt(from), models[from] ?? 0];
    while (to < points.length && kindAt(to) === kind && models[to] === model) to += 1;
    const run = Buffer.alloc(runBytes);
    run.writeUInt8(kinds.indexOf(kind));
    run.writeUInt8(model, 1);
    run.writeUInt16BE(to - from, 2);
    parts.push(run);
    if (kind === 'replaced') parts.push(bytesOf(points.subarray(from, to)));
  }
  return Buffer.concat(parts);
}

export function unpackNights(bytes: Buffer, history: History): Nights {
  const { length } = history.points;
  const points = history.points.slice();
  const models = new Uint8Array(length);
  for (let at = 0, from = 0; at < bytes.length; ) {
    const kind = kinds[bytes.readUInt8(at)];
    const to = from + bytes.readUInt16BE(at + 2);
    models.fill(bytes.readUInt8(at + 1), from, to);
    at += runBytes;
    if (kind === 'afterwards' || kind === 'carried') points.fill(kind === 'carried' ? carried : afterwards, from, to);
    for (; from < to; from += 1) {
      if (kind !== 'replaced') continue;
      points[from] = bytes.readUInt16BE(at);
      at += pointBytes;
    }
  }
  return { last: history.last, points, models };
}

function bytesOf(points: Uint16Array): Buffer {
  const bytes = Buffer.alloc(points.length * pointBytes);
  for (const [at, point] of points.entries()) bytes.writeUInt16BE(point, at * pointBytes);
  return bytes;
}
