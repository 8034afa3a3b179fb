import type { Day } from '../../domain/dates.ts';
import { type History, joinedHistory } from '../../domain/scoring/history.ts';
import { packedTopicsBytes, packTopics, unpackTopics } from '../../domain/scoring/topic-scores.ts';
import { packPoints, unpackPoints } from './points.ts';
import { fromStoredSource, type Score, storedSource, storedSources } from './scores.ts';

// Each stream has a score record of its own, which a night in thirty rewrites. The points since then are its tail. The
// tails of a client's first streams are stored in the client's score record, so that most nights write one item for a
// client and its streams.

/** The streams of a client, in order of their ids, that have a tail. With more, its score record could exceed 4 KB. */
export const tailsAtMost = 8;

const longestTail = 30;

/** Scores after those of the stream's own record; the points are without gaps and end on the last day of all tails. */
export interface StreamTail extends Omit<Score, 'history'> {
  readonly points: Uint16Array;
}

export interface StreamTails {
  readonly last: Day;
  readonly ofStream: ReadonlyMap<string, StreamTail>;
}

/**
 * The score of a stream from its own record and its tail. A tail whose first day does not follow a day of that record is
 * left over from a removed stream with the same id.
 */
export function withTail(own: Score | undefined, tails: StreamTails | undefined, streamId: string): Score | undefined {
  const tail = tails?.ofStream.get(streamId);
  const history =
    tail && tails && own?.history && joinedHistory(own.history, { last: tails.last, points: tail.points });
  if (!own || !tail || !history) return own;
  // a night that was killed may have written the stream's own record only
  const { topics, source, isFirst, model } = history.last > tails.last ? own : tail;
  return { history, topics, source, ...(isFirst && { isFirst }), model };
}

/** The tail with which the stream's own record gives this score; undefined if there is none. */
export function tailAfter(own: Score | undefined, after: Score, last: Day): StreamTail | undefined {
  if (!own?.history || after.history?.last !== last) return undefined;
  const days = last - own.history.last;
  if (days < 1 || days > longestTail || !continues(own.history, after.history)) return undefined;
  const { topics, source, isFirst, model } = after;
  return { points: after.history.points.slice(-days), topics, source, ...(isFirst && { isFirst }), model };
}

/** One night in thirty, another one for each stream, rewrites the stream's own record. */
export function rewritesOwnRecord(clientId: string, streamId: string, day: Day): boolean {
  return isRewritingNight(clientId + streamId, day);
}

/** One night in thirty, another one for each id. */
export function isRewritingNight(id: string, day: Day): boolean {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) % 65_521;
  return (hash + day) % longestTail === 0;
}

/** True if both histories agree on all days that both cover. */
function continues({ last, points }: History, after: History): boolean {
  const shift = after.points.length - points.length - (after.last - last);
  for (let at = Math.max(0, -shift); at < points.length; at += 1) {
    if (points[at] !== after.points[at + shift]) return false;
  }
  return true;
}

/** The last day, then for each stream: the length of its id, the id, the number of points, source, model, topics, points. */
export function packTails({ last, ofStream }: StreamTails): Uint8Array {
  const parts = [Buffer.of(last >> 8, last & 0xff)];
  for (const [id, { points, topics, model, ...origin }] of ofStream) {
    parts.push(
      Buffer.of(id.length),
      Buffer.from(id),
      Buffer.of(points.length, storedSources.indexOf(storedSource(origin)), model),
    );
    parts.push(Buffer.from(packTopics(topics)), Buffer.from(packPoints({ last, points })));
  }
  return Buffer.concat(parts);
}

export function unpackTails(bytes: Uint8Array): StreamTails {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = packed.readUInt16BE(0);
  const ofStream = new Map<string, StreamTail>();
  for (let at = 2; at < packed.length; ) {
    const idEnd = at + 1 + (packed[at] ?? 0);
    const id = packed.toString('latin1', at + 1, idEnd);
    const [count = 0, source = 0, model = 0] = packed.subarray(idEnd, idEnd + 3);
    const topicsEnd = idEnd + 3 + packedTopicsBytes(packed[idEnd + 3] ?? 0);
    at = topicsEnd + Math.ceil(count * 1.5);
    ofStream.set(id, {
      points: unpackPoints(last, packed.subarray(topicsEnd, at)).points,
      topics: unpackTopics(packed.subarray(idEnd + 3, topicsEnd)),
      ...fromStoredSource(storedSources[source]),
      model,
    });
  }
  return { last, ofStream };
}
