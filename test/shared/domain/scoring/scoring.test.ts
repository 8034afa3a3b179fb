import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currentScore,
  type Signal,
  score,
  signalsOfClient,
  signalsOfStream,
} from '../../../../shared/domain/scoring/scoring.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import { holds } from '../../../support/holds.ts';
import { runDay, signals } from '../arbitraries.ts';

const nothing: (number | null)[] = topics.map(() => null);

function signal(topic: string, polarity: number, age = 1, weight = 1): Signal {
  return { day: runDay - age, topic, polarity, weight };
}

function everyTopic(polarity: number): Signal[] {
  return topics.map(({ id }) => signal(id, polarity));
}

describe('a score', () => {
  it('is null without signals', () => {
    expect(score([], runDay)).toEqual({ score: null, topics: nothing, scoredTopics: 0, hasInsufficientData: true });
  });

  it('is the topic score if only one topic has data', () => {
    expect(score([signal('trust', 0.5)], runDay)).toEqual({
      score: 150,
      topics: nothing.with(5, 150),
      scoredTopics: 1,
      hasInsufficientData: true,
    });
  });

  it.each([
    { what: 'of today', age: 0, expected: null },
    { what: 'of tomorrow', age: -1, expected: null },
    { what: 'of yesterday', age: 1, expected: 150 },
    { what: 'exactly 90 days old', age: 90, expected: 150 },
    { what: '91 days old', age: 91, expected: null },
  ])('from a signal $what is $expected', ({ age, expected }) => {
    expect(score([signal('trust', 0.5, age)], runDay).score).toBe(expected);
  });

  it.each([
    { what: 'the worst of everything', given: everyTopic(-1), expected: 0 },
    { what: 'the best of everything', given: everyTopic(1), expected: 200 },
    { what: 'neutral signals', given: everyTopic(0), expected: 100 },
    {
      what: 'a half-life: 30 days count half',
      given: [signal('trust', 1, 30), signal('trust', -1, 60)],
      expected: 133.3,
    },
    {
      what: 'weights: three times as much',
      given: [signal('trust', 1, 9, 3), signal('trust', -1, 9, 1)],
      expected: 150,
    },
    { what: 'topics of one category', given: [signal('trust', 1), signal('advocacy', 0)], expected: 150 },
    {
      what: 'equal weights of categories, however many topics have data',
      given: [signal('trust', 1), signal('advocacy', 1), signal('timeliness', 0)],
      expected: 150,
    },
    { what: 'an exact .05', given: [signal('trust', -0.2), signal('advocacy', -0.201)], expected: 80 },
    {
      what: 'a .05 that floating-point sums miss',
      given: [signal('trust', -0.3), signal('advocacy', -0.301)],
      expected: 70,
    },
    { what: 'just below a .05', given: [signal('trust', -0.3), signal('advocacy', -0.3012)], expected: 69.9 },
    { what: 'an unknown topic', given: [signal('trust', 0.5), signal('weather', -1)], expected: 150 },
    { what: 'a weight of 0', given: [signal('trust', 0.5, 1, 0)], expected: null },
  ])('of $what is $expected', ({ given, expected }) => {
    expect(score(given, runDay).score).toBe(expected);
  });

  it.each([
    [7, true],
    [8, false],
    [15, false],
  ])('with data for %d topics: insufficient data is %s', (count, expected) => {
    // a score of 0 is data too
    const computed = score(everyTopic(-1).slice(0, count), runDay);

    expect([computed.scoredTopics, computed.hasInsufficientData]).toEqual([count, expected]);
  });

  it('does not depend on the order of the signals, to the last bit', () => {
    const shuffled = fc
      .array(signals, { maxLength: 90, size: 'max' })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    holds(
      fc.property(shuffled, ([all, other]) => {
        expect(score(other, runDay)).toEqual(score(all, runDay));
      }),
    );
  });

  it('lies on the scale, with one decimal', () => {
    holds(
      fc.property(fc.array(signals, { minLength: 1, maxLength: 40, size: 'max' }), (all) => {
        const computed = score(all, runDay).score ?? 0;

        expect(computed).toBeGreaterThanOrEqual(0);
        expect(computed).toBeLessThanOrEqual(200);
        expect(computed).toBe(Number(computed.toFixed(1)));
      }),
    );
  });
});

describe('signals with a stream', () => {
  const own = signal('trust', 1);
  const ofActive = { ...signal('trust', 0), stream: 's1' };
  const ofInactive = { ...signal('trust', -1), stream: 's2' };

  it('count for the client while their stream is active', () => {
    expect(signalsOfClient([own, ofActive, ofInactive], new Set(['s1']))).toEqual([own, ofActive]);
  });

  it('count for their stream, even if it is inactive', () => {
    expect(signalsOfStream([own, ofActive, ofInactive], 's2')).toEqual([ofInactive]);
  });
});

describe('the current score of a client', () => {
  it.each([
    { from: { computed: 0, lastComputed: 80, imported: 90 }, score: 0, source: 'chr2' },
    { from: { computed: null, lastComputed: 0, imported: 90 }, score: 0, source: 'chr2' },
    { from: { computed: null, imported: 0 }, score: 0, source: 'chr1' },
    { from: { computed: null, lastComputed: null, imported: 89.95 }, score: 90, source: 'chr1' },
    { from: { imported: 240 }, score: 200, source: 'chr1' },
    { from: { computed: null, lastComputed: undefined, imported: undefined }, score: 100, source: 'chr1' },
  ])('from $from is $score, $source', ({ from, score: expected, source }) => {
    expect(currentScore(from)).toEqual({ score: expected, source });
  });
});
