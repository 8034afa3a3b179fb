import { describe, expect, it } from 'vitest';
import { isClientId, isId } from '../../../shared/domain/ids.ts';

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
