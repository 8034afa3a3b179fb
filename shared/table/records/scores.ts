import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
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
  /** The newest point is the first that was computed: if its day is scored again, there is none to carry over. */
  readonly isFirst?: true;
  /** Version of the scoring model that computed the newest point. */
  readonly model: number;
  /** The day and a hash of what is stored for it. Absent if nothing is stored yet. */
  readonly digest?: string | undefined;
}

/** The score record of a client also holds the counts of its last rebuild. */
export interface ClientScore extends Score {
  readonly notes: number;
  readonly latestRead: AlignmentRead | null;
  /** The client's change mark when these counts were taken; stored as `followed`. */
  readonly projectedMark: string;
  /** The newest points of its streams (stream-tails.ts), packed. */
  readonly tails?: Uint8Array | undefined;
  /** The client's change mark when its last night scored it; stored as `scored`. */
  readonly scoredMark?: string | undefined;
  /** Present if older points are only in the client's history record (client-history.ts). */
  readonly isCut?: true;
}

export function toScoreItem(account: Account, clientId: string, score: ClientScore): Item {
  const { notes, latestRead, projectedMark: followed } = score;
  return { ...toItemAttributes(scoreKey(account, clientId), score), notes, read: latestRead, followed };
}

export function toStreamScoreItem(account: Account, clientId: string, streamId: string, score: Score): Item {
  return toItemAttributes(streamScoreKey(account, clientId, streamId), score);
}

export function fromScoreItem(item: Item): ClientScore {
  const { notes = 0, read = null, followed = '', tails, scored, cut } = item;
  return {
    ...fromStreamScoreItem(item),
    notes: Number(notes),
    latestRead: read as AlignmentRead | null,
    projectedMark: String(followed),
    ...(tails !== undefined && { tails: tails as Uint8Array }),
    ...(scored !== undefined && { scoredMark: String(scored) }),
    ...(cut !== undefined && { isCut: true as const }),
  };
}

export function fromStreamScoreItem(item: Item): Score {
  checkVersion(item);
  const { day, points, topics, source, model, digest } = item;
  return {
    history: points ? unpackPoints(day as Day, points as Uint8Array) : undefined,
    topics: unpackTopics(topics as Uint8Array),
    ...fromStoredSource(source),
    model: Number(model),
    ...(digest !== undefined && { digest: String(digest) }),
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

/** `changed`: the record is not the one that should be replaced; `deleted`: there is none. */
export type Replacement = 'replaced' | 'changed' | 'deleted';

/** What a night writes into the score record of a client besides its score. */
export interface WithScore {
  readonly tails: Uint8Array;
  readonly scoredMark: string | undefined;
  readonly isCut: boolean;
}

/**
 * Replaces exactly the score that `after` was computed from, so concurrent runs and stale reads never lose a point.
 * Other attributes of the record are kept.
 */
export async function replaceScore(
  table: Table,
  key: ItemKey,
  before: Score | undefined,
  after: Score,
  others?: WithScore,
): Promise<Replacement> {
  const { pk: _, sk: __, ...attributes } = toItemAttributes(key, after, others?.tails);
  const values: Record<string, unknown> = {
    ...attributes,
    ...(others && { tails: others.tails }),
    ...(others?.scoredMark !== undefined && { scored: others.scoredMark }),
    ...(others?.isCut && { cut: true }),
  };
  const names = Object.keys(values);
  const condition = conditionFor(before);
  const command = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: condition.expression,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, values[name]])),
      ...condition.values,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.documents.send(command, sendOptions(table));
    return 'replaced';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item ? 'changed' : 'deleted';
  }
}

/** True if a write of this score would leave the record as it is. */
export function isSameRecord(before: Score | undefined, after: Score, tails?: Uint8Array): boolean {
  return before?.digest === digestOf(after, tails);
}

/** The digest identifies what is stored for its day. */
function conditionFor(before: Score | undefined): { expression: string; values: object } {
  if (before?.digest) return { expression: '#digest = :stored', values: { ':stored': before.digest } };
  const unscored = 'attribute_not_exists(#day)';
  return { expression: before ? `attribute_exists(pk) AND ${unscored}` : unscored, values: {} };
}

function digestOf({ history, topics, model, ...origin }: Score, tails: Uint8Array = new Uint8Array(0)): string {
  const hash = createHash('sha256')
    .update(history ? packPoints(history) : '')
    .update(packTopics(topics))
    .update(tails);
  return `${history?.last} ${hash
    .update(`${storedSource(origin)} ${model}`)
    .digest('base64url')
    .slice(0, 12)}`;
}

function toItemAttributes(key: ItemKey, score: Score, tails?: Uint8Array): Item {
  const { history, topics, model } = score;
  const points = history && { day: history.last, points: packPoints(history), digest: digestOf(score, tails) };
  return { ...key, v: itemVersion, ...points, topics: packTopics(topics), source: storedSource(score), model };
}

type Origin = Pick<Score, 'source' | 'isFirst'>;

export const storedSources = ['chr1', 'chr2', 'chr2 first'] as const;

/** The source of a score, and whether it is the first computed one, as it is stored. */
export function storedSource({ source, isFirst }: Origin): (typeof storedSources)[number] {
  return isFirst ? 'chr2 first' : source;
}

export function fromStoredSource(stored: unknown): Origin {
  return stored === 'chr2 first' ? { source: 'chr2', isFirst: true } : { source: stored as ScoreSource };
}
