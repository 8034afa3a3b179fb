import { type Day, dateOf, dayOf } from '../dates.ts';
import { compareTexts } from '../orders.ts';
import { bandOf } from '../scoring/bands.ts';
import { historyDays } from '../scoring/model.ts';
import { shownOn } from '../scoring/nights.ts';
import { askedBefore, type Known, type Leaver, leaverOf, readOn } from './leaver.ts';
import { firstsOfMonths, type LevelTable, levelTable } from './levels.ts';
import { fallsShort, isWorst, type Level, readLevels, scoreLevels } from './sources.ts';

// Did the score warn before clients left? Counts, names and intervals of what happened; no prediction.

/** How many leavers were warned of, and since when. */
interface Warnings {
  readonly leavers: number;
  readonly before: readonly {
    readonly daysBefore: number;
    /** Leavers of which something was said on that day. */
    readonly known: number;
    /** Below 70; red. */
    readonly worst: number;
    /** Below 100; red or amber. */
    readonly warned: number;
  }[];
  /** The median of the days in a row of warning up to notice, 0 for a miss; null if none is known. */
  readonly medianDays: number | null;
  /** Not warned of on the day before notice. */
  readonly missed: number;
}

/** Leavers with an inferred date stand apart: notice was given before. */
type SourceRecord = Warnings & { readonly inferred?: Warnings } & Partial<LevelTable>;

interface WarnedFirst {
  readonly clients: number;
  /** By so many days. */
  readonly medianDays: number | null;
}

export interface TrackRecord {
  readonly from: string;
  readonly to: string;
  /** Clients that left in these days. */
  readonly left: number;
  readonly inferred: number;
  /** Of those, no night said anything. */
  readonly unscored: number;
  /** Of those, they had tickets, work or meetings, and none in their last 60 days. */
  readonly silent: number;
  /** Archived clients without a day of notice: they are left out. */
  readonly undated: number;
  /** By version of the model, the newest first. */
  readonly score: readonly (SourceRecord & { readonly modelVersion: number })[];
  readonly reads: SourceRecord;
  readonly warnedFirst: {
    readonly score: WarnedFirst;
    readonly people: WarnedFirst;
    readonly sameDay: number;
    readonly nobody: number;
    /** The day before notice has no score of its own. */
    readonly unknown: number;
  };
  /** The newest first, at most 50. */
  readonly leavers?: readonly Leaver[];
}

const mostListed = 50;

/** What the record needs of a client, small enough to keep of every client. */
export interface Tracked {
  readonly id: string;
  readonly left: Day | undefined;
  readonly inferred: boolean;
  readonly isUndated: boolean;
  readonly leaver?: Leaver;
  /** At each first of a month: a character for the level, and for scores the version of the model; a space for none. */
  readonly scores: string;
  readonly reads: string;
}

const none = ' ';
const code = (level: number, model = 0) => String.fromCharCode(33 + level + model * scoreLevels.length);

/** `firsts` are those of the day; the caller has them, because they are the same for every client. */
export function tracked(known: Known, day: Day, firsts: readonly Day[]): Tracked {
  const left = known.leftAt === undefined ? undefined : dayOf(known.leftAt);
  const hasLeft = left !== undefined && left <= day;
  const isUndated = known.archived && !hasLeft;
  const isThere = (first: Day) => !isUndated && (left === undefined || first < left);
  const codes = (codeOn: (first: Day) => string) => firsts.map((first) => (isThere(first) ? codeOn(first) : none));
  const scores = codes((first) => {
    const said = shownOn(known.nights, first);
    return typeof said === 'object' ? code(scoreLevels.indexOf(bandOf(said.score)), said.model) : none;
  });
  const reads = codes((first) => {
    const value = readOn(known.reads, first);
    return value === undefined ? none : code(readLevels.indexOf(value));
  });
  const isRecent = hasLeft && left > day - historyDays;
  return {
    id: known.id,
    left: hasLeft ? left : undefined,
    inferred: known.leftInferred === true,
    isUndated,
    ...(isRecent && { leaver: leaverOf(known, left) }),
    scores: scores.join(''),
    reads: reads.join(''),
  };
}

