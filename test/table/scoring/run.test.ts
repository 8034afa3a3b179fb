import { expect, it } from 'vitest';
import { score as scoreOf } from '../../../shared/domain/scoring/scoring.ts';
import type { Score } from '../../../shared/table/records/scores.ts';
import { withPast } from '../../../shared/table/scoring/run.ts';

const day = 20_777;
const signals = [200, 170].map((age) => ({
  day: day - age,
  topic: 'trust',
  polarity: age === 200 ? 1 : -1,
  weight: 1,
}));
const after = (last: number): Score => ({
  history: { last, points: Uint16Array.of(1234) },
  ...{ topics: [], source: 'chr2', model: 1 },
});

it('days without data repeat the score of the day before, from the first day with data on', () => {
  const { history, ...rest } = withPast(after(day), signals, [], { day, history: 250 });
  const computed = Array.from({ length: 199 }, (_, at) => scoreOf(signals, day - 199 + at).score);
  const last = computed.findLast((each) => each !== null) ?? 0;

  expect(computed.slice(-60)).toEqual(Array(60).fill(null));
  expect([...(history?.points ?? [])]).toEqual([...computed.map((each) => Math.round((each ?? last) * 10)), 1234]);
  expect(rest).toEqual({ topics: [], source: 'chr2', model: 1 });
});

it('a run that is not asked for more days adds none, also one for an earlier day', () => {
  expect(withPast(after(day), signals, [], { day: day - 90 })).toEqual(after(day));
});
