import {
  type Account,
  idIn,
  isStream,
  isStreamScore,
  streamKey,
  streamScoreKey,
  streamsWithScoresRange,
} from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { fromStreamScoreItem, type Score } from './scores.ts';

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

/** A stream with its score record. */
export interface ScoredStream {
  readonly stream: Stream;
  readonly score: Score | undefined;
}

/** A client's streams with their scores, by id. */
export async function streamsOfClient(
  table: Table,
  account: Account,
  clientId: string,
  reading: { consistent?: boolean } = {},
): Promise<ScoredStream[]> {
  return scoredStreams(await readRange(table, streamsWithScoresRange(account, clientId), reading));
}

export async function streamById(
  table: Table,
  account: Account,
  clientId: string,
  streamId: string,
): Promise<ScoredStream | undefined> {
  const keys = [streamKey(account, clientId, streamId), streamScoreKey(account, clientId, streamId)];
  return scoredStreams(await readBatch(table, keys))[0];
}

/** The streams among a client's records, each with its score. */
export function scoredStreams(records: readonly Item[]): ScoredStream[] {
  const scores = new Map<string, Score>();
  for (const item of records) if (isStreamScore(item)) scores.set(idIn(item.sk), fromStreamScoreItem(item));
  return records.filter(isStream).map((item) => ({ stream: fromStreamItem(item), score: scores.get(idIn(item.sk)) }));
}
