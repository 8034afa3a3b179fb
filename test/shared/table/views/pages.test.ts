import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { cut, fieldsIn, toPageItems } from '../../../../shared/table/views/model/pages.ts';
import { holds } from '../../../support/holds.ts';

type Line = Parameters<typeof cut>[0][number];
const line = (id: string, text = `{"id":"${id}"}`, fields: object = {}): Line => ({
  id,
  text,
  fields: { ...fields, id },
});
// every third one is a favorite: a field that others do not have
const linesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    line(`client-${from + at}`, undefined, at % 3 === 0 ? { favorite: true } : {}),
  );
const counts = (lines: readonly Line[]) => cut(lines).map(({ count }) => count);

const storedFields = (page: ReturnType<typeof cut>[number]) =>
  toPageItems(asAccount('acme'), 'clients', page, 0).slice(1).flatMap(fieldsIn);

const bytes = (text: string) => Buffer.byteLength(text);
const longest = 56 * 1024;

describe('cutting a list into pages', () => {
  it('keeps every entry in order, in pages of at most 100, cut where 33 are left on each side', () => {
    holds(
      fc.property(fc.integer({ min: 101, max: 2000 }), fc.nat({ max: 1e6 }), (count, from) => {
        const lines = linesOf(count, from);

        const pages = cut(lines);

        expect(pages.flatMap(({ text }) => text.split('\n'))).toEqual(lines.map(({ text }) => text));
        expect(pages.flatMap(storedFields)).toEqual(lines.map(({ fields }) => fields));
        for (const { count: size } of pages) expect(size >= 33 && size <= 100).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['texts', (at: number) => line(`c${at}`, `"${'é'.repeat(1000 + at)}"`)],
    ['fields', (at: number) => line(`c${at}`, '{}', { note: 'é'.repeat(1000 + at) })],
  ])('ends pages of long %s before 56 KB', (_, lineAt) => {
    const pages = cut(Array.from({ length: 90 }, (_, at) => lineAt(at)));

    expect(pages.length).toBeGreaterThan(2);
    for (const { text, fields } of pages)
      expect(Math.max(bytes(text), bytes(fields ?? ''))).toBeLessThanOrEqual(longest);
  });

  it('derives the id of a page from all its content', () => {
    const [one] = cut([line('a')]);
    const [otherText] = cut([line('a', '{"id":"a","score":1}')]);
    const [otherSide] = cut([line('a', undefined, { favorite: true })]);

    expect(cut([line('a')])).toEqual([one]);
    expect(new Set([one?.id, otherText?.id, otherSide?.id]).size).toBe(3);
  });

  it('leaves nearly all pages unchanged when an entry moves or leaves', () => {
    const lines = linesOf(3000);
    const before = new Set(cut(lines).map(({ id }) => id));
    const freshOf = (all: readonly Line[]) => cut(all).filter(({ id }) => !before.has(id)).length;
    const fresh: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const moved = lines.toSpliced((at * 997) % 3000, 1);
      moved.splice((at * 1499) % 2999, 0, line(`client-${(at * 997) % 3000}`, '{"moved":true}'));
      fresh.push(freshOf(moved));
    }
    // also if the last entry of a page leaves
    const ends = counts(lines).map((_, at, all) => all.slice(0, at + 1).reduce((sum, count) => sum + count));
    fresh.push(...ends.map((end) => freshOf(lines.toSpliced(end - 1, 1))));

    expect(fresh.toSorted((a, b) => a - b)[50]).toBe(2);
    expect(Math.max(...fresh)).toBeLessThanOrEqual(6);
  });
});
