import { describe, expect, it } from 'vitest';
import type { History } from '../../../shared/domain/scoring/history.ts';
import { modelVersion } from '../../../shared/domain/scoring/model.ts';
import type { Computed } from '../../../shared/domain/scoring/scoring.ts';
import { afterRun, isDue } from '../../../shared/table/night/run.ts';
import type { Score } from '../../../shared/table/records/scores.ts';

const day = 20_777;
const none: Computed = { score: null, topics: Array(15).fill(null), scoredTopics: 0, hasInsufficientData: true };
const gives = (score: number): Computed => ({
  score,
  topics: Array(15).fill(score),
  scoredTopics: 15,
  hasInsufficientData: false,
});
const historyOf = (last: number, ...scores: number[]): History => ({
  last,
  points: Uint16Array.from(scores, (each) => each * 10),
});
const record = (history: History, given: Partial<Score> = {}): Score => ({
  history,
  topics: [],
  source: 'chr2',
  model: 0,
  ...given,
});

describe('a run is due', () => {
  it.each([
    ['for what was never scored', undefined, { day, rescore: false }, true],
    ['the day after the last', record(historyOf(day - 1, 90)), { day, rescore: false }, true],
    ['once a day', record(historyOf(day, 90)), { day, rescore: false }, false],
    ['once more when the operator says so', record(historyOf(day, 90)), { day, rescore: true }, true],
    ['never after a later one', record(historyOf(day + 1, 90)), { day, rescore: false }, false],
    ['nor when the operator says so', record(historyOf(day + 1, 90)), { day, rescore: true }, false],
  ] as const)('%s', (_, before, run, expected) => {
    expect(isDue(before, run)).toBe(expected);
  });
});

describe('after a run', () => {
  const run = { day, rescore: false };

  it('the computed score is the point of its day', () => {
    expect(afterRun(record(historyOf(day - 1, 90)), gives(120), undefined, run)).toEqual({
      history: historyOf(day, 90, 120),
      topics: Array(15).fill(120),
      source: 'chr2',
      model: modelVersion,
    });
  });

  it('missed nights get the last score before them', () => {
    const before = record(historyOf(day - 4, 80, 90));

    expect(afterRun(before, gives(120), 50, run).history).toEqual(historyOf(day, 80, 90, 90, 90, 90, 120));
    expect(afterRun(before, none, 50, run).history).toEqual(historyOf(day, 80, 90, 90, 90, 90, 90));
  });

  it('a client without data carries its last computed score and the model version of that score', () => {
    expect(afterRun(record(historyOf(day - 1, 90), { model: 7 }), none, 50, run)).toEqual({
      history: historyOf(day, 90, 90),
      topics: none.topics,
      source: 'chr2',
      model: 7,
    });
  });

  it('a run of the operator replaces the point of its day', () => {
    expect(afterRun(record(historyOf(day, 90, 110)), gives(120), undefined, { day, rescore: true }).history).toEqual(
      historyOf(day, 90, 120),
    );
  });

  it('a run of the operator without data carries the score of the day before, not the replaced one', () => {
    expect(afterRun(record(historyOf(day, 90, 110)), none, undefined, { day, rescore: true }).history).toEqual(
      historyOf(day, 90, 90),
    );
    expect(afterRun(record(historyOf(day, 110)), none, 70, { day, rescore: true })).toMatchObject({
      history: historyOf(day, 70),
      source: 'chr1',
    });
  });

  it('a run of the operator does not carry over the imported score of a night before the first computed score', () => {
    const imported = afterRun(undefined, none, 60, { day: day - 1, rescore: false });
    const first = afterRun(imported, gives(120), 60, run);
    const without = afterRun(undefined, gives(120), 60, run);
    const again = { day, rescore: true };

    expect(afterRun(first, none, 80, again)).toMatchObject({ history: historyOf(day, 60, 80), source: 'chr1' });
    expect(afterRun(without, none, 80, again)).toMatchObject({ history: historyOf(day, 80), source: 'chr1' });
    const secondAgain = afterRun(first, gives(110), 80, again);
    expect(afterRun(secondAgain, none, 80, again)).toMatchObject({ history: historyOf(day, 60, 80), source: 'chr1' });
    const next = afterRun(first, gives(130), 80, { day: day + 1, rescore: false });
    expect(afterRun(next, none, 80, { day: day + 1, rescore: true })).toMatchObject({
      history: historyOf(day + 1, 60, 120, 120),
      source: 'chr2',
    });
  });
});
