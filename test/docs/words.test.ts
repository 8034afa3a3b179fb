import { expect, it } from 'vitest';
import { pages } from './markdown.ts';

const most = 25_000;

it(`README.md and docs have at most ${most.toLocaleString('en')} words, as wc counts them, so that people find things`, () => {
  const read = pages.filter(({ file }) => file === 'README.md' || file.startsWith('docs/'));
  const words = new Map(read.map(({ file, text }) => [file, text.trim().split(/\s+/).length]));
  const sum = [...words.values()].reduce((total, each) => total + each, 0);

  expect(words.size).toBeGreaterThanOrEqual(8);
  expect(sum, JSON.stringify(Object.fromEntries(words))).toBeLessThanOrEqual(most);
});
