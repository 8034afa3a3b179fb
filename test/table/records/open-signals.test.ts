import { expect, it } from 'vitest';
import type { OpenSignal } from '../../../shared/domain/scoring/open-signals.ts';
import { allAliases, toAliasItem } from '../../../shared/table/records/aliases.ts';
import {
  mergedOpenSignals,
  openSignalsIn,
  openSignalsItem,
  openSignalsOfRun,
} from '../../../shared/table/records/open-signals.ts';
import { aliasKey, asAccount, openSignalsKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const open = (id: string, more: Partial<OpenSignal> = {}): OpenSignal => ({
  ...{ id, feed: 'crm', since: 20_700, topic: 'trust', weight: 1.5, seen: 20_710 },
  ...{ steps: [{ most: 14, polarity: -0.3 }, { polarity: -1 }], ...more },
});
const itemOf = (...all: OpenSignal[]) => openSignalsItem(acme, 'c', all) as Item;

it('open signals are stored in one item, in the same order whatever the order of the file', () => {
  const all = [open('a'), open('b', { stream: 's' }), open('c', { steps: [{}] })];

  expect(openSignalsIn(itemOf(...all.toReversed()))).toStrictEqual(all);
  expect(itemOf(...all)).toEqual(itemOf(...all.toReversed()));
  expect(itemOf(...all)).toMatchObject({ ...openSignalsKey(acme, 'c'), clientId: 'c' });
  expect(openSignalsItem(acme, 'c', [])).toBeUndefined();
  expect(() => openSignalsIn({ ...itemOf(...all), v: 99 })).toThrow('99');
});

it('those of the same feed and id replace the stored ones', () => {
  const more = [open('b', { weight: 2 }), open('b', { feed: 'erp' }), open('1', { feed: 'crm2' })];

  expect(mergedOpenSignals(itemOf(open('21'), open('b')), more)).toStrictEqual([open('21'), ...more]);
  expect(mergedOpenSignals(undefined, more)).toStrictEqual(more);
});

it('they count in the run of a day', () => {
  expect(openSignalsOfRun(itemOf(open('a')), 20_716)).toEqual([
    { id: 'a', day: 20_715, topic: 'trust', polarity: -1, weight: 1.5 },
  ]);
});

it('another name of a client is the same in any case, and with spaces around it', async () => {
  const names = [' Acme Café\t', 'acme cafe\u0301', 'ACME CAFÉ'];
  const items = names.map((name) => toAliasItem(acme, { name, clientId: 'c' }));
  await putAll(db.table, items.slice(0, 1));

  for (const item of items) expect(item).toMatchObject(aliasKey(acme, 'acme café'));
  expect(await allAliases(db.table, acme)).toEqual([{ name: ' Acme Café\t', clientId: 'c' }]);
});

it('names that differ in their last letter only are two', () => {
  const [one, two] = ['1', '2'].map((end) => aliasKey(acme, `${'x'.repeat(199)}${end}`));

  expect(one).not.toEqual(two);
});
