import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { NameIndex, nameOf } from '../../../import/facts/name-index.ts';
import { inOrder, StatementList } from '../../../import/facts/statement-list.ts';
import { holds } from '../../support/holds.ts';

it('entries of several files are ordered by client, then week, then as they came', () => {
  const place = fc.record({
    row: fc.nat(2 ** 31),
    part: fc.nat(9),
    client: fc.constantFrom(0, 1, 7, 255, 100_000),
    week: fc.constantFrom(0, 1, 31, 32, 1402, 9000),
  });
  holds(
    fc.property(fc.array(fc.array(place, { maxLength: 200 }), { maxLength: 4 }), (files) => {
      const lists = files.map((places) => {
        const list = new StatementList();
        for (const each of places) list.add(each);
        expect(places.map((_, at) => list.at(at))).toEqual(places);
        return list;
      });
      const all = files.flat();

      expect([...inOrder(lists)].map((number) => all[number])).toEqual(
        all.toSorted((a, b) => a.client - b.client || a.week - b.week),
      );
    }),
  );
});

it('an index of names finds the line of the first of thousands of names', () => {
  const names = new NameIndex();
  for (let at = 1; at <= 20_000; at += 1) names.add(nameOf(`name ${at}`), at);
  names.add(nameOf('name 7'), 99_999);

  const lost = Array.from({ length: 20_000 }, (_, at) => at + 1).filter(
    (at) => names.lineOf(nameOf(`name ${at}`)) !== at,
  );
  expect(lost).toEqual([]);
  expect(names.lineOf(nameOf('name 20001'))).toBeUndefined();
});
