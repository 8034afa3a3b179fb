import { describe, expect, it } from 'vitest';
import { isNearMiss } from '../../shared/domain/near-miss.ts';

describe('a parameter name is taken for another', () => {
  it.each([
    ['includeArchived', 'include_archived'],
    ['include-archived', 'include_archived'],
    ['include_archived[]', 'include_archived'],
    ['SORT', 'sort'],
    ['q', 'Q'],
  ])('if only case and punctuation differ: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(true);
  });

  it.each([
    ['limits', 'limit'],
    ['imit', 'limit'],
    ['limot', 'limit'],
    ['limti', 'limit'],
    ['Include_Archved', 'include_archived'],
    ['ofset', 'offset'],
  ])('if one letter was added, left out, replaced or swapped: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(true);
  });

  it.each(['portfolio', 'portfolio_name', 'Portfolio-Name[]'])('if it is another name for it: %s', (sent) => {
    expect(isNearMiss(sent, 'portfolio_id', ['portfolio', 'portfolio_name'])).toBe(true);
    expect(isNearMiss(`${sent}s`, 'portfolio_id', ['portfolio', 'portfolio_name'])).toBe(false);
  });

  it.each([
    ['sorts', 'sort'],
    ['pqge', 'page'],
    ['week', 'seek'],
    ['a_bcx', 'a_bcd'],
  ])('but not if the known name has less than five letters: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(false);
  });
});
