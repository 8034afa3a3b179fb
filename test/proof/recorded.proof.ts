import { expect, it } from 'vitest';
import { compare, describeDifference, requests } from '../recorded/compare.ts';
import { numeral } from '../support/size.ts';

it(`${numeral(requests.length)} responses equal those of the recorded commit byte for byte, but for ETags and the listed differences`, async () => {
  const { differences, unused } = await compare();

  expect(differences.map(describeDifference).join('\n')).toBe('');
  expect(unused).toEqual([]);
});
