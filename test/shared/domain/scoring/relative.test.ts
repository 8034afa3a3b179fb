import { describe, expect, it } from 'vitest';
import { type Norms, normsFrom, normsText, pointsAbove } from '../../../../shared/domain/scoring/norms.ts';
import { normsOfWeek } from '../../../../shared/domain/scoring/norms-of-week.ts';
import { evidenceByTopic, relativeScores } from '../../../../shared/domain/scoring/relative.ts';
import { type Signal, score } from '../../../../shared/domain/scoring/scoring.ts';
import { topicIndex } from '../../../../shared/domain/scoring/topics.ts';

const today = 20_785;
const usual = { count: 500, mean: -Math.log(6.25), spread: 1.1, newest: today - 1 };
const norms: Norms = { monday: today - 2, norms: new Map([['reply-hours/responsiveness', usual]]) };

/** Replies to tickets: how many days ago, and after how many hours. */
const replies = (...given: readonly [ago: number, hours: number][]): Signal[] =>
  given.map(([ago, value]) => ({
    day: today - ago,
    topic: 'responsiveness',
    polarity: 0,
    weight: 1,
    measure: 'reply-hours',
    value,
  }));
const scoreOf = (signals: readonly Signal[], known: Norms = norms) => score(signals, today, known).score;
const every = (days: number, from: number, to: number, hours: number) =>
  replies(
    ...Array.from({ length: Math.floor((from - to) / days) }, (_, at): [number, number] => [from - at * days, hours]),
  );

describe('a topic that systems measure', () => {
  it('has the score of the example in docs/data.md', () => {
    const example = replies([3, 30], [10, 20], [17, 8], [70, 4], [90, 5], [110, 6], [130, 4]);
    const known = relativeScores(evidenceByTopic(example, today, norms), norms).get(topicIndex('responsiveness') ?? 0);

    expect(known?.score.toFixed(1)).toBe('58.8');
    expect(known?.weight.toFixed(2)).toBe('2.39');
  });

  it.each<[what: string, better: readonly Signal[], worse: readonly Signal[]]>([
    ['a slower client', every(7, 175, 0, 6), every(7, 175, 0, 40)],
    ['a client that became slower', every(7, 175, 0, 20), [...every(7, 175, 45, 6), ...every(7, 45, 0, 20)]],
    ['a client whose tickets have stopped', every(7, 175, 0, 6), every(7, 175, 60, 6)],
  ])('is lower for %s', (_, better, worse) => {
    expect(scoreOf(worse)).toBeLessThan(scoreOf(better) ?? 0);
  });

  it('is where a usual client stands, however many values say so, and null without', () => {
    const usualClient = 100 + pointsAbove(norms);

    expect(scoreOf(every(7, 175, 0, 6))).toBeCloseTo(usualClient, 0);
    expect(scoreOf(replies([8, 6]))).toBeCloseTo(usualClient, 0);
    expect(scoreOf([])).toBeNull();
  });

  it('stays below 70 while a client is silent, also without any value of the last 180 days', () => {
    const mondays = Array.from({ length: 10 }, (_, at) => today - 2 - 7 * (60 - at));

    expect(scoreOf(every(7, 175, 91, 6))).toBeLessThan(70);
    expect(score([], today, norms, mondays).score).toBeLessThan(70);
  });

  it('hears a client whose ticket waits for a reply, from the day on which it came', () => {
    const silent = every(7, 175, 60, 6);
    const open = (days: number): Signal[] => replies([1, 24 * (days - 1)]).map((each) => ({ ...each, isOpen: true }));
    const missed = (signals: readonly Signal[]) =>
      evidenceByTopic(signals, today, norms).get(topicIndex('renewal_growth') ?? 0)?.silence?.missed;

    expect([silent, [...silent, ...open(40)], [...silent, ...open(5)]].map(missed)).toEqual([9, 3, undefined]);
  });

  it('takes one contact alone for one in a quarter', () => {
    const silentFor = (weeks: number) => score([], today, norms, [today - 2 - 7 * (weeks + 1)]).score;

    expect([13, 14].map(silentFor).map((each) => each !== null)).toEqual([false, true]);
  });

  it('does not count the hours of a large client, only their change', () => {
    const hours = (value: number, from: number, to: number): Signal[] =>
      every(7, from, to, value).map((each) => ({ ...each, topic: 'budget_stability', measure: 'hours' }));

    expect(scoreOf(hours(80, 175, 0))).toBeCloseTo(scoreOf(hours(8, 175, 0)) ?? 0, -1);
    expect(scoreOf([...hours(80, 175, 28), ...hours(8, 28, 0)])).toBeLessThan(scoreOf(hours(8, 175, 0)) ?? 0);
  });

  it('does not take the first bad value for a change: one alone is no high risk', () => {
    expect(scoreOf(replies([9, 200]))).toBeGreaterThan(70);
  });

  it('takes an end of all tickets of the account for a file that no longer comes', () => {
    const ended = { ...norms, norms: new Map([['reply-hours/responsiveness', { ...usual, newest: today - 60 }]]) };
    const silent = every(7, 175, 60, 6);

    expect(scoreOf(silent, ended)).toBeGreaterThan(scoreOf(silent) ?? 0);
  });

  it('counts what is open only if it is worse than usual', () => {
    const [waiting] = replies([1, 100]);
    const [young] = replies([1, 1]);
    const open = (signal: Signal | undefined) => (signal ? [{ ...signal, isOpen: true }] : []);
    const known = every(7, 175, 7, 6);

    expect(scoreOf([...known, ...open(waiting)])).toBeLessThan(scoreOf(known) ?? 0);
    expect(scoreOf([...known, ...open(young)])).toBe(scoreOf(known));
  });

  it('is compared with an average account where the own one has no value of it', () => {
    const none: Norms = { ...norms, norms: new Map() };

    expect(scoreOf(every(7, 175, 0, 60), none)).toBeLessThan(100);
    expect(scoreOf(every(7, 175, 0, 2), none)).toBeGreaterThan(115);
  });

  it('means what its polarity says where nothing is known of what is usual', () => {
    expect(score([{ ...replies([1, 6])[0], polarity: 0.5 } as Signal], today).score).toBe(150);
  });
});

it('what is usual is that of 180 days before Monday, and comes back from its text', () => {
  const before = every(1, 182, 2, 24);
  const found = normsOfWeek([[...before, ...replies([1, 1000], [200, 1000])]], today);
  const norm = found.norms.get('reply-hours/responsiveness');

  expect(norm).toMatchObject({ newest: found.monday - 1 });
  expect(norm?.mean).toBeLessThan(-3);
  expect(normsFrom(found.monday, normsText(found))).toEqual(found);
});

it('100 lies 1.35 spreads of the clients of an account below their mean, and twenty usual ones are added', () => {
  const client = (hours: number) => every(7, 175, 2, hours);
  const alike = normsOfWeek(
    Array.from({ length: 200 }, () => client(6)),
    today,
  );
  const apart = normsOfWeek(
    Array.from({ length: 200 }, (_, at) => client(at % 2 === 0 ? 2 : 20)),
    today,
  );

  expect(pointsAbove(normsOfWeek([], today))).toBeCloseTo(1.35 * 17);
  expect(pointsAbove(alike)).toBeLessThan(10);
  expect(pointsAbove(apart)).toBeGreaterThan(1.35 * 17);
});
