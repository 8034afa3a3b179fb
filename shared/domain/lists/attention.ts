import { reasonKind, reasonText, nextSteps as stepsOf } from '../advice/reasons.ts';
import { type FollowUp, followUpDate, followUpText } from '../follow-up.ts';
import { compareTexts } from '../orders.ts';
import { type Band, bandOf, bands } from '../scoring/bands.ts';
import type { Period, ScoreChanges } from '../scoring/changes.ts';
import { bandBounds, expectedScore, minListedTopics } from '../scoring/model.ts';
import { comparableChange, type Moves } from '../scoring/moves.ts';
import { noTopics, type TopicScores } from '../scoring/topic-scores.ts';

// The one rule for each word that a screen says of clients: no data, little data, at risk, to do first, fell, rose, changed
// level, reason, next step. Board, account page, morning, the event of a night, assistants, the export and the overview
// take lists and counts from here; none counts for itself. In scope are the clients that are given: those that are not
// archived, unless a request includes them.

/** What a client's entry says for its place in these lists. */
export interface Attention {
  /** How many topics have data. */
  readonly scoredTopics: number;
  /** What became better or worse in 7 and in 30 days; undefined if there is no score from then. */
  readonly moved7?: number | undefined;
  readonly moved30?: number | undefined;
  /** Why to act; only of clients that are at risk or fell. */
  readonly reason?: string | undefined;
  /** The same, as it is said where it is so at many clients. */
  readonly reasonKind?: string | undefined;
  readonly nextStep?: string | undefined;
  /** What people did about it, if that is in force, and on which day. */
  readonly followUp?: string | undefined;
  readonly followedUpOn?: string | undefined;
}

export interface Considered extends Attention {
  readonly id: string;
  readonly score: number;
  /** Undefined if it is not known, which is not 0. */
  readonly revenue?: number | undefined;
  /** The difference of the scores; undefined if there is no score from 7 days before. */
  readonly change7?: number | undefined;
  readonly owner?: string | undefined;
  /** Also if it left. Nothing is to be done about it. */
  readonly archived?: boolean | undefined;
}

export type MoveColumn = 'moved7' | 'moved30';

/** A smaller fall in 30 days is told in lists of falls alone. */
const leastFall = -3;

/** What is said of a client by its score and why that moved. Of one that is archived nothing is to be done. */
export function attentionOf(client: {
  readonly score: number;
  readonly scoredTopics: number;
  readonly scoreChanges?: ScoreChanges | undefined;
  readonly moves?: Moves | undefined;
  readonly topics?: TopicScores | undefined;
  readonly archived: boolean;
  readonly followUp?: FollowUp | undefined;
}): Attention {
  const { score, scoredTopics, scoreChanges, moves, topics = noTopics, archived, followUp } = client;
  const movedIn = (period: Period) => {
    const move = moves?.periods[period];
    if (move) return comparableChange(move);
    // without any data nothing became better or worse
    return scoredTopics === 0 ? scoreChanges?.[period] && 0 : scoreChanges?.[period]?.change;
  };
  const said = {
    scoredTopics,
    moved7: movedIn('7day'),
    moved30: movedIn('30day'),
    ...(followUp && !archived && { followUp: followUpText(followUp), followedUpOn: followUpDate(followUp) }),
  };
  const isToAct = isAtRisk({ score, scoredTopics }) || Math.min(said.moved7 ?? 0, said.moved30 ?? 0) <= leastFall;
  if (!isToAct || archived) return said;
  const [nextStep] = stepsOf(moves);
  return { ...said, reason: reasonText(moves, topics) || undefined, reasonKind: reasonKind(moves), nextStep };
}

type Known = Pick<Considered, 'score' | 'scoredTopics'>;

/** Nothing is known of it: its score is its last one, or 100, and says nothing. */
export function hasNoData({ scoredTopics }: Pick<Known, 'scoredTopics'>): boolean {
  return scoredTopics === 0;
}

/** The signals are of one topic only: such a score jumps. */
export function hasLittleData({ scoredTopics }: Pick<Known, 'scoredTopics'>): boolean {
  return scoredTopics > 0 && scoredTopics < minListedTopics;
}

/** At high or medium risk, as far as anything is known. */
export function isAtRisk(client: Known): boolean {
  return client.score < bandBounds.lowRisk && !hasNoData(client);
}

/** Lists of what to do, falls and rises leave out of whom little or nothing is known. */
const isListed = ({ scoredTopics }: Considered) => scoredTopics >= minListedTopics;

/** A fall of so many points in 30 days is to be looked at, at whatever level. */
const fallToAct = -40;

/**
 * The clients to act on, at risk or after a steep fall, most urgent first: revenue × (points below 100 + points lost in 30
 * days).
 */
