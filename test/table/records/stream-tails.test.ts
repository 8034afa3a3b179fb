import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Score } from '../../../shared/table/records/scores.ts';
import {
  isRewritingNight,
  packTails,
  rewritesOwnRecord,
  type StreamTails,
  tailAfter,
  unpackTails,
  withTail,
} from '../../../shared/table/records/stream-tails.ts';
import { holds } from '../../support/holds.ts';
import { bytesOf, randomOf } from '../../support/random.ts';

const day = 20_777;
const topicsOf = (score: number | null) => Array<number | null>(15).fill(score);

function scoreUpTo(last: number, points: readonly number[], given: Partial<Score> = {}): Score {
  return {
    history: { last, points: Uint16Array.from(points) },
    topics: topicsOf(100),
    source: 'chr2',
    model: 1,
    ...given,
  };
}

function tails(last: number, id: string, points: readonly number[], given: Partial<Score> = {}): StreamTails {
  const tail = { points: Uint16Array.from(points), topics: topicsOf(50), source: 'chr1' as const, model: 2, ...given };
  return { last, ofStream: new Map([[id, tail]]) };
}

const unscored: Score = { history: undefined, topics: [], source: 'chr1', model: 1 };
/** A year of points, the oldest one given. */
const year = (first: number) => Array.from({ length: 365 }, (_, at) => first + at);

describe('the score of a stream', () => {
  it('is that of its own record and its tail: the points of both, everything else from the tail', () => {
    expect(withTail(scoreUpTo(day - 2, [1, 2, 3]), tails(day, 's1', [4, 5]), 's1')).toEqual({
      history: { last: day, points: Uint16Array.of(1, 2, 3, 4, 5) },
      topics: topicsOf(50),
      source: 'chr1',
      model: 2,
    });
  });

  it('has everything else from its own record if an earlier version has scored later days there', () => {
    expect(withTail(scoreUpTo(day + 1, [1, 2, 3, 9]), tails(day, 's1', [7, 8]), 's1')).toEqual({
      history: { last: day + 1, points: Uint16Array.of(1, 7, 8, 9) },
      topics: topicsOf(100),
      source: 'chr2',
      model: 1,
    });
  });

  it('has everything else from the tail if both end on the same day', () => {
    const own = scoreUpTo(day, [1, 2, 3]);

    expect(withTail(own, tails(day, 's1', [8]), 's1')).toMatchObject({ source: 'chr1', model: 2 });
  });

  it.each<Partial<Score>>([{ isFirst: true }, {}])('is the first computed one as its tail says: %j', (first) => {
    const own = scoreUpTo(day - 1, [1], first.isFirst ? {} : { isFirst: true });

    expect(withTail(own, tails(day, 's1', [2], first), 's1')).toStrictEqual({
      ...scoreUpTo(day, [1, 2], { topics: topicsOf(50), source: 'chr1', model: 2, ...first }),
    });
    expect(tailAfter(own, scoreUpTo(day, [1, 2], first), day)).toStrictEqual({
      ...{ points: Uint16Array.of(2), topics: topicsOf(100), source: 'chr2', model: 1, ...first },
    });
  });

  it.each<[string, Score | undefined, StreamTails | undefined]>([
    ['without tails', scoreUpTo(day, [1]), undefined],
    ['without a tail of its own', scoreUpTo(day, [1]), tails(day + 1, 's2', [2])],
    ['if days are missing before the tail', scoreUpTo(day - 3, [1]), tails(day, 's1', [2])],
    ['before its first night', unscored, tails(day, 's1', [2])],
    ['without a record', undefined, tails(day, 's1', [2])],
  ])('is that of its own record %s', (_, own, given) => {
    expect(withTail(own, given, 's1')).toBe(own);
  });
});

