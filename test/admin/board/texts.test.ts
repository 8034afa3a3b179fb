import { describe, expect, it } from 'vitest';
import {
  ageText,
  changeText,
  contactAge,
  counted,
  cutText,
  dateText,
  escaped,
  percent,
  revenueText,
  signed,
} from '../../../board/view/text.ts';
import { noon } from '../../support/service/deps.ts';

// Pure texts of a board. figures.test.ts compares whole boards with the API, board.txt shows one.

describe('texts', () => {
  it('of somebody else are cut at a word', () => {
    expect(cutText('short text', 10)).toBe('short text');
    expect(cutText('some words more', 12)).toBe('some words…');
    expect(cutText('x'.repeat(80), 50)).toMatch(/^x{10,50}…$/);
  });

  it.each<[string, readonly (readonly [unknown, string])[], (value: never) => string]>([
    [
      'revenue',
      [
        ...([
          [undefined, '–'],
          [0, '0'],
          [-12, '−12'],
          [9999, '9,999'],
          [10_000, '10 k'],
          [999_499, '999 k'],
        ] as const),
        ...([
          [999_500, '1.00 M'],
          [9_994_000, '9.99 M'],
          [9_995_000, '10.0 M'],
          [-1_220_000, '−1.22 M'],
        ] as const),
        ...([
          [999_400_000, '999.4 M'],
          [999_500_000, '1,000 M'],
        ] as const),
      ],
      revenueText,
    ],
    [
      'changes',
      [
        [undefined, '–'],
        [0, '0.0'],
        [1.25, '▲ +1.3'],
        [-2, '▼ −2.0'],
      ],
      changeText,
    ],
    [
      'signed numbers',
      [
        [0, '0.0'],
        [3, '+3.0'],
        [-3, '−3.0'],
      ],
      signed,
    ],
    [
      'shares',
      [
        [0, '0%'],
        [0.004, '&lt;1%'],
        [0.005, '1%'],
        [0.5, '50%'],
      ],
      percent,
    ],
    [
      'ages',
      [
        [-5, '0 hours'],
        [3_600_000, '1 hour'],
        [172_799_999, '47 hours'],
        [172_800_000, '2 days'],
      ],
      ageText,
    ],
    [
      'dates',
      [
        ['2026-01-09', '9 Jan 2026'],
        ['2026-12-31', '31 Dec 2026'],
      ],
      dateText,
    ],
    ['names', [['a<b>&\u0007', 'a&#60;b&#62;&#38; ']], escaped],
  ])('of %s', (_, cases, written) => {
    for (const [value, expected] of cases) expect(written(value as never).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  it('of contacts count days of the calendar', () => {
    const dates = ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-01'];
    expect(dates.map((date) => contactAge(date, noon))).toEqual(['on 2026-11-21', 'today', '1 day ago', '19 days ago']);
    expect([counted(1, 'client'), counted(2, 'client'), counted(2000, 'more', 'more')]).toEqual([
      ...['1 client', '2 clients', '2,000 more'],
    ]);
  });
});