export function toDoFirst<T extends Considered>(clients: readonly T[]): T[] {
  const typical = medianRevenue(clients);
  const urgency = ({ score, moved30 = 0, revenue = typical }: T) =>
    Math.max(revenue, 0) * (Math.max(0, bandBounds.lowRisk - score) + Math.max(-moved30, 0));
  return clients
    .filter((client) => isAtRisk(client) || (client.moved30 ?? 0) <= fallToAct)
    .filter((client) => isListed(client) && !client.archived)
    .map((client) => ({ client, urgency: urgency(client) }))
    .sort((a, b) => b.urgency - a.urgency || byScore(a.client, b.client))
    .map(({ client }) => client);
}

/** A client without revenue counts with the median, so that it is neither first nor last for a missing figure. */
function medianRevenue(clients: readonly Considered[]): number {
  const known = clients.flatMap(({ revenue }) => revenue ?? []).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 1;
}

/** Those that fell, most first. */
export function fallen<T extends Considered>(clients: readonly T[], period: MoveColumn = 'moved30'): T[] {
  return moved(clients, period, -1);
}

/** Those that rose, most first. */
export function risen<T extends Considered>(clients: readonly T[], period: MoveColumn = 'moved30'): T[] {
  return moved(clients, period, 1);
}

function moved<T extends Considered>(clients: readonly T[], period: MoveColumn, direction: 1 | -1): T[] {
  return clients
    .filter((client) => isListed(client) && (client[period] ?? 0) * direction > 0)
    .sort((a, b) => ((b[period] ?? 0) - (a[period] ?? 0)) * direction || byScore(a, b));
}

/** Lowest score first. */
export function withLittleData<T extends Considered>(clients: readonly T[]): T[] {
  return clients.filter(hasLittleData).sort(byScore);
}

export function withoutData<T extends Considered>(clients: readonly T[]): T[] {
  return clients.filter(hasNoData).sort(byScore);
}

/** The clients with another level than before, those that became worse first, by how many levels. */
export function changedLevel<T extends Considered>(
  clients: readonly T[],
  levelBefore: (client: T) => Band | undefined = levelAWeekAgo,
): { readonly client: T; readonly from: Band }[] {
  const steps = ({ client, from }: { client: T; from: Band }) =>
    bands.indexOf(bandOf(client.score)) - bands.indexOf(from);
  return clients
    .flatMap((client) => {
      const from = levelBefore(client);
      return from === undefined || hasNoData(client) || from === bandOf(client.score) ? [] : [{ client, from }];
    })
    .sort((a, b) => steps(a) - steps(b) || byScore(a.client, b.client));
}

function levelAWeekAgo({ score, change7 }: Considered): Band | undefined {
  return change7 === undefined ? undefined : bandOf(Math.round((score - change7) * 10) / 10);
}

export interface Counts {
  readonly toDoFirst: number;
  readonly noData: number;
  readonly littleData: number;
  readonly fell: Readonly<Record<Period, number>>;
  readonly rose: Readonly<Record<Period, number>>;
  readonly changedLevel: number;
}

export function countsOf(clients: readonly Considered[]): Counts {
  return {
    toDoFirst: toDoFirst(clients).length,
    noData: withoutData(clients).length,
    littleData: withLittleData(clients).length,
    fell: { '7day': fallen(clients, 'moved7').length, '30day': fallen(clients).length },
    rose: { '7day': risen(clients, 'moved7').length, '30day': risen(clients).length },
    changedLevel: changedLevel(clients).length,
  };
}

/** What the mean counts of clients of which nothing is known; empty if there are none. */
export function noDataText(clients: readonly Considered[]): string {
  const without = withoutData(clients);
  if (without.length === 0) return '';
  const isDefault = without.every(({ score }) => score === expectedScore);
  const [who, verb] = without.length === 1 ? ['1 client', 'counts'] : [`${without.length} clients`, 'count'];
  return `${who} without data ${verb} ${isDefault ? 'as 100' : 'with the last score, or as 100'}.`;
}

const leastShared = 5;
const shareOfAll = 0.4;
const shareOfOwner = 0.6;

/** What happens to so many clients at once that it is hardly about one of them, in sentences. */
export function sharedReasons(clients: readonly Considered[]): string[] {
  const known = clients.filter(isListed);
  const ofAll = sharedBy(known, '', shareOfAll);
  const said = new Set(ofAll.map(({ kind }) => kind));
  const ofOwners = [...Map.groupBy(known, ({ owner = '' }) => owner)]
    .filter(([owner]) => owner !== '')
    .flatMap(([owner, own]) => sharedBy(own, ` of ${owner}`, shareOfOwner));
  return [...ofAll, ...ofOwners.filter(({ kind }) => !said.has(kind))].map(({ text }) => text);
}

function sharedBy(clients: readonly Considered[], whose: string, least: number) {
  return [...Map.groupBy(clients, ({ reasonKind: kind = '' }) => kind)]
    .filter(([kind, some]) => kind !== '' && some.length >= leastShared && some.length >= least * clients.length)
    .map(([kind, some]) => ({
      kind,
      text: `At ${some.length} of ${clients.length} clients${whose} ${kind}: look for one cause.`,
    }));
}

export function byScore(a: Pick<Considered, 'id' | 'score'>, b: Pick<Considered, 'id' | 'score'>): number {
  return a.score - b.score || compareTexts(a.id, b.id);
}
