import { largestMove } from '../../../domain/advice/reasons.ts';
import type { AlignmentRead } from '../../../domain/alignment.ts';
import { type Day, dayOf } from '../../../domain/dates.ts';
import { type FollowUp, followUpDate } from '../../../domain/follow-up.ts';
import { type Attention, attentionOf } from '../../../domain/lists/attention.ts';
import { isInForce } from '../../../domain/lists/in-force.ts';
import { type Revenue, yearlyRevenue } from '../../../domain/lists/revenue.ts';
import { fold } from '../../../domain/lists/search.ts';
import { byScore, compareTexts, type Scored } from '../../../domain/orders.ts';
import { type Changes, type ScoreChanges, scoreChanges } from '../../../domain/scoring/changes.ts';
import { newest } from '../../../domain/scoring/history.ts';
import { laterContact } from '../../../domain/scoring/last-contact.ts';
import { minScoredTopics } from '../../../domain/scoring/model.ts';
import { currentScore, type ScoreSource } from '../../../domain/scoring/scoring.ts';
import { placedTopicScores, scoredTopics } from '../../../domain/scoring/topic-scores.ts';
import { type Client, statedContact } from '../../entities/client.ts';
import type { ExtraColumns, Memberships } from '../../entities/member.ts';
import type { Stream } from '../../entities/stream.ts';
import type { ClientScore, Score } from '../../records/scores.ts';
import type { Account } from '../../store/item-keys.ts';
import { hidden, main, partOfStream } from './parts.ts';

/** The fields of an entry that decide its place in a list. */
export interface EntryFields {
  /** A client's id; for a stream `<stream> <client>`, because its id is unique within its client only. A space sorts
   *  before every character of an id, so the order is still that of the ids. */
  readonly id: string;
  readonly name: string;
  readonly score: number;
}

/** What filters, search, statistics and other lists need to know of a client. */
export interface ClientFields extends EntryFields {
  readonly favorite?: true;
  readonly insufficient?: true;
  /** How many topics have data, if any. */
  readonly topics?: number;
  /** Their scores, in the order of storage. Only in the list of all clients. */
  readonly topicScores?: readonly (number | null)[];
  /** The length of its history, so that the version of the list changes with points that are computed afterwards. Only
   *  in the list of all clients. */
  readonly points?: number;
  readonly source: ScoreSource;
  readonly externalId?: string;
  readonly latestRead?: AlignmentRead;
  readonly changes?: Changes | undefined;
  /** What moved its score most, in words. */
  readonly move?: string;
  /** Its place in lists of what to do, falls and rises, where that is not what the fields above say. */
  readonly attention?: Omit<Attention, 'scoredTopics'>;
  readonly location?: string;
  readonly revenueTTM?: number;
  readonly currency?: string;
  /** How many of its streams are active. */
  readonly streams: number;
  readonly portfolios: Readonly<Record<string, ExtraColumns>>;
}

/** An entry of a list: the JSON text that is sent, and the fields that filters and other answers need. */
export interface StoredEntry<Fields extends EntryFields = ClientFields> {
  readonly text: string;
  readonly fields: Fields;
  /** The part of the list that it belongs to. */
  readonly part: number;
}

/** With what it is sorted by. */
export interface Entry<Fields extends EntryFields = EntryFields> extends StoredEntry<Fields>, Readonly<Scored> {}

export type ClientEntry = Entry<ClientFields>;
export type StreamEntry = Entry;

function entryOf<Fields extends EntryFields>(stored: StoredEntry<Fields>): Entry<Fields> {
  const { id, score, name } = stored.fields;
  return { ...stored, id, score, foldedName: fold(name) };
}

const listedDays = 30;

/** A client's entry in the list of clients. */
export function clientEntry(
  account: Account,
  client: Client,
  score: (Score & Pick<ClientScore, 'moves' | 'lastContact'>) | undefined,
  streams: readonly Stream[],
  memberships: Memberships,
): ClientEntry {
  const { id, name } = client;
  const { location, ...metadata } = metadataOf(client, score?.history.last);
  const standing = standingOf(score, client.importedScore);
  const active = streams.filter(({ state }) => state === 'active').length;
  const move = score?.moves && largestMove(score.moves);
  const attention = attentionIn(client, score);
  const text = JSON.stringify({
    id,
    customerId: account,
    name,
    score: standing.score,
    lastContactDate: laterContact(statedContact(client), score?.lastContact),
    hasInsufficientData: standing.insufficient,
    metadata,
  });
  const fields: ClientFields = {
    id,
    name,
    score: standing.score,
    ...(client.favorite && { favorite: true }),
    ...(standing.insufficient && { insufficient: true }),
    ...(score &&
      standing.scoredTopics > 0 && {
        topics: standing.scoredTopics,
        topicScores: placedTopicScores(score.topics),
      }),
    ...(score && { points: score.history.points.length }),
    source: standing.source,
    ...(client.externalId !== undefined && { externalId: client.externalId }),
    ...(client.latestRead && { latestRead: shownRead(client.latestRead) }),
    ...(standing.scoreChanges && { changes: pointsIn(standing.scoreChanges) }),
    ...(move !== undefined && { move }),
    ...(Object.keys(attention).length > 0 && { attention }),
    ...(location !== undefined && { location: String(location) }),
    ...(typeof metadata.revenueTTM === 'number' && { revenueTTM: metadata.revenueTTM }),
    ...(typeof metadata.currency === 'string' && { currency: metadata.currency }),
    streams: active,
    portfolios: inKeyOrder(Object.fromEntries([...memberships].map(([id, columns]) => [id, inKeyOrder(columns)]))),
  };
  return entryOf({ text, fields, part: client.archived ? hidden : main });
}

