import { expect, it } from 'vitest';
import * as keys from '../../../shared/table/store/item-keys.ts';

// What is stored is found by these texts. A release that changes one of them loses the items.

const a = keys.asAccount('a');
const textOf = (key: keys.ItemKey | keys.KeyRange) =>
  'sk' in key ? `${key.pk} ${key.sk}` : `${key.pk} ${key.from} to ${key.to}`;

it.each<[string, () => keys.ItemKey | keys.KeyRange]>([
  ['KEY#h KEY', () => keys.apiKeyItemKey('h')],
  ['KEYS k', () => keys.issuedKeyItemKey('k')],
  ['KEYS  to ~', () => keys.issuedKeysRange()],
  ['ACCOUNTS a', () => keys.accountKey(a)],
  ['WRITERS a', () => keys.writerLockKey(a)],
  ['DELETED a', () => keys.deletedAccountKey(a)],
  ['DELETED  to ~', () => keys.deletedAccountsRange()],
  ['INBOXES a', () => keys.inboxKey(a)],
  ['FEEDS a', () => keys.feedsKey(a)],
  ['CUST#a CLIENT#c', () => keys.clientKey(a, 'c')],
  ['CUST#a PORTFOLIO#p', () => keys.portfolioKey(a, 'p')],
  ['CUST#a MORNING#2026-11-20', () => keys.morningKey(a, '2026-11-20')],
  ['CUST#a#GONE CLIENT#c', () => keys.pendingDeletionKey(a, keys.clientKey(a, 'c'))],
  ['CUST#a#GONE  to ~', () => keys.pendingDeletionsRange(a)],
  ['CUST#a#PORTFOLIO#p MEMBER#c', () => keys.memberKey(a, 'p', 'c')],
  ['CUST#a#PORTFOLIO#p MEMBER# to MEMBER#~', () => keys.membersRange(a, 'p')],
  ['CUST#a#CLIENT#c S#2026-11-16', () => keys.signalsKey(a, 'c', '2026-11-16')],
  ['CUST#a#CLIENT#c S#TODAY', () => keys.openSignalsKey(a, 'c')],
  ['CUST#a#CLIENT#c S#2026-11-16 to S#~', () => keys.signalsRange(a, 'c', '2026-11-16')],
  ['CUST#a#CLIENT#c S#2026-11-16 to STREAM#~', () => keys.nightRange(a, 'c', '2026-11-16')],
  ['CUST#a#CLIENT#c SCORE to STREAM#~', () => keys.scoresRange(a, 'c')],
  ['CUST#a#CLIENT#c STREAM# to STREAM#~', () => keys.streamsRange(a, 'c')],
  ['CUST#a FACTS', () => keys.factsMarkKey(a)],
  ['CUST#a ROOT', () => keys.rootKey(a)],
  ['CUST#a#ROSTER#clients PAGE#i', () => keys.pageKey(a, 'clients', 'PAGE', 'i')],
  ['CUST#a VIEW#v', () => keys.portfolioViewKey(a, 'v')],
])('%s', (text, keyOf) => {
  expect(textOf(keyOf())).toBe(text);
});

const { isClient, isPortfolio, isStream, isScore, isOpenSignals, isSignals } = keys;
const kinds = { isClient, isPortfolio, isStream, isScore, isOpenSignals, isSignals };

it.each([
  ['CLIENT#c', 'isClient'],
  ['PORTFOLIO#p', 'isPortfolio'],
  ['STREAM#s', 'isStream'],
  ['SCORE', 'isScore'],
  ['S#TODAY', 'isOpenSignals'],
  ['S#2026-11-16', 'isSignals'],
])('%s is of one kind: %s', (sk, kind) => {
  expect(
    Object.entries(kinds)
      .filter(([, is]) => is({ pk: 'CUST#a', sk }))
      .map(([name]) => name),
  ).toEqual([kind]);
});
