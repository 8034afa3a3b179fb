import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/domain/lists/search.ts';
import { byName, byPortfolio, byScore, newestFirst } from '../../shared/domain/orders.ts';
import { holds } from '../support/holds.ts';

function named(id: string, name: string) {
  return { id, foldedName: fold(name) };
}

function ids(sorted: readonly { id: string }[]): string {
  return sorted.map(({ id }) => id).join(' ');
}

describe('orders', () => {
  it('of clients and streams: score, folded name, id', () => {
    const clients = [
      { ...named('d', 'acme'), score: 80 },
      { ...named('c', 'Ácme'), score: 80 },
      { ...named('B', 'ACME'), score: 80 },
      { ...named('z', 'Zebra'), score: 80.1 },
      { ...named('a', 'acme'), score: 0 },
      { ...named('e', 'Abc'), score: 80 },
    ];

    expect(ids(clients.sort(byScore))).toBe('z e B c d a');
  });

  it('of names: by code unit, independent of language', () => {
    const clients = [
      named('1', 'Ωmega'),
      named('2', 'Zoo'),
      named('3', 'Éclair'),
      named('4', 'eclair 2'),
      named('5', '9 Lives'),
    ];

    expect(ids(clients.sort(byName))).toBe('5 3 4 2 1');
  });

  it('of portfolios: all, favorites, archived, then name and id', () => {
    const portfolios = [
      named('p2', 'beta'),
      named('archived-clients', 'Archived'),
      named('p1', 'Beta'),
      named('all-clients', 'All Clients'),
      named('p3', 'Alpha'),
      named('favorite-clients', 'Favorites'),
    ];

    expect(ids(portfolios.sort(byPortfolio))).toBe('all-clients favorite-clients archived-clients p3 p1 p2');
  });

  it('of notes: newest first, then the larger id first', () => {
    const notes = [
      { id: 'a', createdAt: '2026-11-19T09:00:00.000Z' },
      { id: 'b', createdAt: '2026-11-20T09:00:00.000Z' },
      { id: 'c', createdAt: '2026-11-19T09:00:00.000Z' },
    ];

    expect(ids(notes.sort(newestFirst))).toBe('b c a');
  });

  it('are total: only the same entry is equal, and swapping the entries swaps the sign', () => {
    const entries = fc.record({
      id: fc.string({ maxLength: 2 }),
      foldedName: fc.string({ maxLength: 2 }),
      score: fc.nat(2),
    });
    holds(
      fc.property(entries, entries, (a, b) => {
        for (const order of [byScore, byName, byPortfolio]) {
          expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0);
          if (order(a, b) === 0) expect(a.id).toBe(b.id);
        }
      }),
    );
  });
});
