import { fromStreamItem, type Stream } from '../entities/stream.ts';
import { type Account, isStream, scoreKey, streamKey, streamsRange } from '../store/item-keys.ts';
import { readBatch, readRange } from '../store/read.ts';
import type { RequestTable } from '../store/table.ts';
import { type ClientScore, clientScoreOf, fromScoreItem, type Score } from './scores.ts';

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

export function withScores(
  streams: readonly Stream[],
  score: Pick<ClientScore, 'ofStreams'> | undefined,
): ScoredStream[] {
  return streams.map((stream) => ({ stream, score: score?.ofStreams.get(stream.id) }));
}
