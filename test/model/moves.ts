import { topics } from '../../shared/domain/scoring/topics.ts';
import { shareOf, topicReport } from './advice.ts';
import { compare, sum, tenths } from './basics.ts';

// Scores of topics and why a score moved, worked out again from what docs/data.md says, without the code of the service.

export interface Observed {
  readonly id: string;
  readonly day: number;
  readonly topic: string;
  readonly polarity: number;
  readonly weight: number;
  readonly measure?: string | undefined;
  readonly value?: number | undefined;
  readonly isOpen?: boolean | undefined;
}

/** How good a value is, on a scale on which more is better. */
const goodness: Readonly<Record<string, (value: number) => number>> = {
  'reply-hours': (hours) => -Math.log(hours + 0.25),
  'resolve-hours': (hours) => -Math.log(hours + 0.25),
  reopens: (times) => -Math.min(3, times),
  rating: (share) => share,
  sla: (share) => share,
  recommend: (share) => share,
  'days-late': (days) => -Math.sign(days) * Math.log(1 + Math.abs(days) / 4),
  hours: (hours) => Math.log(1 + hours),
  meeting: (share) => share,
};
/** Mean and spread in an average account. */
const average: Readonly<Record<string, readonly [number, number]>> = {
  'reply-hours': [-1.8, 1.1],
  'resolve-hours': [-3.5, 1.3],
  reopens: [-0.1, 0.35],
  rating: [0.82, 0.25],
  sla: [0.85, 0.3],
  recommend: [0.72, 0.25],
  'days-late': [-0.4, 1],
  hours: [2, 1],
  meeting: [0.7, 0.2],
};
const isEvent: Readonly<Record<string, (value: number) => boolean>> = {
  'reply-hours': () => true,
  meeting: (share) => share > 0.5,
  hours: (hours) => hours > 0,
};

interface Usual {
  readonly mean: number;
  readonly spread: number;
  readonly newest: number;
}
export interface UsualHere {
  readonly of: (measure: string, topic: string) => Usual;
  /** Points by which a client without distances stands above 100. */
  readonly above: number;
}

/** What is usual in an account in the week of a day, of the values of each client: of 180 days, and twenty average ones. */
export function usualOf(clients: readonly (readonly Observed[])[], day: number): UsualHere {
  const monday = mondayOf(day);
  const all = clients.flat();
  const of = (measure: string, topic: string) => {
    const known = all.filter(
      (each) => each.measure === measure && each.topic === topic && each.day < monday && each.day >= monday - 180,
    );
    const [mean0 = 0, spread0 = 1] = average[measure] ?? [];
    const values = known.map(({ value = 0 }) => goodness[measure]?.(value) ?? 0);
    const count = values.length + 20;
    const mean = (sum(values) + 20 * mean0) / count;
    const squares = (sum(values.map((value) => value ** 2)) + 20 * (mean0 ** 2 + spread0 ** 2)) / count;
    const newest = Math.max(monday - 180, ...known.map((each) => each.day));
    return { mean, spread: Math.max(0.6 * spread0, Math.sqrt(Math.max(0, squares - mean ** 2))), newest };
  };
  // 100 lies 1.35 spreads of the clients below their mean; twenty usual ones are added
  const scores = clients.flatMap((signals) => {
    const scored = topics.map(({ id }) => {
      const { weight, score } = measuredScore(id, signals, monday, { of, above: 0 }, signals, false);
      return weight === 0 ? null : score;
    });
    return scored.every((score) => score === null)
      ? []
      : [sum(topicReport(scored).topics.map(({ contribution }) => contribution))];
  });
  const count = scores.length + 20;
  const mean = sum(scores) / count;
  const spread = Math.sqrt((sum(scores.map((score) => score ** 2)) + 20 * 17 ** 2) / count - mean ** 2);
  return { of, above: 1.35 * spread - mean };
}

const mondayOf = (day: number) => day - ((day + 3) % 7);

/**
 * The score of a topic on a day; null without data. `usual` is undefined in an account without values of systems. What is
 * known of the other topics is in `all`.
 */
