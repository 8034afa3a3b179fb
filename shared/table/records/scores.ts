import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AlignmentRead } from '../../domain/alignment.ts';
import type { Day } from '../../domain/dates.ts';
import type { History } from '../../domain/scoring/history.ts';
import type { ScoreSource } from '../../domain/scoring/scoring.ts';
import { packTopics, type TopicScores, unpackTopics } from '../../domain/scoring/topic-scores.ts';
import { type Account, type ItemKey, scoreKey, streamScoreKey } from '../store/item-keys.ts';
import { type Item, readItem } from '../store/read.ts';
import { sendOptions, type Table } from '../store/table.ts';
import { packPoints, unpackPoints } from './points.ts';

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
  return { ...toItemAttributes(scoreKey(account, clientId), score), notes, read: latestRead, followed };
}

export function toStreamScoreItem(account: Account, clientId: string, streamId: string, score: Score): Item {
  return toItemAttributes(streamScoreKey(account, clientId, streamId), score);
}

export function fromScoreItem(item: Item): ClientScore {
  return {
    ...fromItemAttributes(item),
    notes: Number(item.notes ?? 0),
    latestRead: (item.read ?? null) as AlignmentRead | null,
    followed: String(item.followed ?? ''),
  };
}

export function fromStreamScoreItem(item: Item): Score {
  return fromItemAttributes(item);
}

export async function clientScoreOf(
  table: Table,
  account: Account,
  clientId: string,
): Promise<ClientScore | undefined> {
  const item = await readItem(table, scoreKey(account, clientId));
  return item && fromScoreItem(item);
}

/** `gone` when there is nothing any more, else what is there instead. */
export type Replacement = 'done' | 'gone' | { readonly found: Item };

/**
 * Puts a score in the place of the one that it was computed from, and of no other: two runs at once, or one that read
 * what was old already, never lose a point. What else the record says of a client stays.
 */
export async function replaceScore(
  table: Table,
  key: ItemKey,
  before: Score | undefined,
  after: Score,
): Promise<Replacement> {
  const { day, points, topics, source, model, v } = toItemAttributes(key, after);
  const was = before?.history && { ':was': before.history.last, ':replaced': packPoints(before.history) };
  const command = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET #day = :day, points = :points, topics = :topics, #source = :source, #model = :model, v = :v',
    ConditionExpression: conditionFor(before),
    ExpressionAttributeNames: { '#day': 'day', '#source': 'source', '#model': 'model' },
    ExpressionAttributeValues: {
      ':day': day,
      ':points': points,
      ':topics': topics,
      ':source': source,
      ':model': model,
      ':v': v,
      ...was,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.documents.send(command, sendOptions(table));
    return 'done';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // raw attribute values, even through the document client
    return error.Item ? { found: unmarshall(error.Item) as Item } : 'gone';
  }
}

function conditionFor(before: Score | undefined): string {
  if (before?.history) return '#day = :was AND points = :replaced';
  return before ? 'attribute_exists(pk) AND attribute_not_exists(#day)' : 'attribute_not_exists(#day)';
}

function toItemAttributes(key: ItemKey, { history, topics, source, model }: Score): Item {
  const points = history && { day: history.last, points: packPoints(history) };
  return { ...key, v: 1, ...points, topics: packTopics(topics), source, model };
}

function fromItemAttributes({ day, points, topics, source, model }: Item): Score {
  return {
    history: points ? unpackPoints(day as Day, points as Uint8Array) : undefined,
    topics: unpackTopics(topics as Uint8Array),
    source: source as ScoreSource,
    model: Number(model),
  };
}
