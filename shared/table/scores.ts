import type { AlignmentRead } from '../domain/alignment.ts';
import type { Day } from '../domain/dates.ts';
import { decodePoints, encodePoints, type History } from '../domain/history.ts';
import type { ScoreSource } from '../domain/scoring.ts';
import { packTopics, type TopicScores, unpackTopics } from '../domain/topic-scores.ts';
import type { Table } from './client.ts';
import { type Account, type Key, scoreKey, streamScoreKey } from './keys.ts';
import { type Item, readItem } from './read.ts';

/**
 * What is computed of a client or a stream. The worker alone writes it: the point of a day and the day itself in one
 * write, so that a repeated, late or killed run leaves the same record.
 */
export interface Score {
  /** One point per night; its last day is the day that was scored last. Absent before the first. */
  readonly history: History | undefined;
  readonly topics: TopicScores;
  readonly source: ScoreSource;
  /** Version of the model that gave the newest point. */
  readonly model: number;
}

/** Of a client also what the builder counted when it last followed the client's facts. */
export interface ClientScore extends Score {
  readonly notes: number;
  readonly latestRead: AlignmentRead | null;
  /** The client's `touched` that these counts follow. */
  readonly followed: string;
}

export function toScoreItem(account: Account, clientId: string, score: ClientScore): Item {
  const { notes, latestRead, followed } = score;
  return { ...packed(scoreKey(account, clientId), score), notes, read: latestRead, followed };
}

export function toStreamScoreItem(account: Account, clientId: string, streamId: string, score: Score): Item {
  return packed(streamScoreKey(account, clientId, streamId), score);
}

export function fromScoreItem(item: Item): ClientScore {
  return {
    ...unpacked(item),
    notes: Number(item.notes ?? 0),
    latestRead: (item.read ?? null) as AlignmentRead | null,
    followed: String(item.followed ?? ''),
  };
}

export function fromStreamScoreItem(item: Item): Score {
  return unpacked(item);
}

export async function clientScoreOf(
  table: Table,
  account: Account,
  clientId: string,
): Promise<ClientScore | undefined> {
  const item = await readItem(table, scoreKey(account, clientId));
  return item && fromScoreItem(item);
}

function packed(key: Key, { history, topics, source, model }: Score): Item {
  const points = history && { day: history.last, points: encodePoints(history) };
  return { ...key, v: 1, ...points, topics: packTopics(topics), source, model };
}

function unpacked({ day, points, topics, source, model }: Item): Score {
  return {
    history: points ? decodePoints(day as Day, points as Uint8Array) : undefined,
    topics: unpackTopics(topics as Uint8Array),
    source: source as ScoreSource,
    model: Number(model),
  };
}
