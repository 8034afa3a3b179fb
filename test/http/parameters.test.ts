import { beforeAll, describe, expect, it } from 'vitest';
import { group } from '../../shared/contract/endpoint.ts';
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
} from '../../shared/contract/parameters.ts';
import { api } from '../../shared/http/api.ts';
import type { Call } from '../../shared/http/operation.ts';
import { madeUp } from '../support/made-up.ts';
import { putKey } from '../support/service/api-keys.ts';
import { type Caller, callerOf } from '../support/service/caller.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';

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

interface Told {
  readonly status: number;
  /** The parameters that the operation received, or the error message. */
  readonly said: unknown;
}

let call: (url: string) => Promise<Told>;
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
const encoded = encodeURIComponent;

const defaults = {
  limit: 100,
  offset: 0,
  includeArchived: false,
  includeSystem: true,
  trendPeriod: '30day',
  days: 90,
  notesLimit: 20,
};

/** Values that are invalid for every parameter. */
const nonsense = [
  ['blank', ''],
  ['a space', '%20'],
  ['huge', long(5000)],
  ['unicode', encoded('１２')],
  ['NUL', '%00'],
  ['a value and NUL', '1%00'],
  ['a value and a line end', '1%0A'],
  ['half an encoding', '%E2%28'],
  ['a lone percent sign', '%'],
  ['an array', '[1]'],
  ['an object', encoded('{"$gt":0}')],
  ['encoded twice', '%2531'],
] as const;

it('a missing parameter gets its default, and an unknown one is ignored', async () => {
  expect(await call('/optional')).toEqual({ status: 200, said: defaults });
  expect(await call('/optional?')).toEqual({ status: 200, said: defaults });
  expect(await call('/optional?nobody=knows&max=7&q=7&months=1&dayz=1&limitless=1&__proto__=7&constructor=7')).toEqual({
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
    ['include_archived', 'includeArchived'],
    ['Week', 'week'],
    ['day_s', 'days'],
    ['DAYS', 'days'],
    ['archived', 'includeArchived'],
    ['page', 'offset'],
    ['weeks', 'week'],
    ['Day', 'days'],
  ])('%s is recognised as %s', async (name, meant) => {
    const said =
      name === 'page' ? 'Unknown parameter `page`. Pages are chosen with `offset` and `limit`.' : unknown(name, meant);
    expect(await call(`/optional?${name}=true`)).toEqual({ status: 422, said });
  });

  it.each([
    ...['portfolio_id[]', 'PORTFOLIO_ID', 'portfolio-id', 'PortfolioId', 'portfolioid', 'portfolio_ids', 'portfolo_id'],
    ...['portfolio', 'portfolioName'],
  ])('%s gives 400, because the answer would cover the whole account', async (name) => {
    expect(await call(`/scoped?${name}=p1&limit=0`)).toEqual({ status: 400, said: unknown(name, 'portfolio_id') });
  });

  it('is rejected even if the right name is sent too, and listed with other errors', async () => {
    expect(await call('/optional?limit=7&LIMIT=8')).toEqual({ status: 422, said: unknown('LIMIT', 'limit') });
    expect(await call('/optional?nobody=knows&limt=7&offset=-1')).toEqual({
      status: 422,
      said: `${unknown('limt', 'limit')} \`offset\` ${offset.requirement}.`,
    });
    expect(await call('/optional?limt=7&limit=0')).toEqual({
      status: 422,
      said: `${unknown('limt', 'limit')} \`limit\` ${limit.requirement}.`,
    });
  });

  it('of a required parameter leaves it missing', async () => {
    expect(await call('/search?qeury=x')).toEqual({ status: 400, said: unknown('qeury', 'query') });
  });

  it('is not reported for a valid name that resembles another', async () => {
    expect(await call('/optional?limit=7&notesLimit=8')).toMatchObject({ status: 200 });
  });
});

it('several errors are reported at once, in the order of the contract', async () => {
  expect(await call('/optional?week=x&limit=0')).toEqual({
    status: 422,
    said: `\`limit\` ${limit.requirement}. \`week\` ${week.requirement}.`,
  });
});

