import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  categoryScores,
  packTopics,
  shownTopicScores,
  type TopicScores,
  unpackTopics,
} from '../../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { holds } from '../../support/holds.ts';
import { topicScores } from '../arbitraries.ts';

const nothing: TopicScores = topics.map(() => null);

function withScores(scores: Record<number, number>): TopicScores {
  return nothing.map((_, index) => scores[index] ?? null);
}

describe('category scores', () => {
  it.each([
    { scores: nothing, expected: [null, null, null] },
    { scores: withScores({ 0: 0 }), expected: [0, null, null] },
    { scores: withScores({ 0: 80, 4: 79.9, 5: 150, 14: 33.3333 }), expected: [80, 150, 33.3] },
  ])('are $expected', ({ scores, expected }) => {
    expect(categoryScores(scores)).toEqual(expected);
  });
});

describe('topic scores', () => {
  it('are shown with one decimal', () => {
    expect(shownTopicScores(withScores({ 0: 79.95, 1: 0, 2: 133.33333 }))).toEqual(
      withScores({ 0: 80, 1: 0, 2: 133.3 }),
    );
  });

  it('of a version with one topic less have no data for that topic, whatever bytes follow', () => {
    const packed = packTopics(nothing.map(() => 100));
    packed[0] = topics.length - 1;

    expect(unpackTopics(packed).filter((score) => score === null)).toHaveLength(1);
  });

  it('are unpacked exactly, also from a view into a larger buffer', () => {
    holds(
      fc.property(topicScores, fc.nat({ max: 9 }), (scores, offset) => {
        const packed = packTopics(scores);
        const shifted = new Uint8Array(packed.length + offset);
        shifted.set(packed, offset);

        expect(packed.length).toBe(121);
        expect(unpackTopics(shifted.subarray(offset))).toEqual(scores);
      }),
    );
  });
});
