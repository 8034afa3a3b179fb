import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import { normsOfWeek } from '../../../shared/domain/scoring/norms-of-week.ts';
import { type Signal, score } from '../../../shared/domain/scoring/scoring.ts';
import { randomOf } from '../../support/random.ts';

// Clients that really left, as weekly counts in a folder: clients.csv (client, start, end, outcome: left or stayed, kind:
// silent for those without an entry in their last 60 days) and weeks.csv (client, monday, entries, meeting_days). An entry
// is an hour of work, a day with meetings is a meeting that was held. The project does not contain such data.

export interface RealClient {
  readonly name: string;
  readonly start: Day;
  readonly end: Day;
  readonly left: boolean;
  readonly silent: boolean;
  readonly weeks: ReadonlyMap<Day, { readonly entries: number; readonly meetings: number }>;
}

/** By client, then by Monday: what a score, or anything that orders clients, says. */
export type Series = readonly ReadonlyMap<Day, number>[];

/** A client counts after so many days. */
const settledDays = 120;

/** Undefined without the folder. */
export function realClients(folder: string | undefined): RealClient[] | undefined {
  if (!folder || !existsSync(join(folder, 'clients.csv'))) return undefined;
  const weeks = Map.groupBy(rowsOf(join(folder, 'weeks.csv')), ({ client }) => client);
  return rowsOf(join(folder, 'clients.csv')).map(({ client = '', start = '', end = '', outcome, kind }) => ({
    name: client,
    start: dayOf(start),
    end: dayOf(end),
    left: outcome === 'left',
    silent: kind === 'silent',
    weeks: new Map(
      (weeks.get(client) ?? []).map(({ monday = '', entries, meeting_days }) => [
        dayOf(monday),
        { entries: Number(entries), meetings: Number(meeting_days) },
      ]),
    ),
  }));
}

/** Counts and dates have no commas. */
function rowsOf(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

function mondaysOf(clients: readonly RealClient[]): Day[] {
  const first = mondayOf(Math.min(...clients.map(({ start }) => start)) + 6);
  const last = Math.max(...clients.map(({ end }) => end));
  return Array.from({ length: Math.floor((last - first) / 7) + 1 }, (_, at) => first + 7 * at);
}

const isHere = ({ start, end }: RealClient, day: Day) => start < day && day <= end;

/** The score of each Monday, as the night of that day knows the weeks before it. */
export function realScores(clients: readonly RealClient[]): Series {
  const signals = clients.map(({ weeks }) => [...weeks].flatMap(([monday, week]) => signalsOf(monday, week)));
  const scores = clients.map(() => new Map<Day, number>());
  for (const day of mondaysOf(clients)) {
    const here = [...clients.entries()].filter(([, client]) => isHere(client, day));
    const norms = normsOfWeek(
      here.map(([at]) => signals[at] ?? []),
      day,
    );
    for (const [at] of here) {
      const before = scores[at]?.get(day - 7) ?? 100;
      scores[at]?.set(day, score(signals[at] ?? [], day, norms).score ?? before);
    }
  }
  return scores;
}

function signalsOf(monday: Day, { entries, meetings }: { readonly entries: number; readonly meetings: number }) {
  const signal = { day: monday, polarity: 0, weight: 1 };
  const held = { ...signal, topic: 'communication_engagement', measure: 'meeting', value: 1 } as const;
  return [
    ...(entries > 0 ? [{ ...signal, topic: 'budget_stability', measure: 'hours', value: entries } as const] : []),
    ...Array.from({ length: Math.min(7, meetings) }, (_, at) => ({ ...held, day: monday + at })),
  ] satisfies Signal[];
}

/** Days since the last week with an entry ended. */
function silentDays({ weeks, start }: RealClient, day: Day): number {
  const last = Math.max(...[...weeks].flatMap(([monday, { entries }]) => (monday < day && entries > 0 ? monday : [])));
  return Number.isFinite(last) ? day - last - 7 : day - start;
}

export const realBaselines: Readonly<Record<string, (client: RealClient, day: Day) => number>> = {
  'days since the last entry': (client, day) => -silentDays(client, day),
  'entries of 60 days': ({ weeks }, day) =>
    [...weeks].reduce((sum, [monday, { entries }]) => sum + (monday < day && monday >= day - 63 ? entries : 0), 0),
};

export function seriesOf(clients: readonly RealClient[], said: (client: RealClient, day: Day) => number): Series {
  const mondays = mondaysOf(clients);
  return clients.map(
    (client) => new Map(mondays.filter((day) => isHere(client, day)).map((day) => [day, said(client, day)])),
  );
}

/** By leaver: of the others, the percent that stand above it so many days before its end. */
export function pairsOf(clients: readonly RealClient[], series: Series, daysBefore: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, { name, start, end, left }] of clients.entries()) {
    const day = mondayOf(end - daysBefore);
    const own = series[at]?.get(day);
    if (!left || day < start + settledDays || own === undefined) continue;
    const others = clients.flatMap((other, place) => {
      const leavesSoon = other.left && other.end - day <= 365;
      const value = series[place]?.get(day);
      return place === at || value === undefined || day < other.start + settledDays || leavesSoon ? [] : [value];
    });
    const above = others.reduce((sum, value) => sum + (own < value ? 1 : own === value ? 0.5 : 0), 0);
    if (others.length > 0) found.set(name, (100 * above) / others.length);
  }
  return found;
}

