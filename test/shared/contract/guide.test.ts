import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText, rateLimitText } from '../../../shared/contract/errors.ts';
import { groups } from '../../../shared/contract/groups.ts';

import { root } from '../../support/sources.ts';

// docs/api.md is written by hand; these tests compare it with the contract.

const guide = readFileSync(join(root, 'docs', 'api.md'), 'utf8');
const endpoints = groups.flatMap((group) => Object.values(group.endpoints));
const rows = new Map(
  [...guide.matchAll(/^\| `(\/[^`]*)` \|.*\| (.*) ?\|$/gm)].map(([, path, words]) => [path, words ?? '']),
);

describe('the guide for callers', () => {
  it('lists every endpoint, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(endpoints.map(({ path }) => path).sort());
  });

  it.each(endpoints.map(({ path, query }) => [path, query] as const))('names the parameters of %s', (path, query) => {
    const words = rows.get(path) ?? '';
    const { portfolio_id, include_archived, offset, limit, ...others } = query;
    const scoped = portfolio_id !== undefined;

    expect(words.includes('scope')).toBe(scoped);
    expect(words.includes('`include_archived`')).toBe(include_archived !== undefined && !scoped);
    expect(words.includes('paging')).toBe(offset !== undefined);
    expect(words.includes('`limit`')).toBe(limit !== undefined && offset === undefined);
    if (offset)
      expect(words).toContain(`paging to ${limit?.requirement.match(/\d+$/)}`.replace(/(\d)(\d{3})$/, '$1,$2'));
    for (const name of Object.keys(others)) expect(words).toContain(`\`${name}\``);
  });

  it('shows error bodies as the service sends them', () => {
    expect(guide).toContain(errorText(422, '`limit` must be a whole number from 1 to 500.'));
    expect(guide).toContain(rateLimitText(17));
  });
});
