import { expect, it } from 'vitest';
import { plainText, signed } from '../../../../shared/domain/morning/sections.ts';

it('a report as text counts the clients it does not name, and nothing in it breaks a line', () => {
  const text = plainText({
    title: 'acme\n2026',
    summary: 'All is well.',
    sections: [
      { title: 'Fell', total: 3, lines: [{ name: ' One\u2028\u202e\u0007Two\n', facts: '-1.0' }] },
      { title: 'Late', total: 1, lines: [{ name: 'Three', facts: 'since Monday' }] },
      { title: 'New', total: 2, lines: [] },
    ],
  });

  expect(text).toBe(
    'acme 2026\nAll is well.\n\nFell: 3\n  One Two: -1.0\n  and 2 more\n\nLate: 1\n  Three: since Monday\n\nNew: 2\n',
  );
});

it('changes have a sign, except none', () => {
  expect([-12.34, 0, 0.5].map(signed)).toEqual(['-12.3', '0.0', '+0.5']);
});
