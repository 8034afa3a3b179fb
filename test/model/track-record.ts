import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { middleOf, resampled } from '../../shared/domain/track-record/intervals.ts';

// The record of leavers a second time, from a plain list of what was said on which day. Draws of clients are the shared
// ones, because they are random.

export interface RecordedClient {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly leftAt: string | undefined;
  readonly leftBecause?: string | undefined;
  readonly leftInferred?: true | undefined;
  /** By date: what the night of that day computed on its own day, and with which model; or why nothing counts. */
  readonly said: ReadonlyMap<string, { score: number; model: number } | 'afterwards' | 'carried'>;
  /** The Mondays of weeks with a ticket, work or a meeting. */
  readonly contacts: readonly string[];
  /** What people did about it, and the words of it. */
  readonly followUps?: readonly { readonly at: string; readonly state: string; readonly words: string }[];
  /** Reads, with the day from which people knew them. */
  readonly filed: readonly { readonly week: string; readonly on: string; readonly value: string }[];
}

const dayMs = 86_400_000;
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;
const distances = [90, 60, 30, 1];
const bad = ['highRisk', 'mediumRisk', 'red', 'amber'];
const worst = ['highRisk', 'red'];
const tenth = (value: number) => Math.round(value * 10) / 10;

function median(list: readonly number[]): number | null {
  const sorted = [...list].sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

function readAsOf({ filed }: RecordedClient, date: string): string | undefined {
  const known = filed.filter(({ on }) => on <= date).sort((a, b) => (a.week < b.week ? -1 : 1));
  return known.at(-1)?.value;
}

/** A score that was carried over is that of the last night that computed one, if nothing else came between. */
function shown(told: RecordedClient): RecordedClient {
  let last: RecordedClient['said'] extends ReadonlyMap<string, infer S> ? S | undefined : never;
  const dates = [...told.said].sort(([a], [b]) => (a < b ? -1 : 1));
  const said = dates.map(([date, each]) => {
    if (each !== 'carried') last = each;
    return [date, each === 'carried' && typeof last === 'object' ? last : each] as const;
  });
  return { ...told, said: new Map(said) };
}

function leaverOf(told: RecordedClient, left: string) {
  const own = [...told.said].flatMap(([date, said]) =>
    typeof said === 'object' && date < left && between(date, left) <= 365 ? [{ date, ...said }] : [],
  );
  const modelVersion = own.sort((a, b) => (a.date < b.date ? -1 : 1)).at(-1)?.model ?? null;
  const counts = own.filter(({ model }) => model === modelVersion);
  const scores = distances.map((daysBefore) => {
    const date = plus(left, -daysBefore);
    const found = counts.find((each) => each.date === date);
    if (found) return { daysBefore, score: found.score, riskLevel: bandOf(found.score) };
    const said = told.said.get(date);
    return {
      daysBefore,
      score: null,
      riskLevel: null,
      ...(said && { leftOut: typeof said === 'object' ? 'otherModel' : said }),
    };
  });
  let scoreWarned: number | null = null;
  if (scores.at(-1)?.score !== null) {
    const good = counts.findLastIndex(({ score }) => score >= 100);
    scoreWarned = good === counts.length - 1 ? 0 : between(counts[good + 1]?.date ?? left, left);
  }
  const days = Array.from({ length: 800 }, (_, at) => plus(left, -1 - at));
  let peopleWarned: number | null = null;
  if (readAsOf(told, plus(left, -1)) !== undefined) {
    const good = days.findIndex((date) => !bad.includes(readAsOf(told, date) ?? 'none'));
    peopleWarned = good === -1 ? days.length : good;
  }
  const { id, name, leftBecause, followUps = [] } = told;
  const newest = followUps.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  const on = newest?.at.slice(0, 10) ?? '';
  return {
    id,
    name,
    leftAt: left,
    ...(leftBecause !== undefined && { leftBecause }),
    inferred: told.leftInferred === true,
    modelVersion,
    scores,
    reads: distances.map((daysBefore) => ({ daysBefore, value: readAsOf(told, plus(left, -daysBefore)) ?? null })),
    scoreWarned,
    peopleWarned,
    silent: isSilent(told.contacts, left),
    ...(newest && newest.state !== 'open' && on < left && between(on, left) <= 365 && { followUp: newest.words }),
  };
}

/** Its last week with a contact ended more than 60 days before. */
function isSilent(contacts: readonly string[], left: string): boolean {
  const [last] = contacts.filter((monday) => monday < left).sort((a, b) => (a < b ? 1 : -1));
  return last !== undefined && between(plus(last, 6), left) > 60;
}

type Leaver = ReturnType<typeof leaverOf>;

function warnings(list: readonly { levels: readonly (string | null)[]; days: number | null }[]) {
  return {
    leavers: list.length,
    before: distances.map((daysBefore, at) => {
      const levels = list.map(({ levels: each }) => each[at] ?? null).filter((level) => level !== null);
      const among = (some: readonly string[]) => levels.filter((level) => some.includes(level)).length;
      return { daysBefore, known: levels.length, worst: among(worst), warned: among(bad) };
    }),
    medianDays: median(list.flatMap(({ days }) => days ?? [])),
    missed: list.filter(({ days }) => days === 0).length,
  };
}

function source(
  leavers: readonly Leaver[],
  of: (leaver: Leaver) => { levels: readonly (string | null)[]; days: number | null },
) {
  const inferred = leavers.filter((each) => each.inferred).map(of);
  return {
    ...warnings(leavers.filter((each) => !each.inferred).map(of)),
    ...(inferred.length > 0 && { inferred: warnings(inferred) }),
  };
}

interface Seen {
  readonly client: string;
  readonly month: string;
  readonly level: string;
  readonly left: boolean;
  readonly inferred: boolean;
}

function wilson(hits: number, n: number) {
  const [p, z] = [hits / n, 1.96];
  const root = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const [low, high] = [-1, 1].map((sign) => (p + (z * z) / (2 * n) + sign * root) / (1 + (z * z) / n));
  return { low: tenth(Math.max(0, low ?? 0) * 100), high: tenth(Math.min(1, high ?? 0) * 100) };
}

function table(levels: readonly string[], months: readonly string[], seen: readonly Seen[]) {
  const hasRates = new Set(seen.filter(({ left }) => left).map(({ client }) => client)).size >= 10;
  const counts = (list: readonly Seen[], level: string) => {
    const all = list.filter((each) => each.level === level);
    const left = all.filter((each) => each.left);
    return {
      level,
      clients: all.length,
      left: left.length,
      inferred: left.filter((each) => each.inferred).length,
      stayed: all.length - left.length,
    };
  };
  const share = (list: readonly Seen[]) => list.filter(({ left }) => left).length / list.length;
  const draws = hasRates ? drawsOf(seen) : [];
  const interval = (of: (list: readonly Seen[]) => number) => {
    const middle = middleOf(draws.map(of).filter((value) => Number.isFinite(value)));
    return middle && { value: of(seen), ...middle };
  };
  const scaled = (times: number, figure: { value: number; low: number; high: number } | undefined) =>
    figure && { value: tenth(figure.value * times), low: tenth(figure.low * times), high: tenth(figure.high * times) };
  return {
    levels: levels.map((level) => {
      const only = (list: readonly Seen[]) => list.filter((each) => each.level === level);
      const some = only(seen).length > 0;
      const rate = some
        ? scaled(
            100,
            interval((list) => share(only(list))),
          )
        : undefined;
      const multiple = some
        ? scaled(
            1,
            interval((list) => share(only(list)) / share(list)),
          )
        : undefined;
      return { ...counts(seen, level), ...(rate && { rate }), ...(multiple && { multiple }) };
    }),
    months: months.map((month) => ({
      date: month,
      levels: levels.map((level) => {
        const of = counts(
          seen.filter((each) => each.month === month),
          level,
        );
        if (!hasRates || of.clients === 0) return of;
        return { ...of, rate: { value: tenth((of.left / of.clients) * 100), ...wilson(of.left, of.clients) } };
      }),
    })),
  };
}

/** Every draw as the list of what was seen, clients as often as they were drawn. */
function drawsOf(seen: readonly Seen[]): Seen[][] {
  const clients = [...new Set(seen.map(({ client }) => client))];
  const of = clients.map((client) => seen.filter((each) => each.client === client));
  return resampled([...clients.keys()], clients.length, (times) =>
    of.flatMap((list, at) => Array.from({ length: times[at] ?? 0 }, () => list).flat()),
  );
}

export function plainTrackRecord(clients: readonly RecordedClient[], today: string, named: boolean) {
  const sorted = clients.map(shown).sort((a, b) => (a.id < b.id ? -1 : 1));
  const from = plus(today, -364);
  const gone = (told: RecordedClient) => (told.leftAt !== undefined && told.leftAt <= today ? told.leftAt : undefined);
  const leavers = sorted
    .flatMap((told) => {
      const left = gone(told);
      return left !== undefined && left >= from ? [leaverOf(told, left)] : [];
    })
    .sort((a, b) => (a.leftAt === b.leftAt ? (a.id < b.id ? -1 : 1) : a.leftAt < b.leftAt ? 1 : -1));
  const months = Array.from({ length: 365 }, (_, at) => plus(from, at)).filter(
    (date) => date.endsWith('-01') && plus(date, 90) <= today,
  );
  const dated = sorted.filter((told) => !told.archived || gone(told) !== undefined);
  const seenBy = (levelOn: (told: RecordedClient, date: string) => string | undefined) =>
    dated.flatMap((told) =>
      months.flatMap((month): Seen[] => {
        const level = levelOn(told, month);
        if (level === undefined || (told.leftAt !== undefined && told.leftAt <= month)) return [];
        const left = told.leftAt !== undefined && told.leftAt <= plus(month, 90);
        return [{ client: told.id, month, level, left, inferred: told.leftInferred === true }];
      }),
    );
  const byModel = (model: number) =>
    seenBy(({ said }, date) => {
      const found = said.get(date);
      return typeof found === 'object' && found.model === model ? bandOf(found.score) : undefined;
    });
  const onMonths = dated.flatMap(({ said, leftAt }) =>
    months.flatMap((month) => (leftAt !== undefined && leftAt <= month ? [] : (said.get(month) ?? []))),
  );
  const models = new Set([
    ...leavers.flatMap(({ modelVersion }) => modelVersion ?? []),
    ...onMonths.flatMap((each) => (typeof each === 'object' ? each.model : [])),
  ]);
  const warned = leavers.filter(({ scoreWarned }) => scoreWarned !== null);
  const leads = warned.map(({ scoreWarned, peopleWarned }) => ({ score: scoreWarned ?? 0, people: peopleWarned ?? 0 }));
  const first = (lead: (each: { score: number; people: number }) => number) => {
    const list = leads.map(lead).filter((days) => days > 0);
    return { clients: list.length, medianDays: median(list) };
  };
  return {
    from,
    to: today,
    left: leavers.length,
    inferred: leavers.filter(({ inferred }) => inferred).length,
    unscored: leavers.filter(({ modelVersion }) => modelVersion === null).length,
    silent: leavers.filter(({ silent }) => silent).length,
    undated: sorted.length - dated.length,
    score: [...models]
      .sort((a, b) => b - a)
      .map((modelVersion) => ({
        modelVersion,
        ...source(
          leavers.filter((each) => each.modelVersion === modelVersion),
          ({ scores, scoreWarned }) => ({ levels: scores.map(({ riskLevel }) => riskLevel), days: scoreWarned }),
        ),
        ...(named && table(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'], months, byModel(modelVersion))),
      })),
    reads: {
      ...source(leavers, ({ reads, peopleWarned }) => ({
        levels: reads.map(({ value }) => value),
        days: peopleWarned,
      })),
      ...(named && table(['red', 'amber', 'green'], months, seenBy(readAsOf))),
    },
    warnedFirst: {
      score: first(({ score, people }) => score - people),
      people: first(({ score, people }) => people - score),
      sameDay: leads.filter(({ score, people }) => score === people && score > 0).length,
      nobody: leads.filter(({ score, people }) => score === 0 && people === 0).length,
      unknown: leavers.length - warned.length,
    },
    ...(named && { leavers: leavers.slice(0, 50) }),
  };
}
