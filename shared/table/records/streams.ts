import { type Account, isScore, isStream, scoreKey, scoresRange, streamKey } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { fromScoreItem, type Score } from './scores.ts';

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

/** A client's streams with their scores, by id. */
export async function streamsOfClient(
  table: RequestTable,
  account: Account,
  clientId: string,
): Promise<ScoredStream[]> {
  return scoredStreams(await readRange(table, scoresRange(account, clientId)));
}

export async function streamById(
  table: RequestTable,
  account: Account,
  clientId: string,
  streamId: string,
): Promise<ScoredStream | undefined> {
  return scoredStreams(
    await readBatch(table, [streamKey(account, clientId, streamId), scoreKey(account, clientId)]),
  )[0];
}

/** The streams among a client's records, each with its score. */
export function scoredStreams(records: readonly Item[]): ScoredStream[] {
  const streams = records.filter(isStream).map(fromStreamItem);
  const ofClient = streams.length > 0 && records.find(isScore);
  const scores = ofClient ? fromScoreItem(ofClient).ofStreams : undefined;
  return streams.map((stream) => ({ stream, score: scores?.get(stream.id) }));
}
