import { describe, expect, it } from 'vitest';
import type { AlignmentRead, AlignmentYear } from '../../../shared/domain/alignment.ts';
import { fromAlignmentItem, toAlignmentItem } from '../../../shared/table/records/alignment.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { sizeOf } from '../../support/store/capacity.ts';

const itemOf = (year: AlignmentYear) => toAlignmentItem(asAccount('acme'), 'c'.repeat(36), year);
const read = (updatedBy: string, week = '2026-11-16'): AlignmentRead => ({
  value: 'amber',
  week,
  updatedAt: '2026-11-17T10:00:00Z',
  updatedBy,
});

describe("a client's reads of a year", () => {
  it.each<[string, AlignmentYear]>([
    ['with none of its own', { year: '2026', carried: read('Ada Lovelace', '2024-01-01'), reads: [] }],
    ['the first ever', { year: '2026', carried: null, reads: [read('Ada')] }],
    ['by people of odd names', { year: '2026', carried: null, reads: [read(' Ada  B. '), read(''), read('Zoë 🙂')] }],
  ])('are unpacked unchanged: %s', (_, year) => {
    expect(fromAlignmentItem(itemOf(year))).toEqual(year);
  });

  it('take half a read unit if filed every week by people with names of 30 characters', () => {
    const reads = Array.from({ length: 53 }, (_, week) => read('n'.repeat(30), `2026-01-${week + 10}`));

    expect(sizeOf(itemOf({ year: '2026', carried: reads[0] ?? null, reads }))).toBeLessThanOrEqual(4096);
  });
});
