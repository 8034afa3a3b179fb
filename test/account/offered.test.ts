import { expect, it } from 'vitest';
import { offered } from '../../account/view/html.ts';

it('a list that is too long for a page offers its first texts, and says what to do for the others', () => {
  const texts = Array.from({ length: 5_002 }, (_, at) => `Client ${at}`);

  expect(offered('clients', texts).match(/<option/g)).toHaveLength(5_000);
  expect(offered('clients', texts)).toContain('2 clients are not in the list: give the id of such a client.');
  expect(offered('clients', texts.slice(0, 5_000))).not.toContain('not in the list');
});
