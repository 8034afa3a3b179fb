import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, matchRank, NameIndex } from '../../../../shared/domain/lists/search.ts';
import { holds } from '../../../support/holds.ts';

describe('folding', () => {
  it.each([
    ['ACME Ltd', 'acme ltd'],
    ['Café Müller', 'cafe muller'],
    ['Cafe\u0301 Mu\u0308ller', 'cafe muller'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
    ['ﬁnance', 'finance'],
    ['  a \t b\n\u00a0c ', 'a b c'],
    ['Straße', 'strasse'],
    ['GROẞ', 'gross'],
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['Æther, œuvre', 'aether, oeuvre'],
    ['Sigurður Þór Đorđević Ħal', 'sigurdur thor dordevic hal'],
    ['Diyarbakır Ŧest', 'diyarbakir test'],
    ['株式会社', '株式会社'],
    ['\u0301 7\u0301', '7'],
    ['Άλφα', 'αλφα'],
    ['Чайка Ёлка Київ', 'чайка елка київ'],
    ['हिंदी क\u093c', 'हिंदी क\u093c'],
    ['ガラス ｶﾞ', 'ガラス ガ'],
    ['O’Neill ‘x’ Hawaiʼi', "o'neill 'x' hawai'i"],
  ])('turns %j into %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('twice gives the same as folding once, and case does not matter', () => {
    holds(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.toLowerCase())).toBe(fold(text));
      }),
      { numRuns: 1000 },
    );
  });
});

it.each([
  ['чайка', 'чаика'],
  ['かがみ', 'ががみ'],
  ['कि', 'का'],
])('a mark of another script makes another letter: %s is not %s', (name, query) => {
  expect(matchRank(fold(name), fold(query))).toBeUndefined();
});

describe('the rank of a match', () => {
  it.each([
    ['north bank', 'north bank', 0],
    ['north bank of the west', 'north bank', 1],
    ['northern lights', 'north', 1],
    ['north bank', 'bank north', 2],
    ['the north bank', 'north bank', 2],
    ['the north bank', 'ban no', 2],
    ['the embankment north', 'north bank', 3],
    ['smith-jones', 'jones', 2],
    ["o'neill (uk)", 'uk', 2],
    ['west embankment', 'bank', 3],
    ['west embankment bankers', 'bank', 2],
    ['𝔸 club'.normalize('NFKD'), 'club', 2],
    ['𐐨bank', 'bank', 3],
    ['xbank', 'bank', 3],
    ['north bank', 'north east', undefined],
    ['north bank', 'northbank', undefined],
  ])('of %j for %j is %s', (name, query, rank) => {
    expect(matchRank(name, query)).toBe(rank);
  });
});

describe('search', () => {
  const names = new NameIndex(
    ['West Embankment', 'The Bänk', 'Bank of East', 'BANK', 'Banker', 'Shop'].map((name) => fold(name)),
  );

  it('lists the best matches first, and equal ones in the order given', () => {
    expect(names.search(' bank ')).toEqual([3, 2, 4, 1, 0]);
  });

  it.each([
    ['west', 0],
    ['shop', 5],
  ])('finds the whole of the first and the last name: %s', (query, place) => {
    expect(names.search(query)).toEqual([place]);
  });

  it.each(['\u0301', 'bank shop', 'x'])('finds nothing for %j', (query) => {
    expect(names.search(query)).toEqual([]);
  });

  it('finds every name by each of its parts', () => {
    holds(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (name, from, length) => {
        const folded = fold(name);
        const part = folded.slice(from % (folded.length + 1)).slice(0, 1 + (length % 5));
        fc.pre(part.trim() !== '');

        expect(new NameIndex(['', folded, 'x']).search(part)).toContain(1);
      }),
    );
  });
});
