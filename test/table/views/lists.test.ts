import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { builtList, fromListItem, type List, membersOf, toListItem } from '../../../shared/table/views/model/lists.ts';
import { cut } from '../../../shared/table/views/model/pages.ts';
import { shownPortfolios } from '../../../shared/table/views/model/portfolio-view.ts';
import { aPortfolio } from '../../support/store/facts.ts';

const account = asAccount('acme');
const tally = (total: number) => ({
  total,
  sumOfTenths: 900 * total,
  bands: { highRisk: 0, mediumRisk: total, lowRisk: 0, onTrack: 0 },
});
const pages = [
  { id: 'aaaaaaaaaaaaaaaa', count: 200, start: 0 },
  { id: 'bbbbbbbbbbbbbbbb', count: 7, start: 200 },
];

it('a list is read as it was stored', () => {
  const list: List = {
    order: '0110',
    parts: [
      { pages, tally: tally(207) },
      { pages: [], tally: tally(0) },
      { pages: pages.slice(0, 1), tally: tally(200) },
    ],
    names: [pages, []],
    overviews: ['{}', '{"total":0}'],
  };

  expect(fromListItem(toListItem(account, { roster: 'clients', id: 'x', list, pages: [] }, 3))).toEqual(list);
});

it('the same lines are always the same list, and other lines another', () => {
  const line = (id: string, part = 0, score = 90) => ({ id, part, score, text: `"${id}"`, foldedName: id });
  const idOf = (...lines: ReturnType<typeof line>[]) => builtList('clients', { parts: 2, lines }).id;
  const more = (...given: Parameters<typeof builtList>[2][]) =>
    given.map((each) => builtList('clients', { parts: 2, lines: [line('a')] }, each).id);
  const ids = [
    ...[idOf(), idOf(line('a')), idOf(line('a', 1)), idOf(line('a', 0, 91)), idOf(line('a'), line('b', 1))],
    ...more({ names: [cut([line('a')]), []] }, { overviews: ['{}'] }, { overviews: ['{"total":1}'] }),
  ];

  expect(new Set(ids).size).toBe(ids.length);
  expect(idOf(line('a'))).toBe(ids[1]);
});

it('a portfolio is shown as it is stored, also what is empty of it', () => {
  const [empty, plain] = [aPortfolio('p', { description: '', userIds: [] }).value, aPortfolio('q').value];
  const clients = membersOf(builtList('clients', { parts: 2, lines: [] }));

  expect(shownPortfolios([plain, empty], () => clients)).toStrictEqual([
    { ...empty, clients },
    { ...plain, clients },
  ]);
});

it('a list of more than 350 KB is refused with the reason', () => {
  const store = (length: number) => {
    const pages = Array.from({ length }, () => ({ id: randomBytes(12).toString('base64url'), count: 66, start: 0 }));
    const list: List = { order: '', parts: [{ pages, tally: tally(0) }], names: [], overviews: [] };
    return toListItem(account, { roster: 'streams', id: 'x', list, pages: [] }, 0);
  };
  // compressed: their texts take 391 and 587 KB
  expect(store(20_000)).toMatchObject({ sk: 'LIST#x' });
  expect(() => store(30_000)).toThrow(
    /^The list streams of acme takes (3[5-9]|4)\d+ KB; at most 350 KB can be stored. Split the account into several.$/,
  );
});
