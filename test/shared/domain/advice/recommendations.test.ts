import { expect, it } from 'vitest';
import { recommendationsFor } from '../../../../shared/domain/advice/recommendations.ts';
import { severities } from '../../../../shared/domain/advice/severity.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';

it('recommendations are two for a topic of low severity, and three for each other; each is one sentence that fits into a line, and no two are the same', () => {
  const all = severities.map((severity) => topics.map(({ id }) => recommendationsFor(id, severity)));
  const sentences = all.flat(2);

  expect(all.map((each) => each.map(({ length }) => length))).toEqual([3, 3, 3, 2].map((n) => topics.map(() => n)));
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]{39,109}[.?]$/);
});
