import { describe, expect, it } from 'vitest';
import { isClientId, isId, systemPortfolios } from '../../shared/domain/ids.ts';

describe('ids', () => {
  it.each(['a', '7', 'c-1_2', 'A'.repeat(64), 'Search', 'searching'])('may be %s', (text) => {
    expect([isId(text), isClientId(text)]).toEqual([true, true]);
  });

  it.each(['', '-a', '_a', 'a b', 'a#b', 'a/b', 'a%2Fb', 'é', 'a\n', 'a\0', 'A'.repeat(65)])(
    'may not be %j',
    (text) => {
      expect([isId(text), isClientId(text)]).toEqual([false, false]);
    },
  );

  it.each(['alignment', 'by-risk', 'export', 'portfolio-health', 'search', 'statistics', 'trending'])(
    'of clients may not be %s, which is a path of its own',
    (text) => {
      expect([isId(text), isClientId(text)]).toEqual([true, false]);
    },
  );
});

describe('system portfolios', () => {
  it('are these three', () => {
    expect(systemPortfolios.map(({ id, name }) => [id, name])).toEqual([
      ['all-clients', 'All Clients'],
      ['favorite-clients', 'Favorites'],
      ['archived-clients', 'Archived'],
    ]);
    for (const { color } of systemPortfolios) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  });
});