describe.each([
  { name: 'limit', of: limit, min: 1, max: 500 },
  { name: 'offset', of: offset, min: 0, max: Number.MAX_SAFE_INTEGER },
  { name: 'days', of: daysOfHistory, min: 1, max: 365 },
  { name: 'notesLimit', of: notesLimit, min: 1, max: 100 },
])('the whole number $name', ({ name, of, min, max }) => {
  it.each([
    [`${min}`, min],
    [`${max}`, max],
    ['%34%32', 42],
  ])('accepts %.10s', async (text, value) => {
    expect(await call(`/optional?${name}=${text}`)).toEqual({ status: 200, said: { ...defaults, [name]: value } });
  });

  it.each<readonly [string, string]>([
    ...nonsense,
    ['one below', `${min - 1}`],
    ['one above', `${BigInt(max) + 1n}`],
    ['negative', '-1'],
    ['negative zero', '-0'],
    ['with leading zeros', '042'],
    ['zeros', '00'],
    ['a number beyond doubles', long(400, '9')],
    ['a fraction', '1.0'],
    ['an exponent', '1e2'],
    ['infinite', '1e309'],
    ['hexadecimal', '0x10'],
    ['with a plus sign', '%2B5'],
    ['with a space, which is what + means', '+5'],
    ['grouped', '1,0'],
    ['NaN', 'NaN'],
    ['a word', 'true'],
  ])('rejects a value that is %s', async (_, text) => {
    expect(await call(`/optional?${name}=${text}`)).toEqual({ status: 422, said: `\`${name}\` ${of.requirement}.` });
  });

  it('is rejected if given twice, even with the same value', async () => {
    expect(await call(`/optional?${name}=5&${name}=5`)).toEqual({
      status: 422,
      said: `\`${name}\` must be given once.`,
    });
  });
});

describe.each(['includeArchived', 'includeSystem'])('the flag %s', (name) => {
  it.each([
    ['true', true],
    ['false', false],
    ['%74rue', true],
  ])('accepts %s', async (text, value) => {
    expect(await call(`/optional?${name}=${text}`)).toEqual({ status: 200, said: { ...defaults, [name]: value } });
  });

  it.each<readonly [string, string]>([
    ...nonsense,
    ['a number', '1'],
    ['in capitals', 'TRUE'],
    ['spaced', 'true+'],
    ['yes', 'yes'],
    ['null', 'null'],
  ])('rejects a value that is %s', async (_, text) => {
    expect(await call(`/optional?${name}=${text}`)).toEqual({
      status: 422,
      said: `\`${name}\` must be true or false, in lower case.`,
    });
  });

  it('is rejected if given twice', async () => {
    expect(await call(`/optional?${name}=true&${name}=false`)).toEqual({
      status: 422,
      said: `\`${name}\` must be given once.`,
    });
  });
});

describe('the date week', () => {
  it.each(['2026-11-16', '2026-11-20', '2024-02-29', '1999-12-31', '9999-12-31'])('accepts %s', async (date) => {
    expect(await call(`/optional?week=${date}`)).toEqual({ status: 200, said: { ...defaults, week: date } });
  });

  it.each<readonly [string, string]>([
    ...nonsense,
    ['no day of the calendar', '2026-02-29'],
    ['no month', '2026-13-01'],
    ['no year', '0000-01-01'],
    ['day 0', '2026-11-00'],
    ['a timestamp', '2026-11-16T00:00:00Z'],
    ['short', '2026-11-6'],
    ['a week of the year', '2026-W47'],
    ['the other way round', '16-11-2026'],
    ['beyond four digits', '%2B012026-11-16'],
    ['a year before the calendar', '-001-11-16'],
    ['now', 'now'],
  ])('rejects a value that is %s', async (_, text) => {
    expect(await call(`/optional?week=${text}`)).toEqual({
      status: 422,
      said: '`week` must be a calendar date, YYYY-MM-DD.',
    });
  });

  it('is rejected if given twice', async () => {
    expect(await call('/optional?week=2026-11-16&week=2026-11-16')).toEqual({
      status: 422,
      said: '`week` must be given once.',
    });
  });
});

