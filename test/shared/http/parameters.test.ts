import { beforeAll, describe, expect, it } from 'vitest';
import { group } from '../../../shared/contract/endpoint.ts';
import {
  daysOfHistory,
  includeArchived,
  includeSystem,
  notesLimit,
  paging,
  portfolioScope,
  searchText,
  systemScopes,
  trendDirection,
  trendPeriod,
  week,
} from '../../../shared/contract/parameters.ts';
import { api } from '../../../shared/http/api.ts';
import type { Call } from '../../../shared/http/operation.ts';
import { madeUp } from '../../support/made-up.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { type Caller, callerOf } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// Every row is a URL that goes through the gateway, the middleware and a handler that returns its parameters.

const db = useMemoryTable();
const { limit, offset } = paging(100, 500);

const anything = { summary: '', description: '', answer: madeUp.endpoints.readThing.answer };
const optional = { limit, offset, includeArchived, includeSystem, week, trendDirection, trendPeriod };
const echoing = group('echoing', 'Answers with the parameters that it was given.', {
  readOptional: { ...anything, path: '/optional', query: { ...optional, days: daysOfHistory, notesLimit } },
  readScoped: { ...anything, path: '/scoped', query: { ...portfolioScope, limit } },
  search: { ...anything, path: '/search', query: { query: searchText, ...portfolioScope, limit } },
  readStream: { ...anything, path: '/clients/{client_id}/streams/{stream_id}', query: { limit } },
  readPortfolio: { ...anything, path: '/portfolios/{portfolio_id}', query: {} },
  listByRisk: { ...anything, path: '/by-risk/{risk_level}', query: { limit } },
});

interface Echo {
  readonly status: number;
  /** The parameters that the operation received, or the error message. */
  readonly said: unknown;
}

let call: (url: string) => Promise<Echo>;
beforeAll(async () => {
  const deps = fakeDeps(db.table);
  const apiKey = await putKey(db.table);
  const echo = ({ path, query }: Call) => ({ etag: 'v1', body: JSON.stringify({ ...path, ...query }) });
  const answers = Object.fromEntries(Object.keys(echoing.endpoints).map((id) => [id, echo]));
  const ask: Caller = callerOf(echoing, api(echoing, answers as never, deps));
  call = async (url) => {
    // stays below the limit per minute
    deps.now += 1000;
    const { statusCode, body } = await ask(url, { apiKey });
    return { status: statusCode, said: statusCode === 200 ? JSON.parse(body) : JSON.parse(body).detail };
  };
});

const long = (length: number, text = 'a') => text.repeat(length);

const defaults = {
  limit: 100,
  offset: 0,
  includeArchived: false,
  includeSystem: true,
  trendPeriod: '30day',
  days: 90,
  notesLimit: 20,
};

it('a missing parameter gets its default, and an unknown one is ignored', async () => {
  expect(await call('/optional')).toEqual({ status: 200, said: defaults });
  expect(await call('/optional?')).toEqual({ status: 200, said: defaults });
  expect(await call('/optional?nobody=knows&max=7&months=1&dayz=1&limitless=1&__proto__=7&constructor=7')).toEqual({
    status: 200,
    said: defaults,
  });
});

describe('a near miss of a parameter name', () => {
  /** Only names are repeated. */
  const unknown = (sent: string, name: string) =>
    `Unknown parameter${/^[\w.-]+$/.test(sent) ? ` \`${sent}\`` : ''}. Did you mean \`${name}\`?`;

  it.each([
    ...['LIMIT', 'Limit', 'limit[]', 'li-mit', '_limit', 'limit[0]', 'limit%00', '%20limit', 'limit+'],
    ...['limt', 'limits', 'limot', 'lmiit', 'LIMT', 'xlimit'],
  ])('%s gives 422 with the name that was probably meant', async (name) => {
    expect(await call(`/optional?${name}=7`)).toEqual({ status: 422, said: unknown(name, 'limit') });
  });

  it.each([
    ...['portfolio_id[]', 'PORTFOLIO_ID', 'portfolio-id', 'PortfolioId', 'portfolioid', 'portfolio_ids', 'portfolo_id'],
    ...['portfolio', 'portfolioName'],
  ])('%s gives 400, because the answer would cover the whole account', async (name) => {
    expect(await call(`/scoped?${name}=p1&limit=0`)).toEqual({ status: 400, said: unknown(name, 'portfolio_id') });
  });

  it('of a required parameter leaves it missing', async () => {
    expect(await call('/search?qeury=x')).toEqual({ status: 400, said: unknown('qeury', 'query') });
  });
});

it('several errors are reported at once, in the order of the contract', async () => {
  expect(await call('/optional?week=x&limit=0')).toEqual({
    status: 422,
    said: `\`limit\` ${limit.requirement}. \`week\` ${week.requirement}.`,
  });
});

describe('portfolio_id, which never gives 422', () => {
  const { requirement } = portfolioScope.portfolio_id;

  it.each([
    ['left out', '', undefined],
    ['a portfolio', '?portfolio_id=pf-1', 'pf-1'],
    ['in the other spelling', '?portfolioId=pf-1', 'pf-1'],
    ['a portfolio in both spellings', '?portfolioId=pf-1&portfolio_id=pf-1', 'pf-1'],
    ['empty', '?portfolio_id=', ''],
    ['malformed', '?portfolio_id=..%2F..%2Fetc', '../../etc'],
    ['huge', `?portfolio_id=${long(4000)}`, long(4000)],
    ['a system id in capitals', '?portfolio_id=FAVORITE-CLIENTS', 'FAVORITE-CLIENTS'],
  ])('%s: passed to the operation, which checks whether it exists', async (_, text, value) => {
    expect(await call(`/scoped${text}`)).toEqual({
      status: 200,
      said: { limit: 100, ...(value !== undefined && { portfolio_id: value }) },
    });
  });

  it.each([
    ...systemScopes.flatMap((id) => [
      [id, `portfolio_id=${id}`],
      [`${id} in the other spelling`, `portfolioId=${id}`],
      [`${id}, encoded`, `portfolio_id=${id.replace('-', '%2D')}`],
    ]),
  ])('%s: a bad request', async (_, text) => {
    const refused = { status: 400, said: `\`portfolio_id\` ${requirement}.` };

    expect(await call(`/scoped?${text}`)).toEqual(refused);
    expect(await call(`/scoped?limit=0&${text}`)).toEqual(refused);
  });

  it.each([
    ['given twice', 'portfolio_id=a&portfolio_id=b'],
    ['given in both spellings with two values', 'portfolio_id=a&portfolioId=b'],
    ['given in both spellings, one of them twice', 'portfolio_id=a&portfolioId=a&portfolioId=a'],
  ])('%s: a bad request, too', async (_, text) => {
    const refused = { status: 400, said: '`portfolio_id` must be given once.' };

    expect(await call(`/scoped?${text}`)).toEqual(refused);
    expect(await call(`/scoped?limit=0&${text}`)).toEqual(refused);
  });

  it('other errors are reported before it is looked up', async () => {
    expect(await call('/scoped?portfolio_id=nobody&limit=0')).toMatchObject({ status: 422 });
  });
});
