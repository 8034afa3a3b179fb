import type { Client } from '../entities/client.ts';
import { fromStreamItem, type Stream } from '../entities/stream.ts';
import { type Account, isStream, scoreKey, streamKey, streamsRange } from '../store/item-keys.ts';
import { readBatch, readRange } from '../store/read.ts';
import type { RequestTable } from '../store/table.ts';
import { scoredClients } from './known-client.ts';
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

export interface StreamOfClient extends ScoredStream {
  readonly client: Client;
}

/** Those that exist, by client and stream, with the client that each belongs to. Strongly consistent. */
export async function streamsByIds(
  table: RequestTable,
  account: Account,
  ids: readonly (readonly [client: string, stream: string])[],
): Promise<StreamOfClient[]> {
  const clientIds = [...new Set(ids.map(([client]) => client))];
  const [known, items] = await Promise.all([
    scoredClients(table, account, clientIds, { consistent: true }),
    readBatch(
      table,
      ids.map(([client, stream]) => streamKey(account, client, stream)),
      { consistent: true },
    ),
  ]);
  const stored = new Map(items.map((item) => [item.sk, fromStreamItem(item)]));
  return ids.flatMap(([clientId, streamId]) => {
    const [found, stream] = [known.get(clientId), stored.get(streamKey(account, clientId, streamId).sk)];
    return found && stream ? withScores([stream], found.score).map((each) => ({ ...each, client: found.client })) : [];
  });
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
