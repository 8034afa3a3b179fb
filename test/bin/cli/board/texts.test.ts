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
} from '../../../../board/view/text.ts';
import { noon } from '../../../support/service/deps.ts';

// Pure texts of a board. board.txt shows a whole board.

describe('texts', () => {
  it('of somebody else are cut at a word', () => {
    expect(cutText('short text', 10)).toBe('short text');
    expect(cutText('some words more', 12)).toBe('some words…');
    expect(cutText('x'.repeat(80), 50)).toMatch(/^x{10,50}…$/);
  });

  it('of figures, ages and dates are short', () => {
    const texts = <T>(write: (value: T) => string, ...values: T[]) =>
      values.map(write).join(' ').replaceAll('\u00a0', ' ');
    expect(texts(revenueText, undefined, 0, -12, 9999, 10_000, 999_499)).toBe('– 0 −12 9,999 10 k 999 k');
    expect(texts(revenueText, 999_500, 9_994_000, 9_995_000, -1_220_000)).toBe('1.00 M 9.99 M 10.0 M −1.22 M');
    expect(texts(revenueText, 999_400_000, 999_500_000)).toBe('999.4 M 1,000 M');
    expect(texts(changeText, undefined, 0, 1.25, -2)).toBe('– 0.0 ▲ +1.3 ▼ −2.0');
    expect(texts(signed, 0, 3, -3)).toBe('0.0 +3.0 −3.0');
    expect(texts(percent, 0, 0.004, 0.005, 0.5)).toBe('0% &lt;1% 1% 50%');
    expect(texts(ageText, -5, 3_600_000, 172_799_999, 172_800_000)).toBe('0 hours 1 hour 47 hours 2 days');
    expect(texts(dateText, '2026-01-09', '2026-12-31')).toBe('9 Jan 2026 31 Dec 2026');
    expect(escaped('a<b>&\u0007')).toBe('a&#60;b&#62;&#38; ');
  });

  it('of contacts count days of the calendar', () => {
    const dates = ['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-01'];
    expect(dates.map((date) => contactAge(date, noon))).toEqual(['on 2026-11-21', 'today', '1 day ago', '19 days ago']);
    expect([counted(1, 'client'), counted(2, 'client'), counted(2000, 'more', 'more')]).toEqual([
      ...['1 client', '2 clients', '2,000 more'],
    ]);
  });
});
