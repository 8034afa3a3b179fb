import { expect, it } from 'vitest';
import { pages, sectionOf } from './markdown.ts';

const [table = ''] = sectionOf('docs/operations.md', '## Costs').split('\n### ');
const lines = table.split('\n');
const rows = lines
  .slice(0, lines.findIndex((line) => line.includes('**sum**')) + 1)
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1));
const dollars = (cell = '') => Number(/^\s*\**\$([\d,.]+)\**\s*$/.exec(cell)?.[1]?.replaceAll(',', ''));
const sums = rows.find(([title]) => title?.includes('**sum**'))?.slice(1) ?? [];

it.each([0, 1, 2])('the costs of column %i add up to their sum, to the dollar', (column) => {
  const parts = rows.map((cells) => dollars(cells[column + 1])).slice(1, -1);

  expect(parts.length).toBeGreaterThanOrEqual(10);
  expect(Math.round(parts.reduce((cents, part) => cents + Math.round(100 * part), 0) / 100)).toBe(
    dollars(sums[column]),
  );
});

it('what a deployment costs at rest is what its alarms and polled queues cost', () => {
  const atRest = rows.filter(([title]) => /alarm metrics|queue/.test(title ?? '')).map(([, first]) => dollars(first));
  const cents = atRest.reduce((sum, part) => sum + Math.round(100 * part), 0);
  expect(atRest.length).toBe(4);
  expect(sectionOf('docs/operations.md', '## Scale')).toContain(`for $${(cents / 100).toFixed(2)} a month at rest`);
});

it('the README repeats the sums of the first two columns', () => {
  const readme = pages.find(({ file }) => file === 'README.md')?.text ?? '';
  const [one, fifty] = sums.map(dollars);

  expect(readme).toContain(`about $${one} a month for an account of 250 clients, $${fifty} for 50 accounts`);
});
