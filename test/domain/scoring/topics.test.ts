import { describe, expect, it } from 'vitest';
import { categoryWeights, topicIndex, topics, topicWeights } from '../../../shared/domain/scoring/topics.ts';

describe('topics', () => {
  it('are found by id, at their index', () => {
    expect(topics.map(({ id }) => topicIndex(id))).toEqual([...topics.keys()]);
    expect(topicIndex('constructor')).toBeUndefined();
    expect(topicIndex('Trust')).toBeUndefined();
  });

  it('each have a weight, and so do the categories', () => {
    expect([topicWeights.length, categoryWeights.length]).toEqual([15, 3]);
    for (const weight of [...topicWeights, ...categoryWeights]) expect(weight).toBeGreaterThan(0);
  });
});
