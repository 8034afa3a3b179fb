import { describe, expect, it } from 'vitest';
import { clientScoreIn, cutScore, lacksHistory } from '../../../shared/table/records/client-history.ts';
import { type ClientScore, type Score, toScoreItem } from '../../../shared/table/records/scores.ts';
import { isRewritingNight } from '../../../shared/table/records/stream-tails.ts';
import { asAccount, clientKey, historyKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';

const acme = asAccount('acme');
const nights = Array.from({ length: 30 }, (_, at) => 20_777 + at);
const copyingNight = nights.find((night) => isRewritingNight('c1', night)) ?? 0;
const day = copyingNight + 1;

/** Points that name their day: that of `last` is 1000. */
const historyUpTo = (last: number, days: number) => ({
  last,
  points: Uint16Array.from({ length: days }, (_, at) => 1000 + (last - day) - days + 1 + at),
});
const scoreUpTo = (last: number, days: number): Score => ({
  history: historyUpTo(last, days),
  topics: Array<number | null>(15).fill(100),
  source: 'chr2',
  model: 1,
});
const recordUpTo = (last: number, days: number, isCut: boolean): ClientScore => ({
  ...scoreUpTo(last, days),
  ...{ notes: 2, latestRead: null, projectedMark: 'm' },
  ...(isCut && { isCut: true as const }),
});
const stored = (record: ClientScore): Item => ({
  ...toScoreItem(acme, 'c1', record),
  digest: record.digest,
  ...(record.isCut && { cut: true }),
});
const historyRecord = (last: number, days: number): Item => ({
  ...toScoreItem(acme, 'c1', recordUpTo(last, days, false)),
  ...historyKey(acme, 'c1'),
});
const client: Item = { ...clientKey(acme, 'c1'), v: 2 };

describe('the score of a client among its records', () => {
  it('is the score record, if it has all points', () => {
    const record = recordUpTo(day, 20, false);

    expect(clientScoreIn([client, stored(record)])).toEqual({ stored: record, older: undefined, whole: record });
  });

  it('has the days before its first one from the history record, if it was cut', () => {
    const record = recordUpTo(day, 90, true);
    const { stored: found, older, whole } = clientScoreIn([stored(record), historyRecord(day - 1, 200)]);

    expect(found).toEqual(record);
    expect(older?.history).toEqual(historyUpTo(day - 1, 200));
    expect(whole).toEqual({ ...record, history: historyUpTo(day, 201) });
  });

  it('ignores a history record if it was not cut', () => {
    const record = recordUpTo(day, 90, false);

    expect(clientScoreIn([stored(record), historyRecord(day - 1, 200)]).whole).toEqual(record);
  });

  it('is the score record if the history record is missing or has no points', () => {
    const record = recordUpTo(day, 90, true);
    const { day: _, points: __, ...empty } = historyRecord(day, 1);

    expect(clientScoreIn([stored(record)]).whole).toEqual(record);
    expect(clientScoreIn([stored(record), empty as Item]).whole).toEqual(record);
  });

  it('is missing without a score record, even if a history record was left over', () => {
    expect(clientScoreIn([client, historyRecord(day, 200)])).toMatchObject({ stored: undefined, whole: undefined });
    expect(clientScoreIn([])).toEqual({ stored: undefined, older: undefined, whole: undefined });
  });
});

describe('a read that found a cut score record', () => {
  it('lacks the history record if that is not there', () => {
    expect(lacksHistory([client, stored(recordUpTo(day, 90, true))])).toBe(true);
    expect(lacksHistory([stored(recordUpTo(day, 90, true)), historyRecord(day, 200)])).toBe(false);
  });

  it('lacks nothing if the score record has all points, or there is none', () => {
    expect(lacksHistory([stored(recordUpTo(day, 90, false))])).toBe(false);
    expect(lacksHistory([client])).toBe(false);
  });
});

describe('a score that is stored', () => {
  const whole = { isCut: false, writesHistory: false };
  const none = { stored: undefined, older: undefined, whole: undefined };
  const cutBefore = (older: Score | undefined) => ({ ...none, stored: recordUpTo(day - 1, 90, true), older });

  it('keeps up to 90 points in one record', () => {
    const after = scoreUpTo(copyingNight, 90);

    expect(cutScore('c1', none, after, copyingNight)).toEqual({ score: after, ...whole });
  });

  it('without points is not cut', () => {
    const after = { ...scoreUpTo(day, 0), history: undefined };

    expect(cutScore('c1', none, after, copyingNight)).toEqual({ score: after, ...whole });
  });

  it('with more points is cut to 90 on the night that copies its history', () => {
    const after = scoreUpTo(copyingNight, 91);

    expect(cutScore('c1', none, after, copyingNight)).toEqual({
      score: { ...after, history: historyUpTo(copyingNight, 90) },
      isCut: true,
      writesHistory: true,
    });
  });

  it('keeps all points until that night', () => {
    const after = scoreUpTo(day, 91);

    expect(cutScore('c1', none, after, day)).toEqual({ score: after, ...whole });
  });

  it('stays cut on the nights in between', () => {
    const after = scoreUpTo(day, 200);

    expect(cutScore('c1', cutBefore(scoreUpTo(day - 10, 190)), after, day)).toEqual({
      score: { ...after, history: historyUpTo(day, 90) },
      isCut: true,
      writesHistory: false,
    });
  });

  it('is copied on any night once the history record is more than 60 days old', () => {
    const after = scoreUpTo(day, 300);

    expect(cutScore('c1', cutBefore(scoreUpTo(day - 60, 240)), after, day).writesHistory).toBe(false);
    expect(cutScore('c1', cutBefore(scoreUpTo(day - 61, 239)), after, day)).toMatchObject({
      isCut: true,
      writesHistory: true,
    });
  });

  it.each([
    ['was never cut', { ...none, stored: recordUpTo(day - 1, 100, false), older: scoreUpTo(day - 70, 50) }],
    ['has lost its history record', cutBefore(undefined)],
    ['has a history record without points', cutBefore({ ...scoreUpTo(day, 0), history: undefined })],
  ])('keeps all points if its record %s', (_, found) => {
    const after = scoreUpTo(day, 101);

    expect(cutScore('c1', found, after, day)).toEqual({ score: after, ...whole });
  });
});