export function topicScore(
  topic: string,
  signals: readonly Observed[],
  day: number,
  usual?: UsualHere,
  all = signals,
): number | null {
  const said = signals.filter(
    (each) => each.topic === topic && !(usual && each.measure) && each.day < day && each.day >= day - 90,
  );
  const shares = said.map((each) => each.weight * 0.5 ** ((day - each.day) / 30));
  const saidScore = 100 + (100 * sum(said.map(({ polarity }, at) => polarity * (shares[at] ?? 0)))) / sum(shares);
  const { weight, score } = measuredScore(topic, signals, day, usual, all);
  if (said.length === 0) return weight === 0 ? null : score;
  return weight === 0 ? saidScore : (sum(shares) * saidScore + weight * score) / (sum(shares) + weight);
}

function measuredScore(
  topic: string,
  signals: readonly Observed[],
  day: number,
  usual: UsualHere | undefined,
  all: readonly Observed[],
  countsSilence = true,
) {
  if (!usual) return { weight: 0, score: 100 };
  const { weight, distances } = measuredEvidence(topic, signals, day, usual, countsSilence);
  const others = topics.filter(({ id }) => id !== topic);
  const weights = others.map(({ id }) => measuredEvidence(id, all, day, usual, countsSilence).weight);
  const known = [weight, ...weights].filter((each) => each > 0);
  const average = sum(known) / known.length;
  return { weight, score: bounded(usual.above + (200 * distances) / ((weight + average) / 2 + 8), 100) + 100 };
}

function measuredEvidence(
  topic: string,
  signals: readonly Observed[],
  day: number,
  usual: UsualHere,
  countsSilence: boolean,
) {
  const values = signals.filter((each) => each.measure && each.day < day && each.day >= day - 180);
  let [weight, distances] = [0, 0];
  for (const measure of Object.keys(goodness)) {
    const all = values.filter((each) => each.measure === measure && each.topic === topic);
    const here = usual.of(measure, topic);
    const away = (value: number) => bounded(((goodness[measure]?.(value) ?? 0) - here.mean) / here.spread, 2.5);
    // what is not over counts if it is bad
    const counted = all
      .map((each) => ({ ...each, away: away(each.value ?? 0), age: day - each.day }))
      .filter((each) => !each.isOpen || each.away < 0)
      .map((each) => ({ ...each, share: each.weight * 0.5 ** (each.age / 21) }));
    const earlier = counted.filter(({ age }) => age > 60);
    const sumOfEarlier = sum(earlier.map((each) => each.away));
    const habit = measure === 'hours' ? sumOfEarlier / (earlier.length || 1) : sumOfEarlier / (earlier.length + 8);
    const sumOfShares = sum(counted.map(({ share }) => share));
    const level = sum(counted.map((each) => each.share * each.away));
    const change = (earlier.length / (earlier.length + 8)) * (level - sumOfShares * habit);
    weight += sumOfShares;
    distances += measure === 'hours' ? change : level + 1.5 * change;
  }
  const silent = countsSilence && silenceTopics.includes(topic) ? silence(signals, day, usual) : 0;
  return { weight: weight + silent, distances: distances - 2.5 * silent };
}

const silenceTopics = ['communication_engagement', 'renewal_growth'];
const bounded = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** What the silence of a client weighs, from the weeks with a ticket, work or a meeting. */
function silence(signals: readonly Observed[], day: number, usual: UsualHere): number {
  // a ticket that waits for its reply came on the day on which it began to wait
  const events = signals
    .filter(({ measure = '', value = 0, isOpen }) => (isOpen ? measure === 'reply-hours' : isEvent[measure]?.(value)))
    .map((each) => ({ ...each, day: each.isOpen ? each.day - (each.value ?? 0) / 24 : each.day }))
    .filter((each) => each.day < day);
  const weeks = [...new Set(events.map((each) => mondayOf(each.day)))].sort((a, b) => a - b).slice(-13);
  const [first = 0, last = 0] = [weeks[0], weeks.at(-1)];
  if (weeks.length === 0) return 0;
  const newest = Math.max(...events.map(({ measure = '', topic }) => usual.of(measure, topic).newest));
  const interval = weeks.length === 1 ? 91 : (last - first) / (weeks.length - 1);
  const missed = (mondayOf(Math.min(day, newest + 1)) - last - 7) / interval;
  return missed > 1 ? Math.min(2, missed / 4) : 0;
}

/** By day: closed signals, and open ones as they were on that day. */
export interface Facts {
  readonly on: (day: number) => readonly Observed[];
  readonly usualOn: (day: number) => UsualHere | undefined;
  /** Whether the account had values of what a signal measures on a day. */
  readonly isKnown?: (signal: Observed, day: number) => boolean;
  /** The score that was stored on a day. */
  readonly stored: (day: number) => number;
}

