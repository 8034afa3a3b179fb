import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goneFrom, rowsOf, sectionsWithout, shownOn, tableOfPromises, wrongReference } from './shown.ts';
import { promisingPages, sectionsOf, soundsLikePromise, statementsOf } from './statements.ts';

describe.each(promisingPages)('the promises of %s', (page) => {
  it('are each shown by a test or a proof, or listed in promises.ts as none', () => {
    expect(rowsOf(page).flatMap(({ statement, by }) => (by.length > 0 ? [] : [statement]))).toEqual([]);
  });

  it('are in every section that is not listed as instructions', () => {
    expect(sectionsWithout(page)).toEqual([]);
  });

  it('stand on the page as promises.ts names them', () => {
    expect(goneFrom(page)).toEqual([]);
  });

  it('are shown by tests that exist', () => {
    const references = shownOn(page).flatMap(([, by]) => by);
    expect(references.flatMap((reference) => wrongReference(reference) ?? [])).toEqual([]);
  });
});

it('promises.md is up to date; otherwise: npm run promises', () => {
  expect(readFileSync(join(import.meta.dirname, 'promises.md'), 'utf8')).toBe(tableOfPromises());
});

describe('the check itself', () => {
  it('reads sections that say something, with their sentences', () => {
    expect(sectionsOf('# A\n\n## B\nIt is.\n\n```sh\n# no heading\n```\n### C\n- One.\n')).toEqual([
      { heading: 'B', statements: ['It is.'] },
      { heading: 'C', statements: ['One.'] },
    ]);
  });

  it('reads sentences, items and rows, without headings and blocks', () => {
    const page =
      '# All\n\nIt is *never* late. See `x`.\n\n- Every 200.\n1. Once: that is all.\n\n| a | b |\n|---|---|\n| each | c |\n\n```sh\nnever\n```\n';

    expect(statementsOf(page)).toEqual([
      'It is *never* late.',
      'See `x`.',
      'Every 200.',
      'Once: that is all.',
      'a · b',
      'each · c',
    ]);
    expect(statementsOf(page).filter(soundsLikePromise)).toEqual(['It is *never* late.', 'Every 200.']);
  });

  it.each([
    ['proof: limiter', undefined],
    ['proof: nothing', 'there is no proof nothing'],
    ['http/nothing.test.ts: x', 'there is no test/http/nothing.test.ts'],
    ['http/statuses.test.ts: 304: no body', undefined],
    ['http/statuses.test.ts: no body', 'test/http/statuses.test.ts has no test "no body"'],
    ['http/statuses.test.ts', 'test/http/statuses.test.ts has no test ""'],
  ])('%s: %s', (reference, wrong) => {
    expect(wrongReference(reference)).toBe(wrong);
  });
});
