import { type Account, isStream, scoreKey, streamKey, streamsOfRange, streamsRange } from '../store/item-keys.ts';
import { type Item, readBatch, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { type ClientScore, clientScoreOf, fromScoreItem, type Score } from './scores.ts';

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
  const [items, score] = await Promise.all([
    readRange(table, streamsRange(account, clientId)),
    clientScoreOf(table, account, clientId),
  ]);
  return withScores(items.map(fromStreamItem), score);
}

export async function streamById(
  table: RequestTable,
  account: Account,
  clientId: string,
  streamId: string,
): Promise<ScoredStream | undefined> {
  const items = await readBatch(table, [streamKey(account, clientId, streamId), scoreKey(account, clientId)]);
  const score = items.find((item) => !isStream(item));
  return withScores(items.filter(isStream).map(fromStreamItem), score && fromScoreItem(score))[0];
}

/** The streams of all clients from one id to another, by client. Strongly consistent. */
export async function streamsBetween(
  table: RequestTable,
  account: Account,
  [first, final]: readonly [string, string],
): Promise<Map<string, Stream[]>> {
  const items = await readRange(table, streamsOfRange(account, first, final), { consistent: true });
  return Map.groupBy(items.map(fromStreamItem), ({ clientId }) => clientId);
}

export function withScores(
  streams: readonly Stream[],
  score: Pick<ClientScore, 'ofStreams'> | undefined,
): ScoredStream[] {
  return streams.map((stream) => ({ stream, score: score?.ofStreams.get(stream.id) }));
}