/** The `changes` of a client's detail, and its evidence but for silences, without words. */
export function movesOf({ on, usualOn, stored, isKnown = () => true }: Facts, today: number) {
  const topicsOn = (day: number, since = day) =>
    topics.map(({ id }) =>
      topicScore(
        id,
        on(day).filter((each) => isKnown(each, since)),
        day,
        usualOn(day),
      ),
    );
  const all = (day: number) => topics.map(({ id }) => topicScore(id, on(day), day, usualOn(day)));
  const totalOf = (scores: readonly (number | null)[]) =>
    1000 + sum(topicReport(scores).topics.map(({ contribution }) => tenths(contribution)));
  const partsOf = (scores: readonly (number | null)[]) =>
    topicReport(scores).topics.map(({ contribution }) => tenths(contribution));
  const now = all(today);
  const changes = ([7, 30] as const).map((days) => {
    const before = all(today - days);
    const [then, later] = [today - days, today].map((day) => topicsOn(day, today - days)) as [typeof now, typeof now];
    // compared over the topics with data on both days
    const inBoth = (scores: typeof now) =>
      scores.map((score, at) => (then[at] === null || later[at] === null ? null : score));
    const [parts, partsThen] = [partsOf(inBoth(later)), partsOf(inBoth(then))];
    let [from, to] = [before, now];
    const moved = topics.flatMap(({ id }, at): { id: string; change: number; data?: string }[] => {
      const points = (parts[at] ?? 0) - (partsThen[at] ?? 0);
      const compared = points === 0 ? [] : [{ id, change: points / 10 }];
      if ((now[at] === null) === (before[at] === null)) return compared;
      const was = totalOf(to) - totalOf(from);
      [from, to] = [from.with(at, null), to.with(at, null)];
      const change = (was - (totalOf(to) - totalOf(from))) / 10;
      return [...compared, { id, change, data: now[at] === null ? 'ended' : 'began' }];
    });
    const change = tenths(stored(today)) - tenths(stored(today - days));
    const other = change - sum(moved.map((each) => tenths(each.change)));
    return { change: change / 10, topics: moved, other: other / 10 };
  });
  const [, month] = changes;
  const known = on(today).filter((each) => isKnown(each, today - 30));
  return { changes, evidence: month ? evidenceOf(month, known, today, now, usualOn(today)) : [] };
}

function evidenceOf(
  { topics: moved }: { topics: readonly { id: string; change: number; data?: string }[] },
  signals: readonly Observed[],
  today: number,
  now: readonly (number | null)[],
  usual: UsualHere | undefined,
) {
  // what began or ended has made nothing better or worse
  const change = sum(moved.map((each) => (each.data ? 0 : tenths(each.change)))) / 10;
  if (Math.abs(change) < 3) return [];
  const down = change < 0;
  const told = moved
    .filter((each) => each.change < 0 === down && each.change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .filter(({ data }) => data === undefined)
    .slice(0, 3);
  return told
    .flatMap(
      ({ id: topic, change: ofTopic }): { topic: string; day: number; signalId: string | null; points: number }[] => {
        const hasNoSilence = (of: string) =>
          !silenceTopics.includes(of) || !usual || silence(signals, today, usual) === 0;
        const category = topics.find(({ id }) => id === topic)?.category ?? '';
        const pointsWith = (some: readonly Observed[]) =>
          (topicScore(topic, some, today, usual, signals) ?? 100) * shareOf(now, category);
        const own = signals.filter((each) => each.topic === topic && each.day < today);
        const last = Math.max(...own.map(({ day }) => day));
        if (last < today - 30 && last > 0 && hasNoSilence(topic))
          return [{ topic, day: last, signalId: null, points: ofTopic }];
        const tried = own
          .filter((each) => each.day >= today - 30)
          .sort((a, b) => b.day - a.day || compare(a.id, b.id))
          .slice(0, 10)
          .filter(({ measure, polarity }) => (usual && measure) || polarity < 0 === down)
          .reverse();
        const rest = signals.filter((each) => !tried.includes(each));
        return tried.map(({ id, day }, at) => {
          const [before = 0, after = 0] = [at, at + 1].map((count) => pointsWith([...rest, ...tried.slice(0, count)]));
          return { topic, day, signalId: id, points: Math.round((after - before) * 10) / 10 };
        });
      },
    )
    .filter(({ points }) => (down ? points <= -0.5 : points >= 0.5))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || b.day - a.day);
}