/** The mean, and between which 95 % of them lie if the values are drawn again. */
export function meanOf(values: readonly number[]): readonly [number, number, number] {
  const random = randomOf(1);
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
  const drawn = Array.from({ length: 1000 }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  );
  const sorted = drawn.sort((a, b) => a - b);
  return [mean(values), sorted[25] ?? 0, sorted[975] ?? 0];
}

export interface RealLevels {
  readonly leavers: number;
  readonly below100: number;
  readonly below70: number;
  readonly silent: number;
  readonly silentBelow100: number;
  readonly silentBelow70: number;
  /** Percent of the weeks of those who stayed. */
  readonly stayersBelow100: number;
  readonly stayersBelow70: number;
  /** Percent of the weeks after more than 200 days of silence. */
  readonly longSilentAt100: number;
  /** Percent that left within 180 days, of weeks below 70, from 70 to 100, and above. */
  readonly leftWithin180: readonly number[];
}

export function realLevels(clients: readonly RealClient[], series: Series): RealLevels {
  const leavers = [...clients.entries()].filter(([, { left }]) => left);
  const atEnd = leavers.map(([at, client]) => ({ client, value: series[at]?.get(mondayOf(client.end - 1)) ?? 100 }));
  const silent = atEnd.filter(({ client }) => client.silent);
  const below = (list: typeof atEnd, line: number) => list.filter(({ value }) => value < line).length;
  const weeks = clients.flatMap((client, at) =>
    [...(series[at] ?? [])].map(([day, value]) => ({ client, day, value })),
  );
  const settled = weeks.filter(({ client, day }) => day >= client.start + settledDays);
  const stayed = settled.filter(({ client }) => !client.left);
  const quiet = weeks.filter(({ client, day }) => silentDays(client, day) > 200);
  const percent = <T>(list: readonly T[], is: (each: T) => boolean) => (100 * list.filter(is).length) / list.length;
  const bands = [settled.filter(({ value }) => value < 70), settled.filter(({ value }) => value >= 70 && value < 100)];
  return {
    leavers: leavers.length,
    below100: below(atEnd, 100),
    below70: below(atEnd, 70),
    silent: silent.length,
    silentBelow100: below(silent, 100),
    silentBelow70: below(silent, 70),
    stayersBelow100: percent(stayed, ({ value }) => value < 100),
    stayersBelow70: percent(stayed, ({ value }) => value < 70),
    longSilentAt100: percent(quiet, ({ value }) => value >= 100),
    leftWithin180: [...bands, settled.filter(({ value }) => value >= 100)].map((band) =>
      percent(band, ({ client, day }) => client.left && client.end - day <= 180),
    ),
  };
}
