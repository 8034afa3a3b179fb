import {
  type Account,
  idIn,
  isScore,
  isStream,
  isStreamScore,
  scoreKey,
  scoresRange,
  streamKey,
  streamScoreKey,
} from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { fromScoreItem, fromStreamScoreItem, type Score } from './scores.ts';
import { unpackTails, withTail } from './stream-tails.ts';

export type StreamState = 'active' | 'inactive' | 'pending';

/** A sub-project of a client. */
export interface Stream {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly state: StreamState;
  readonly goals: string | null;
  readonly spotlight?: string;
  /** The score from an earlier system; shown until the first one is computed. */
  readonly importedScore?: number;
}

export function toStreamItem(account: Account, stream: Stream): Item {
  return { ...streamKey(account, stream.clientId, stream.id), v: itemVersion, ...stream };
}

export function fromStreamItem(item: Item): Stream {
  return entityIn(item);
}

/** A stream with its score. */
export interface ScoredStream {
  readonly stream: Stream;
  readonly score: Score | undefined;
}

/** A stream as it is stored: its score may be newer than its own score record. */
export interface StoredStream extends ScoredStream {
  readonly own: Score | undefined;
}

/** A client's streams with their scores, by id. */
export async function streamsOfClient(table: Table, account: Account, clientId: string): Promise<ScoredStream[]> {
  return scoredStreams(await readRange(table, scoresRange(account, clientId)));
}

export async function streamById(
  table: Table,
  account: Account,
  clientId: string,
  streamId: string,
): Promise<ScoredStream | undefined> {
  const keys = [
    streamKey(account, clientId, streamId),
    streamScoreKey(account, clientId, streamId),
    scoreKey(account, clientId),
  ];
  return scoredStreams(await readBatch(table, keys))[0];
}

/** The streams among a client's records, each with its score. */
export function scoredStreams(records: readonly Item[]): StoredStream[] {
  const streams = records.filter(isStream);
  if (streams.length === 0) return [];
  const scores = new Map<string, Score>();
  for (const item of records) if (isStreamScore(item)) scores.set(idIn(item.sk), fromStreamScoreItem(item));
  const ofClient = records.find(isScore);
  const packed = ofClient && fromScoreItem(ofClient).tails;
  const tails = packed && unpackTails(packed);
  return streams.map((item) => {
    const own = scores.get(idIn(item.sk));
    return { stream: fromStreamItem(item), own, score: withTail(own, tails, idIn(item.sk)) };
  });
}
