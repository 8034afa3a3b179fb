import type { Day } from '../../domain/dates.ts';
import type { Contacts } from '../../domain/scoring/contacts.ts';
import type { History } from '../../domain/scoring/history.ts';
import type { ScoreSource } from '../../domain/scoring/scoring.ts';
import { packedTopicsBytes, packTopics, type TopicScores, unpackTopics } from '../../domain/scoring/topic-scores.ts';

/** The computed scores of a client or a stream. */
export interface Score {
  /** One point per night, ending with the last scored day. */
  readonly history: History;
  readonly topics: TopicScores;
  readonly source: ScoreSource;
  /** The newest point is the first that was computed: if its day is scored again, there is none to carry over. */
  readonly isFirst?: true;
  /** Version of the scoring model that computed the newest point. */
  readonly model: number;
  /** Weeks with contacts, of a stream those that nights will soon not read any more. These bytes have none of them. */
  readonly contacts?: Contacts | undefined;
}

// The scores of a client and of its streams as bytes, so that a night writes one item of 1 to 2 KB. One after the other:
// length of the id, id (empty for the client), day, source, model, topics, number of points, points. An id that is a UUID
// has the mark `uuid` in place of its length, and 16 bytes. A point is its difference to the one before, in one byte;
// differences that do not fit are an escape and the point itself.

const sources = ['chr1', 'chr2', 'chr2 first'] as const;
/** Longer than an id may be. Hexadecimal digits would make all that is compressed with them longer. */
const uuid = 0xff;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const escaped = 0x80;
const mostInByte = 127;

export function packScores(scores: ReadonlyMap<string, Score>): Buffer {
  return Buffer.concat([...scores].flatMap(([id, score]) => packed(id, score)));
}

export function unpackScores(bytes: Buffer): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (let at = 0; at < bytes.length; ) {
    const [id, idEnd] = readId(bytes, at);
    const last: Day = bytes.readUInt16BE(idEnd);
    const [source, model] = [bytes.readUInt8(idEnd + 2), bytes.readUInt8(idEnd + 3)];
    const topicsEnd = idEnd + 4 + packedTopicsBytes(bytes.readUInt8(idEnd + 4));
    const points = new Uint16Array(bytes.readUInt16BE(topicsEnd));
    at = readPoints(bytes, topicsEnd + 2, points);
    const topics = unpackTopics(bytes.subarray(idEnd + 4, topicsEnd));
    scores.set(id, { history: { last, points }, topics, ...originOf(source), model });
  }
  return scores;
}

function packed(id: string, { history, topics, source, isFirst, model }: Score): Buffer[] {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(history.last);
  head.writeUInt8(sources.indexOf(isFirst ? 'chr2 first' : source), 2);
  head.writeUInt8(model, 3);
  return [idBytes(id), head, Buffer.from(packTopics(topics)), pointsOf(history)];
}

function idBytes(id: string): Buffer {
  if (!uuidForm.test(id)) return Buffer.from([id.length, ...Buffer.from(id)]);
  return Buffer.from([uuid, ...Buffer.from(id.replaceAll('-', ''), 'hex')]);
}

/** The id, and where it ends. */
function readId(bytes: Buffer, at: number): [string, number] {
  const length = bytes.readUInt8(at);
  if (length !== uuid) return [bytes.toString('latin1', at + 1, at + 1 + length), at + 1 + length];
  const hex = bytes.toString('hex', at + 1, at + 17);
  return [hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), at + 17];
}

function originOf(index: number): { source: ScoreSource; isFirst?: true } {
  const source = sources[index] ?? 'chr2';
  return source === 'chr2 first' ? { source: 'chr2', isFirst: true } : { source };
}

function pointsOf({ points }: History): Buffer {
  const bytes = Buffer.alloc(2 + points.length * 3);
  let at = bytes.writeUInt16BE(points.length);
  let last = 0;
  for (const point of points) {
    const difference = point - last;
    if (Math.abs(difference) <= mostInByte) at = bytes.writeInt8(difference, at);
    else at = bytes.writeUInt16BE(point, bytes.writeUInt8(escaped, at));
    last = point;
  }
  return bytes.subarray(0, at);
}

/** Fills the points. Returns where they end. */
function readPoints(bytes: Buffer, from: number, points: Uint16Array): number {
  let [at, last] = [from, 0];
  for (let index = 0; index < points.length; index += 1) {
    const isEscaped = bytes[at] === escaped;
    last = isEscaped ? bytes.readUInt16BE(at + 1) : last + bytes.readInt8(at);
    at += isEscaped ? 3 : 1;
    points[index] = last;
  }
  return at;
}
