import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { fromHeadItem, headOf, toHeadItem } from '../../../shared/table/views/model/head.ts';
import { builtList, fromListItem, toListItem, type ViewList } from '../../../shared/table/views/model/lists.ts';

const account = asAccount('acme');
const tally = (total: number) => ({
  total,
  sumOfTenths: 900 * total,
  bands: { highRisk: 0, mediumRisk: total, lowRisk: 0, onTrack: 0 },
});
const pages = [
  { id: 'aaaaaaaaaaaaaaaa', count: 200 },
  { id: 'bbbbbbbbbbbbbbbb', count: 7 },
];

it('a list is read as it was stored', () => {
  const list: ViewList = {
    order: '0110',
    parts: [
      { pages, tally: tally(207) },
      { pages: [], tally: tally(0) },
      { pages: pages.slice(1), tally: tally(7) },
    ],
    names: [pages, []],
    overviews: ['{}', '{"total":0}'],
  };

  expect(fromListItem(toListItem(account, 'clients', builtList(list), 20_777))).toEqual(list);
});

it.each([0, 1, 2, 3, 6])('a head with %i parts is read as it was stored', (count) => {
  const parts = Array.from({ length: count }, (_, at) => ({ pages: pages.slice(at % 3), tally: tally(at) }));

  for (const list of ['list', undefined]) {
    const head = headOf(20_777, parts, list);
    expect(fromHeadItem(toHeadItem(account, 'streams', head))).toEqual(head);
  }
});

it('heads with different lists, nights or pages have different versions', () => {
  const part = { pages, tally: tally(207) };
  const heads = [
    headOf(20_777, [part], 'list'),
    headOf(20_777, [part], undefined),
    headOf(20_778, [part], 'list'),
    headOf(null, [part], 'list'),
    headOf(20_777, [{ ...part, pages: pages.slice(1) }], 'list'),
    headOf(20_777, [{ ...part, tally: tally(206) }], 'list'),
    headOf(20_777, [part, part], 'list'),
  ];

  expect(new Set(heads.map(({ version }) => version)).size).toBe(heads.length);
  expect(headOf(20_777, [part], 'list')).toEqual(heads[0]);
});
