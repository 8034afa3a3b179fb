import { expect, it } from 'vitest';
import { withMarksOfBenches, withMeasured } from './measured.ts';

it('a bench says of which code its figures are, and is marked while its inputs have changed since', () => {
  const measured = { commit: 'abc1234', date: '2026-11-22', inputs: '1a2b3c4d' };
  const page = `<!-- reads -->\n${withMeasured('| figures |\n', measured)}\n<!-- /reads -->\n<!-- night -->\nold\n<!-- /night -->\n`;
  const unchanged = withMarksOfBenches(page, () => '1a2b3c4d');
  const changed = withMarksOfBenches(unchanged, () => '99999999');

  expect(unchanged).toBe(
    '<!-- reads -->\n| figures |\n\nMeasured on `abc1234`, 2026-11-22, inputs 1a2b3c4d.\n<!-- /reads -->\n<!-- night -->\nold\n\nStale. Measured on an unknown commit.\n<!-- /night -->\n',
  );
  expect(changed).toBe(unchanged.replace('Measured on `abc1234`', 'Stale. Measured on `abc1234`'));
  expect(withMarksOfBenches(changed, () => '1a2b3c4d')).toBe(unchanged);
});
