import { describe, expect, it } from 'vitest';
import { isZone, possibleOrders, readTime, toInstant } from '../../../../shared/domain/cells/dates.ts';

// Forms of dates and times; cells.test.ts has what is said of them.

describe('a cell is read', () => {
  it.each<[string, string | undefined]>([
    // as spreadsheets count days
    ['46115', '2026-04-03'],
    ['46115.5', '2026-04-03 12:00:00.000'],
    ['46115.25', '2026-04-03 06:00:00.000'],
    ['46115.333333', '2026-04-03 08:00:00.000'],
    ['46115.000001', '2026-04-03'],
    ['36526', '2000-01-01'],
    ['36525', undefined],
    ['73050', '2099-12-31'],
    ['73051', undefined],
    ['x46115', undefined],
    ['46115x', undefined],
    ['46115.x', undefined],
    ['461150', undefined],
    // with the year first
    ['2026-04-03', '2026-04-03'],
    ['2026-4-03', undefined],
    ['2026-04-3', undefined],
    ['2026/4/3', '2026-04-03'],
    ['2026/04-03', undefined],
    ['x2026-04-03', undefined],
    ['12026-04-03', undefined],
    ['2026-04-031', undefined],
    ['2026-02-29', undefined],
    // with a name of the month
    ['3 Apr 2026', '2026-04-03'],
    ['13-apr.-26', '2026-04-13'],
    ['13/APRIL/2026', '2026-04-13'],
    ['30 September 2026', '2026-09-30'],
    ['1 January 26', '2026-01-01'],
    ['3 Foo 2026', undefined],
    ['3 Apr 202', undefined],
    ['103 Apr 2026', undefined],
    ['Apr 13, 2026', '2026-04-13'],
    ['Apr. 3 2026', '2026-04-03'],
    ['September 30, 2026', '2026-09-30'],
    ['xApr 13, 2026', undefined],
    ['Apr 13, 20261', undefined],
    ['Apr 13, 2026 14:05', '2026-04-13 14:05:00.000'],
    // with the year last
    ['31.12.99', '2099-12-31'],
    ['1/31/2026', '2026-01-31'],
    ['31-12-2026', '2026-12-31'],
    ['31-12/2026', undefined],
    ['3.3.2026', '2026-03-03'],
    ['3.4.2026', 'ambiguous'],
    ['32.13.2026', undefined],
    ['131.12.2026', undefined],
    ['x', undefined],
    ['', undefined],
    // with a time
    ['2026-04-03T00:00', '2026-04-03 00:00:00.000'],
    ['2026-04-03, 9:05', '2026-04-03 09:05:00.000'],
    ['2026-04-03 23:59:59.5', '2026-04-03 23:59:59.500'],
    ['2026-04-03 23:59:59.1234567', '2026-04-03 23:59:59.123'],
    ['2026-04-03 24:00', undefined],
    ['2026-04-03 23:60', undefined],
    ['2026-04-03 23:59:60', undefined],
    ['2026-04-03 x', undefined],
    ['2026-04-03 ', '2026-04-03'],
    ['2026-04-03T', '2026-04-03'],
    ['2026-04-03 12:05 am', '2026-04-03 00:05:00.000'],
    ['2026-04-03 12:05pm', '2026-04-03 12:05:00.000'],
    ['2026-04-03 01:05 PM', '2026-04-03 13:05:00.000'],
    ['2026-04-03 13:05 PM', undefined],
    ['2026-04-03 14:05Z', '2026-04-03 14:05:00.000 Z'],
    ['2026-04-03 14:05 utc', '2026-04-03 14:05:00.000 Z'],
    ['2026-04-03 14:05 GMT', '2026-04-03 14:05:00.000 Z'],
    ['2026-04-03 14:05+0230', '2026-04-03 14:05:00.000 +02:30'],
    ['2026-04-03 14:05 -02:30', '2026-04-03 14:05:00.000 -02:30'],
    ['2026-04-03 14:05 CET', undefined],
    ['3.4.2026 14:05', 'ambiguous'],
    ['3.4.2026 25:05', undefined],
  ])('%j: %s', (cell, expected) => {
    const found = readTime(cell, undefined);

    expect(typeof found === 'object' ? [found.date, found.clock, found.offset].filter(Boolean).join(' ') : found).toBe(
      expected,
    );
  });

  it.each([
    ['3.4.2026', '2026-04-03', '2026-03-04'],
    ['13.4.2026', '2026-04-13', undefined],
    ['2026-04-03', '2026-04-03', '2026-04-03'],
  ])('%j, with the day first: %s, with the month first: %s', (cell, dmy, mdy) => {
    expect([readTime(cell, 'dmy'), readTime(cell, 'mdy')]).toEqual([dmy, mdy].map((date) => date && { date }));
  });

  it.each<[string, ReturnType<typeof possibleOrders>]>([
    [' 3.4.2026', ['dmy', 'mdy']],
    ['13/4/26 14:05', ['dmy']],
    ['4-13-2026', ['mdy']],
    ['32/13/2026', []],
    ['3.4/2026', undefined],
    ['3.4.20261', undefined],
    ['13.4.202', undefined],
    ['x3.4.2026', undefined],
    ['2026-04-03', undefined],
  ])('%j in the orders %j', (cell, orders) => {
    expect(possibleOrders(cell)).toEqual(orders);
  });
});

describe('an instant', () => {
  const wall = { date: '2026-11-20', clock: '14:05:00.000' };

  it.each<[Parameters<typeof toInstant>[0], string | undefined, string | undefined]>([
    [{ date: '2026-11-20' }, 'Europe/Berlin', '2026-11-20T00:00:00.000Z'],
    [wall, undefined, undefined],
    [wall, 'Z', '2026-11-20T14:05:00.000Z'],
    [wall, '+05:30', '2026-11-20T08:35:00.000Z'],
    [wall, '-05:30', '2026-11-20T19:35:00.000Z'],
    [wall, 'Europe/Berlin', '2026-11-20T13:05:00.000Z'],
    [wall, 'Etc/GMT+1', '2026-11-20T15:05:00.000Z'],
    [{ ...wall, offset: '+02:00' }, 'Europe/Berlin', '2026-11-20T12:05:00.000Z'],
    [{ ...wall, offset: 'Z' }, undefined, '2026-11-20T14:05:00.000Z'],
    [{ date: '2026-03-29', clock: '03:30:00.400' }, 'Europe/Berlin', '2026-03-29T01:30:00.400Z'],
  ])('of %j in %s is %s', (time, zone, instant) => {
    expect(toInstant(time, { zone })).toBe(instant);
  });

  it.each([
    ['Z', true],
    ['+05:30', true],
    ['-11:00', true],
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars', false],
    ['', false],
    ['+25:000', false],
    ['+25:00', false],
    ['+02:60', false],
    ['+23:59', true],
    ['x+05:30', false],
    ['ZZ', false],
  ])('%j is a zone: %s', (zone, is) => {
    expect(isZone(zone)).toBe(is);
  });
});