/** What lists of what to do, falls and rises need to know of a client. */
export function clientAttention(client: Client, score: (Score & Pick<ClientScore, 'moves'>) | undefined): Attention {
  const standing = standingOf(score, client.importedScore);
  const followUp = followUpOf(client, score, score?.history.last);
  return attentionOf({ ...standing, moves: score?.moves, topics: score?.topics, archived: client.archived, followUp });
}

/** Its follow-up, if that is in force on a day; by default, the day on which it was said. */
export function followUpOf({ followUp }: Client, score: Score | undefined, day: Day | undefined): FollowUp | undefined {
  return followUp && isInForce(followUp, score?.history, day ?? dayOf(followUpDate(followUp))) ? followUp : undefined;
}

/** Without what the changes and the number of topics say anyhow, so that an entry stays short. */
function attentionIn(client: Client, score: (Score & Pick<ClientScore, 'moves'>) | undefined) {
  const { scoredTopics: _, moved7, moved30, ...said } = clientAttention(client, score);
  const changes = standingOf(score, client.importedScore).scoreChanges;
  const given = {
    ...(moved7 !== changes?.['7day']?.change && { moved7 }),
    ...(moved30 !== changes?.['30day']?.change && { moved30 }),
    ...said,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const pointsIn = (changes: ScoreChanges): Changes =>
  Object.fromEntries(Object.entries(changes).map(([period, { change }]) => [period, change]));

/**
 * As answers show it: revenue from payments, where they are known for a year before the day of the score;
 * `archived: true` on archived clients alone; and what is known of the end of the contract.
 */
export function metadataOf(client: Client, scored: Day | undefined): Client['metadata'] {
  const { metadata, payments, archived, leftAt, leftBecause, renewsOn } = client;
  const { revenueTTM, currency, ...others } = metadata as Client['metadata'] & Revenue;
  const revenue = yearlyRevenue(payments, { revenueTTM, currency }, scored);
  return inKeyOrder({
    ...others,
    ...(revenue.revenueTTM !== undefined && { revenueTTM: revenue.revenueTTM }),
    ...(revenue.currency !== undefined && { currency: revenue.currency }),
    ...(archived && { archived }),
    ...(leftAt !== undefined && { leftAt }),
    ...(leftBecause !== undefined && { leftBecause }),
    ...(renewsOn !== undefined && { renewsOn }),
  });
}

/** Sorts the keys: the table returns them in any order, but the same entry must always give the same text. */
function inKeyOrder<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareTexts(a, b)));
}

export function shownRead({ value, week, updatedAt, updatedBy }: AlignmentRead): AlignmentRead {
  return { value, week, updatedAt, updatedBy };
}

/** A stream's entry, the same in the list of all streams and in that of its client. */
export function streamEntry(account: Account, client: Client, stream: Stream, score: Score | undefined): StreamEntry {
  const { id, name, goals, state } = stream;
  const standing = standingOf(score, stream.importedScore);
  const text = JSON.stringify({
    id,
    name,
    customerId: account,
    parentClientId: client.id,
    parentClientName: client.name,
    score: standing.score,
    streamState: state,
    goals,
    hasInsufficientData: standing.insufficient,
    historicalData: score?.history ? newest(score.history, listedDays) : [],
    ...(standing.scoreChanges && { scoreChanges: standing.scoreChanges }),
  });
  const fields = { id: `${id} ${client.id}`, name, score: standing.score };
  return entryOf({ text, fields, part: partOfStream({ inactive: state !== 'active', archived: client.archived }) });
}

/** The current score (the newest point, else the imported score, else 100) and the values derived from it. */
export function standingOf(score: Score | undefined, imported: number | undefined) {
  const { history, topics } = score ?? {};
  const point = history?.points.at(-1);
  const scored = topics === undefined ? 0 : scoredTopics(topics);
  return {
    score: point === undefined ? currentScore({ imported }).score : point / 10,
    source: score?.source ?? ('chr1' as const),
    insufficient: scored < minScoredTopics,
    scoredTopics: scored,
    scoreChanges: history && scoreChanges(history),
  };
}

/** Best score first, then by name, then by id. */
export function inOrder<E extends Entry>(entries: readonly E[]): E[] {
  return entries.toSorted(byScore);
}
