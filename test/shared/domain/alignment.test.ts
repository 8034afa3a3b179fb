import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlignmentRead,
  type AlignmentValue,
  type AlignmentYear,
  latestRead,
  readAsOf,
  withRead,
  yearOf,
} from '../../../shared/domain/alignment.ts';
import { addDays, dateOf, dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import { holds } from '../../support/holds.ts';

function read(week: string, value: AlignmentValue, updatedAt = `${week}T12:00:00.000Z`): AlignmentRead {
  return { value, week, updatedAt, updatedBy: 'Ada' };
}

function filed(...reads: readonly AlignmentRead[]): AlignmentYear[] {
  return reads.reduce<AlignmentYear[]>(withRead, []);
}

/** As the table returns it: the record of the year, or the newest one before it. */
function asOf(years: readonly AlignmentYear[], date: string): AlignmentRead | null {
  return readAsOf(
    years.findLast(({ year }) => year <= yearOf(date)),
    date,
  );
}

const red = read('2024-03-04', 'red');
const amber = read('2024-12-30', 'amber');
const green = read('2027-01-04', 'green');

describe('filing a read', () => {
  it('keeps a record for every year from the first read to the latest', () => {
    expect(filed(green, red, amber)).toEqual([
      { year: '2024', carried: null, reads: [red, amber] },
      { year: '2025', carried: amber, reads: [] },
      { year: '2026', carried: amber, reads: [] },
      { year: '2027', carried: amber, reads: [green] },
    ]);
  });

  it.each([
    { what: 'an update later', updatedAt: '2024-03-09T00:00:00.000Z', stands: 'green' },
    { what: 'a correction of the same moment', updatedAt: red.updatedAt, stands: 'green' },
    { what: 'an update earlier', updatedAt: '2024-03-01T00:00:00.000Z', stands: 'red' },
  ] as const)('for a week that has one: of $what $stands stands', ({ updatedAt, stands }) => {
    expect(latestRead(filed(red, read(red.week, 'green', updatedAt)))?.value).toBe(stands);
  });

  it('never shows a later read, carries reads forward, and does not depend on the order of filing', () => {
    const weeks = fc
      .integer({ min: dayOf('2022-01-01'), max: dayOf('2027-12-31') })
      .map((day) => dateOf(mondayOf(day)));
    const reads = fc.uniqueArray(
      fc.record({ week: weeks, value: fc.constantFrom<AlignmentValue>('red', 'amber', 'green'), updated: fc.nat(500) }),
      { selector: ({ week, updated }) => `${week} ${updated}`, maxLength: 30, size: 'max' },
    );
    const days = fc.integer({ min: dayOf('2021-06-01'), max: dayOf('2028-06-01') });
    holds(
      fc.property(reads, fc.array(days, { minLength: 5, maxLength: 5 }), (given, asked) => {
        const all = given.map(({ week, value, updated }) =>
          read(week, value, `${addDays(week, updated)}T00:00:00.000Z`),
        );

        const years = filed(...all);

        for (const date of asked.map(dateOf)) {
          const visible = all.filter(({ week }) => week <= date);
          const expected =
            visible.sort((a, b) => (a.week + a.updatedAt < b.week + b.updatedAt ? -1 : 1)).at(-1) ?? null;
          expect(asOf(years, date)).toEqual(expected);
        }
        expect(filed(...all.toReversed())).toEqual(years);
      }),
    );
  });
});