/** `named`: with names of clients and figures by level; else counts only. */
export function trackRecord(
  clients: readonly Tracked[],
  day: Day,
  { named }: { readonly named: boolean },
): TrackRecord {
  const all = clients.toSorted((a, b) => compareTexts(a.id, b.id));
  const leavers = all
    .flatMap(({ leaver }) => leaver ?? [])
    .sort((a, b) => compareTexts(b.leftAt, a.leftAt) || compareTexts(a.id, b.id));
  const tableOf = (levels: readonly Level[], codesOf: (client: Tracked) => string, model?: number) => {
    if (!named) return {};
    const first = code(0, model).charCodeAt(0);
    const courses = all.map((client) => ({ ...client, levels: levelsIn(codesOf(client), first, levels.length) }));
    return levelTable(levels, firstsOfMonths(day), courses);
  };
  const models = new Set([...leavers.flatMap(({ modelVersion }) => modelVersion ?? []), ...modelsIn(all)]);
  return {
    from: dateOf(day - historyDays + 1),
    to: dateOf(day),
    left: leavers.length,
    inferred: leavers.filter(({ inferred }) => inferred).length,
    unscored: leavers.filter(({ modelVersion }) => modelVersion === null).length,
    silent: leavers.filter(({ silent }) => silent).length,
    undated: all.filter(({ isUndated }) => isUndated).length,
    score: [...models]
      .sort((a, b) => b - a)
      .map((modelVersion) => ({
        modelVersion,
        ...recordOf(leavers.filter((each) => each.modelVersion === modelVersion).map(byScore)),
        ...tableOf(scoreLevels, ({ scores }) => scores, modelVersion),
      })),
    reads: { ...recordOf(leavers.map(byReads)), ...tableOf(readLevels, ({ reads }) => reads) },
    warnedFirst: warnedFirst(leavers),
    ...(named && { leavers: leavers.slice(0, mostListed) }),
  };
}

function levelsIn(codes: string, first: number, count: number): (number | undefined)[] {
  return Array.from(codes, (each) => {
    const level = each.charCodeAt(0) - first;
    return each !== none && level >= 0 && level < count ? level : undefined;
  });
}

function modelsIn(clients: readonly Tracked[]): number[] {
  const codes = new Set<string>();
  for (const { scores } of clients) for (const each of scores) if (each !== none) codes.add(each);
  return [...codes].map((each) => Math.floor((each.charCodeAt(0) - 33) / scoreLevels.length));
}

/** What one source said of a leaver. */
interface SourceLevels {
  readonly inferred: boolean;
  /** As `askedBefore`. */
  readonly levels: readonly (Level | null)[];
  readonly days: number | null;
}

const byScore = ({ inferred, scores, scoreWarned }: Leaver): SourceLevels => ({
  inferred,
  levels: scores.map(({ riskLevel }) => riskLevel),
  days: scoreWarned,
});
const byReads = ({ inferred, reads, peopleWarned }: Leaver): SourceLevels => ({
  inferred,
  levels: reads.map(({ value }) => value),
  days: peopleWarned,
});

function recordOf(leavers: readonly SourceLevels[]): SourceRecord {
  const inferred = leavers.filter((each) => each.inferred);
  return {
    ...warningsOf(leavers.filter((each) => !each.inferred)),
    ...(inferred.length > 0 && { inferred: warningsOf(inferred) }),
  };
}

function warningsOf(leavers: readonly SourceLevels[]): Warnings {
  return {
    leavers: leavers.length,
    before: askedBefore.map((daysBefore, at) => {
      const levels = leavers.flatMap(({ levels: each }) => each[at] ?? []);
      return {
        daysBefore,
        known: levels.length,
        worst: levels.filter(isWorst).length,
        warned: levels.filter(fallsShort).length,
      };
    }),
    medianDays: median(leavers.flatMap(({ days }) => days ?? [])),
    missed: leavers.filter(({ days }) => days === 0).length,
  };
}

function warnedFirst(leavers: readonly Leaver[]): TrackRecord['warnedFirst'] {
  const known = leavers.flatMap(({ scoreWarned, peopleWarned }) =>
    scoreWarned === null ? [] : [{ score: scoreWarned, people: peopleWarned ?? 0 }],
  );
  const leads = known.map(({ score, people }) => score - people);
  const first = (list: readonly number[]) => ({ clients: list.length, medianDays: median(list) });
  return {
    score: first(leads.filter((lead) => lead > 0)),
    people: first(leads.flatMap((lead) => (lead < 0 ? -lead : []))),
    sameDay: known.filter(({ score, people }) => score === people && score > 0).length,
    nobody: known.filter(({ score, people }) => score + people === 0).length,
    unknown: leavers.length - known.length,
  };
}

function median(days: readonly number[]): number | null {
  const sorted = days.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
