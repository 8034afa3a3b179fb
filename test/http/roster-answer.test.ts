import { describe, expect, it, vi } from 'vitest';
import { hashedRosterAnswer, listBody, rosterAnswer, scopedAnswer } from '../../shared/http/roster-answer.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { PageMissing } from '../../shared/table/views/read/page-store.ts';
import { accountWriter } from '../support/rosters/account-writer.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { aClient, aMember, aPortfolio } from '../support/store/facts.ts';
import { memoryTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';

const question = { list: 'clients', account: asAccount('acme'), query: { limit: 5 } };
const gone = { pk: 'CUST#acme#ROSTER#clients', sk: 'PAGE#x' };
const rosterOf = (version: string) => ({ version });

/** A roster whose older version is replaced, and its pages deleted, before they are read. */
function replaced(versions: readonly string[]) {
  const left = [...versions];
  const open = vi.fn(async (_: { consistent: boolean }) => rosterOf(left.shift() ?? 'none'));
  const render = async ({ version }: ReturnType<typeof rosterOf>) => {
    if (version.startsWith('deleted')) throw new PageMissing(gone);
    return `of ${version}`;
  };
  return { open, render };
}

const bodyOf = async ({ body }: Awaited<ReturnType<typeof hashedRosterAnswer>>) =>
  typeof body === 'string' ? expect.unreachable() : await body();

describe('an answer from one version of a roster', () => {
  it('has the ETag of version and question before a page is read, and again with its body and headers', async () => {
    const { open, render } = replaced(['v1']);
    const answer = await rosterAnswer(question, open, render, ({ version }) => ({ 'X-Version': version }));

    expect(answer.etag).toMatch(/^v1\.[\w-]{8}$/);
    expect(await bodyOf(answer)).toEqual({ etag: answer.etag, body: 'of v1', headers: { 'X-Version': 'v1' } });
    expect(open.mock.calls).toEqual([[{ consistent: false }]]);
  });

  it('is read again, strongly consistent, when pages of its version were deleted', async () => {
    const { open, render } = replaced(['deleted', 'deleted too', 'v3']);
    const answer = await rosterAnswer(question, open, render, ({ version }) => ({ 'X-Version': version }));
    const headers = { 'X-Version': 'v3' };

    expect(await bodyOf(answer)).toEqual({ etag: expect.stringMatching(/^v3\./), body: 'of v3', headers });
    expect(open.mock.calls).toEqual([[{ consistent: false }], [{ consistent: true }], [{ consistent: true }]]);
  });

  it('is not tried a fourth time', async () => {
    const { open, render } = replaced(['deleted', 'deleted', 'deleted', 'v4']);

    await expect(bodyOf(await rosterAnswer(question, open, render))).rejects.toThrow(PageMissing);
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('starts again if an item is missing while a version is opened', async () => {
    const open = vi.fn(async ({ consistent }: { consistent: boolean }) => {
      if (!consistent) throw new PageMissing(gone);
      return rosterOf('v2');
    });
    const answer = await rosterAnswer(question, open, async ({ version }) => `of ${version}`);

    expect(await bodyOf(answer)).toMatchObject({ body: 'of v2' });
    expect(open.mock.calls).toEqual([[{ consistent: false }], [{ consistent: true }]]);
  });

  it('is not tried again after another error', async () => {
    const { open } = replaced(['v1', 'v2']);
    const render = () => Promise.reject(new TypeError('defect'));

    await expect(bodyOf(await rosterAnswer(question, open, render))).rejects.toThrow(TypeError);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['list', { ...question, list: 'streams' }],
    ['account', { ...question, account: asAccount('brown') }],
    ['parameters', { ...question, query: { limit: 6 } }],
  ])('has another ETag for another %s', async (_, other) => {
    const etagFor = async (asked: typeof question) => {
      const { open, render } = replaced(['v1']);
      return (await rosterAnswer(asked, open, render)).etag;
    };

    expect(await etagFor(other)).not.toBe(await etagFor(question));
    expect(await etagFor({ ...question })).toBe(await etagFor(question));
  });
});

describe('an answer that also shows other facts', () => {
  it('has an ETag with its body only: that of the text', async () => {
    const { open, render } = replaced(['deleted', 'v2']);
    const answer = await hashedRosterAnswer(open, render);

    expect(answer).toEqual({ body: expect.any(Function) });
    expect(await bodyOf(answer)).toEqual({ etag: expect.stringMatching(/^[\w-]{22}$/), body: 'of v2' });
    expect(open.mock.calls).toEqual([[{ consistent: false }], [{ consistent: true }]]);
  });
});

it('a list is one JSON object of entries that are texts already, and of the other fields', () => {
  expect(listBody('clients', ['{"id":1}', '{"id":2}'], { total: 2 })).toBe('{"clients":[{"id":1},{"id":2}],"total":2}');
  expect(listBody('clients', [], { total: 0 })).toBe('{"clients":[],"total":0}');
});

it('an answer about the clients of a portfolio has the ETag of its list, portfolio and parameters', async () => {
  const [table, account] = [memoryTable(), asAccount('acme')];
  await writeFacts(accountWriter(table), account, [aClient('c'), aPortfolio('p'), aMember('p', 'c')]);
  const tagOf = async (list: string, portfolio_id: string | undefined, limit: number) => {
    const query = { portfolio_id, limit };
    return (await scopedAnswer(list, { account, query }, fakeDeps(table), async () => '')).etag;
  };
  const all = await tagOf('clients', undefined, 5);
  const others = [
    await tagOf('clients', 'p', 5),
    await tagOf('clients', undefined, 6),
    await tagOf('risk', undefined, 5),
  ];

  expect(new Set([all, ...others]).size).toBe(4);
  expect(await tagOf('clients', 'all-clients', 5)).toBe(all);
});
