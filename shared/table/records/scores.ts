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
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import { sendOptions, type Table } from '../store/table.ts';
import { packPoints, unpackPoints } from './points.ts';

/**
 * The computed scores of a client or a stream. Only the worker writes them. The point of a day and the day itself are
 * stored in one write, so repeated, late and killed runs leave the same record.
 */
export interface Score {
  /** One point per night, ending with the last scored day; absent before the first night. */
  readonly history: History | undefined;
  readonly topics: TopicScores;
  readonly source: ScoreSource;
  /** Version of the scoring model that computed the newest point. */
  readonly model: number;
}

/** The score record of a client also holds the counts of its last projection. */
export interface ClientScore extends Score {
  readonly notes: number;
  readonly latestRead: AlignmentRead | null;
  /** The client's change mark when these counts were taken; stored as `followed`. */
  readonly projectedMark: string;
}

export function toScoreItem(account: Account, clientId: string, score: ClientScore): Item {
  const { notes, latestRead, projectedMark: followed } = score;
  return { ...toItemAttributes(scoreKey(account, clientId), score), notes, read: latestRead, followed };
}

export function toStreamScoreItem(account: Account, clientId: string, streamId: string, score: Score): Item {
  return toItemAttributes(streamScoreKey(account, clientId, streamId), score);
}

export function fromScoreItem(item: Item): ClientScore {
  const { notes = 0, read = null, followed = '' } = item;
  return {
    ...fromStreamScoreItem(item),
    notes: Number(notes),
    latestRead: read as AlignmentRead | null,
    projectedMark: String(followed),
  };
}

export function fromStreamScoreItem(item: Item): Score {
  checkVersion(item);
  const { day, points, topics, source, model } = item;
  return {
    history: points ? unpackPoints(day as Day, points as Uint8Array) : undefined,
    topics: unpackTopics(topics as Uint8Array),
    source: source as ScoreSource,
    model: Number(model),
  };
}

export async function clientScoreOf(
  table: Table,
  account: Account,
  clientId: string,
): Promise<ClientScore | undefined> {
  const item = await readItem(table, scoreKey(account, clientId));
  return item && fromScoreItem(item);
}

/** The item that was found instead, if it is not the one that should be replaced; `deleted` if there is none. */
export type Replacement = 'replaced' | 'deleted' | { readonly found: Item };

/**
 * Replaces exactly the score that `after` was computed from, so concurrent runs and stale reads never lose a point.
 * Other attributes of a client's record are kept.
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
    return 'replaced';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // the document client leaves the item of an error in DynamoDB's own format
    return error.Item ? { found: unmarshall(error.Item) as Item } : 'deleted';
  }
}

function conditionFor(before: Score | undefined): string {
  if (before?.history) return '#day = :was AND points = :replaced';
  return before ? 'attribute_exists(pk) AND attribute_not_exists(#day)' : 'attribute_not_exists(#day)';
}

function toItemAttributes(key: ItemKey, { history, topics, source, model }: Score): Item {
  const points = history && { day: history.last, points: packPoints(history) };
  return { ...key, v: itemVersion, ...points, topics: packTopics(topics), source, model };
}