describe('a tail', () => {
  it('has the points since the stream’s own record, and the newest score', () => {
    const after = scoreUpTo(day, [1, 2, 3, 4, 5], { topics: topicsOf(70), source: 'chr1', model: 3 });

    expect(tailAfter(scoreUpTo(day - 2, [1, 2, 3]), after, day)).toEqual({
      points: Uint16Array.of(4, 5),
      topics: topicsOf(70),
      source: 'chr1',
      model: 3,
    });
  });

  it('continues a record of a year, whose oldest points are given up', () => {
    expect(tailAfter(scoreUpTo(day - 2, year(1)), scoreUpTo(day, year(3)), day)?.points).toEqual(
      Uint16Array.of(366, 367),
    );
  });

  it('continues a record that has fewer days than the score', () => {
    expect(tailAfter(scoreUpTo(day - 1, [2, 3]), scoreUpTo(day, [1, 2, 3, 4]), day)?.points).toEqual(Uint16Array.of(4));
  });

  it('has at most 30 points', () => {
    const after = scoreUpTo(day, year(1));
    const upTo = (days: number) => scoreUpTo(day - days, year(1).slice(0, -days));

    expect(tailAfter(upTo(30), after, day)?.points).toHaveLength(30);
    expect(tailAfter(upTo(31), after, day)).toBeUndefined();
  });

  it.each<[string, Score | undefined, Score]>([
    ['the stream has no record', undefined, scoreUpTo(day, [1])],
    ['its record has no points', unscored, scoreUpTo(day, [1])],
    ['the score has no points', scoreUpTo(day - 1, [1]), unscored],
    ['the score is of another day than all tails', scoreUpTo(day - 2, [1]), scoreUpTo(day - 1, [1, 2])],
    ['the record has the day already', scoreUpTo(day, [1]), scoreUpTo(day, [1])],
    ['the last point of the record was replaced', scoreUpTo(day - 1, [1, 2]), scoreUpTo(day, [1, 7, 3])],
    ['the first point of the record was replaced', scoreUpTo(day - 1, [1, 2]), scoreUpTo(day, [7, 2, 3])],
  ])('does not exist if %s', (_, own, after) => {
    expect(tailAfter(own, after, day)).toBeUndefined();
  });
});

describe('the night that rewrites a stream’s own record', () => {
  it('is one in thirty, whatever the ids', () => {
    holds(
      fc.property(fc.stringMatching(/^[\w.-]{1,64}$/), fc.nat(60_000), (id, first) => {
        const nights = Array.from({ length: 90 }, (_, at) => first + at).filter((night) => isRewritingNight(id, night));

        expect(nights).toHaveLength(3);
        expect(nights.map((night) => night - (nights[0] ?? 0))).toEqual([0, 30, 60]);
      }),
    );
  });

  it('is another one for each stream, so that they share the work of all nights', () => {
    const random = bytesOf(randomOf(1));
    const idsOf = (count: number) => Array.from({ length: count }, () => Buffer.from(random(16)).toString('hex'));
    const days = Array.from({ length: 30 }, (_, at) => at);
    const nights = idsOf(30).flatMap((client) =>
      idsOf(20).map((stream) => days.findIndex((at) => rewritesOwnRecord(client, stream, at))),
    );
    const perNight = days.map((night) => nights.filter((each) => each === night).length);

    expect(Math.min(...perNight)).toBeGreaterThan(5);
    expect(Math.max(...perNight)).toBeLessThan(40);
  });
});

describe('packed tails', () => {
  it('are unpacked unchanged', () => {
    const tail = fc.record({
      points: fc.array(fc.nat(2000), { maxLength: 30, size: 'max' }).map((points) => Uint16Array.from(points)),
      topics: fc.array(fc.option(fc.double({ min: 0, max: 200, noNaN: true })), { minLength: 15, maxLength: 15 }),
      source: fc.constantFrom('chr1' as const, 'chr2' as const),
      model: fc.nat(255),
    });
    const ids = fc.stringMatching(/^[\w.-]{1,64}$/);
    holds(
      fc.property(fc.nat(65_535), fc.array(fc.tuple(ids, tail), { maxLength: 8 }), (last, streams) => {
        const given = { last, ofStream: new Map(streams) };

        expect(unpackTails(packTails(given))).toEqual(given);
      }),
    );
  });

  it('are the last day, then for each stream its id, how many points, source, model, topics and points', () => {
    const bytes = packTails(tails(0x1234, 's1', [0x123, 0x456]));

    expect([...bytes.subarray(0, 9)]).toEqual([0x12, 0x34, 2, ...Buffer.from('s1'), 2, 0, 2, 15]);
    expect([...bytes.subarray(9 + 15 * 8)]).toEqual([0x12, 0x34, 0x56]);
  });

  it('may lie anywhere in a buffer', () => {
    const bytes = packTails(tails(day, 's1', [1, 2, 3]));
    const within = Buffer.concat([Buffer.alloc(5, 255), bytes, Buffer.alloc(5, 255)]).subarray(5, 5 + bytes.length);

    expect(unpackTails(within)).toEqual(tails(day, 's1', [1, 2, 3]));
  });
});