describe.each([
  { name: 'trendDirection', values: ['improving', 'declining', 'stable'] },
  { name: 'trendPeriod', values: ['30day', '7day'] },
])('the choice $name', ({ name, values }) => {
  it.each(values)('accepts %s', async (value) => {
    expect(await call(`/optional?${name}=${value}`)).toEqual({ status: 200, said: { ...defaults, [name]: value } });
  });

  it.each<readonly [string, string]>([
    ...nonsense,
    ['in capitals', `${values[0]}`.toUpperCase()],
    ['two of them', values.join()],
    ['a stranger', '1day'],
  ])('rejects a value that is %s', async (_, text) => {
    const requirement = `must be one of ${values.join(', ')}`;

    expect(await call(`/optional?${name}=${text}`)).toEqual({ status: 422, said: `\`${name}\` ${requirement}.` });
  });
});

describe('the required text query', () => {
  it.each([
    ['one character', 'a', 'a'],
    ['200 characters', long(200), long(200)],
    ['200 characters outside the first plane', long(200, encoded('🦀')), long(200, '🦀')],
    ['a word in another script', encoded('北極光'), '北極光'],
    ['what only a search would call odd', '%00%25%26%3D%3B', '\0%&=;'],
    ['an encoded plus sign', 'a%2Bb', 'a+b'],
    ['a plus sign, which is a space', 'a+b', 'a b'],
  ])('accepts %s', async (_, text, value) => {
    expect(await call(`/search?query=${text}`)).toEqual({ status: 200, said: { query: value, limit: 100 } });
  });

  it.each([
    ['without a value', '?query'],
    ['empty', '?query='],
    ['blank', '?query=%20+%09%0A'],
    ['blank in another script', `?query=${encoded('\u00a0\u2003\u3000')}`],
  ])('gives 400 when it is %s', async (_, text) => {
    expect(await call(`/search${text}`)).toEqual({
      status: 400,
      said: '`query` must be 1 to 200 characters and not blank.',
    });
  });

  it.each([
    ['201 characters', long(201)],
    ['201 characters outside the first plane', long(201, encoded('🦀'))],
    ['huge', long(9000)],
  ])('gives 422 when it has %s', async (_, text) => {
    expect(await call(`/search?query=${text}`)).toEqual({ status: 422, said: `\`query\` ${searchText.requirement}.` });
  });

  it('gives 422 when it is given twice', async () => {
    expect(await call('/search?query=a&query=b')).toEqual({ status: 422, said: '`query` must be given once.' });
  });

  it('is checked before the other parameters: 400 takes precedence over 422', async () => {
    expect(await call('/search?limit=0')).toEqual({ status: 400, said: '`query` is missing.' });
  });
});

describe('portfolio_id, which never gives 422', () => {
  const { requirement } = portfolioScope.portfolio_id;

  it.each([
    ['left out', '', undefined],
    ['a portfolio', '?portfolio_id=pf-1', 'pf-1'],
    ['in the other spelling', '?portfolioId=pf-1', 'pf-1'],
    ['all clients', '?portfolio_id=all-clients', 'all-clients'],
    ['all clients, in the other spelling', '?portfolioId=all-clients', 'all-clients'],
    ['a portfolio in both spellings', '?portfolioId=pf-1&portfolio_id=pf-1', 'pf-1'],
    ['empty in both spellings', '?portfolioId=&portfolio_id=', ''],
    ['empty', '?portfolio_id=', ''],
    ['without a value', '?portfolio_id', ''],
    ['blank', '?portfolio_id=%20', ' '],
    ['malformed', '?portfolio_id=..%2F..%2Fetc', '../../etc'],
    ['NUL', '?portfolio_id=%00', '\0'],
    ['unicode', `?portfolio_id=${encoded('🦀')}`, '🦀'],
    ['huge', `?portfolio_id=${long(4000)}`, long(4000)],
    ['a system id in capitals', '?portfolio_id=FAVORITE-CLIENTS', 'FAVORITE-CLIENTS'],
    ['a system id and a space', '?portfolio_id=favorite-clients+', 'favorite-clients '],
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
    ['given twice with one value', 'portfolio_id=a&portfolio_id=a'],
    ['given in both spellings with two values', 'portfolio_id=a&portfolioId=b'],
    ['given in both spellings, once empty', 'portfolio_id=&portfolioId=a'],
    ['given in both spellings, one of them twice', 'portfolio_id=a&portfolioId=a&portfolioId=a'],
    ['given twice in the other spelling', 'portfolioId=a&portfolioId=a'],
    ['given twice, once empty', 'portfolio_id=&portfolio_id=a'],
  ])('%s: a bad request, too', async (_, text) => {
    const refused = { status: 400, said: '`portfolio_id` must be given once.' };

    expect(await call(`/scoped?${text}`)).toEqual(refused);
    expect(await call(`/scoped?limit=0&${text}`)).toEqual(refused);
  });

  it('other errors are reported before it is looked up', async () => {
    expect(await call('/scoped?portfolio_id=nobody&limit=0')).toMatchObject({ status: 422 });
  });
});

