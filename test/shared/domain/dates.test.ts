import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateOf, dayOf, isDate, isoWeek, mondayOf } from '../../../shared/domain/dates.ts';
import { holds } from '../../support/holds.ts';

describe('dates', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2024-02-29', 19_782],
    ['2026-11-20', 20_777],
  ])('counts %s as day %d and back', (date, day) => {
    expect(dayOf(date)).toBe(day);
    expect(dateOf(day)).toBe(date);
  });

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-28', 2, '2024-03-01'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-03-30', -30, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s plus %d days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  it.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('accepts %s as a date', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    ...'2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00 2026-1-1 20261120'.split(' '),
    ...['2026-11-20T00:00:00Z', ' 2026-11-20', '2026-11-20\n', '+02026-11-20', '+010000-01', ''],
  ])('rejects %j as a date', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('weeks', () => {
  it.each([
    ['2026-11-16', '2026-11-16', '2026-W47'],
    ['2026-11-22', '2026-11-16', '2026-W47'],
    ['2026-11-23', '2026-11-23', '2026-W48'],
    ['2027-01-01', '2026-12-28', '2026-W53'],
    ['2024-12-30', '2024-12-30', '2025-W01'],
    ['2023-01-01', '2022-12-26', '2022-W52'],
    ['1969-12-28', '1969-12-22', '1969-W52'],
    ['0099-01-01', '0098-12-29', '0099-W01'],
  ])('put %s into the week of %s, %s', (date, monday, week) => {
    expect(dateOf(mondayOf(dayOf(date)))).toBe(monday);
    expect(isoWeek(dayOf(date))).toBe(week);
  });

  it('has the same id on all seven days, and another on the next Monday', () => {
    holds(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), (day) => {
        const monday = mondayOf(day);

        expect(day - monday).toBeGreaterThanOrEqual(0);
        expect(day - monday).toBeLessThan(7);
        expect(isoWeek(day)).toBe(isoWeek(monday));
        expect(isoWeek(monday + 7)).not.toBe(isoWeek(monday));
      }),
    );
  });
});
