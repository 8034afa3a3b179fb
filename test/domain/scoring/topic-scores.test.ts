import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTopics, type TopicScores, unpackTopics } from '../../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { holds } from '../../support/holds.ts';
import { topicScores } from '../arbitraries.ts';

const nothing: TopicScores = topics.map(() => null);

describe('topic scores', () => {
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