describe('an id in a path', () => {
  const tooLong = long(65);

  it.each([
    ['plain', '/clients/c1/streams/s1', { client_id: 'c1', stream_id: 's1' }],
    ['as long as can be', `/clients/${long(64)}/streams/s_-1`, { client_id: long(64), stream_id: 's_-1' }],
    ['encoded', '/clients/%63%31/streams/s%2D1', { client_id: 'c1', stream_id: 's-1' }],
    ['a word that other paths begin with', '/clients/export/streams/s1', { client_id: 'export', stream_id: 's1' }],
  ])('%s reaches the operation decoded', async (_, url, path) => {
    expect(await call(url)).toEqual({ status: 200, said: { ...path, limit: 100 } });
  });

  it.each([
    ['too long', tooLong],
    ['huge', long(9000)],
    ['blank', '%20'],
    ['unicode', encoded('Ärger')],
    ['NUL', '%00'],
    ['an id and NUL', 'c1%00'],
    ['an id and a line end', 'c1%0A'],
    ['a slash', 'c%2F1'],
    ['a dot segment', '%2E%2E'],
    ['a separator of keys', 'c%231'],
    ['a plus sign, which is itself in a path', 'c+1'],
    ['encoded twice', '%2563%2531'],
    ['a lone percent sign', '%'],
    ['half a character', '%E2%28'],
    ['not hexadecimal', '%zz'],
    ['an underscore first', '_c1'],
    ['braces', '%7Bclient_id%7D'],
  ])('%s is answered like one that does not exist', async (_, id) => {
    expect(await call(`/clients/${id}/streams/s1`)).toEqual({ status: 404, said: 'There is no such client.' });
    expect(await call(`/clients/c1/streams/${id}`)).toEqual({ status: 404, said: 'There is no such stream.' });
    expect(await call(`/portfolios/${id}`)).toEqual({ status: 404, said: 'There is no such portfolio.' });
  });

  it.each(['all-clients', 'favorite-clients', 'archived-clients'])('%s is a portfolio to read', async (id) => {
    expect(await call(`/portfolios/${id}`)).toEqual({ status: 200, said: { portfolio_id: id } });
  });

  it('is checked after the other parameters', async () => {
    expect(await call('/clients/%/streams/%?limit=0')).toMatchObject({ status: 422 });
  });
});

describe('risk_level, which is not an id', () => {
  it.each(['high_risk', 'medium_risk', 'low_risk', 'on_track', 'highRisk', 'mediumRisk', 'lowRisk', 'onTrack'])(
    'accepts %s',
    async (level) => {
      expect(await call(`/by-risk/${level}`)).toEqual({ status: 200, said: { risk_level: level, limit: 100 } });
    },
  );

  it.each(['HIGH_RISK', 'high-risk', 'constructor', 'high_risk%00', '%20', '%', '%E2%28', 'high%2Frisk', long(5000)])(
    'rejects %.20s',
    async (level) => {
      expect(await call(`/by-risk/${level}`)).toEqual({
        status: 422,
        said: '`risk_level` must be one of high_risk, medium_risk, low_risk, on_track, highRisk, mediumRisk, lowRisk, onTrack.',
      });
    },
  );

  it('is reported first, followed by the other errors', async () => {
    expect(await call('/by-risk/high?limit=0')).toEqual({
      status: 422,
      said: `\`risk_level\` must be one of high_risk, medium_risk, low_risk, on_track, highRisk, mediumRisk, lowRisk, onTrack. \`limit\` ${limit.requirement}.`,
    });
  });
});
