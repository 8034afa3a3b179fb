import { expect, it } from 'vitest';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import { packScores, type Score, unpackScores } from '../../../../shared/table/records/packed-scores.ts';

const score: Score = {
  history: { last: 20_779, points: Uint16Array.of(1000, 1127, 0, 2000) },
  topics: topics.map((_, at) => (at === 0 ? null : 100 / 3 + at)),
  source: 'chr2',
  model: 3,
};
const uuid = '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0';

it.each([
  ['the client itself', ''],
  ['one letter', 's'],
  ['the longest', 'S'.repeat(64)],
  ['a UUID', uuid],
  ['a UUID in capitals', uuid.toUpperCase()],
  ['a UUID with more', `${uuid}0`],
])('scores are read as they were packed, by the same id: %s', (_, id) => {
  const scores = new Map([
    [id, score],
    ['last', { ...score, isFirst: true as const }],
  ]);

  expect(unpackScores(packScores(scores))).toEqual(scores);
});
