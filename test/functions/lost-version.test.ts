import { beforeEach, expect, it } from 'vitest';
import { listAlignment } from '../../functions/alignment/list-alignment.ts';
import { getPortfolioHealth } from '../../functions/clients/get-portfolio-health.ts';
import { getStatisticsOverview } from '../../functions/clients/get-statistics-overview.ts';
import { listClients } from '../../functions/clients/list-clients.ts';
import { listTrendingClients } from '../../functions/clients/list-trending-clients.ts';
import { exportClientsCsv } from '../../functions/export/export-clients-csv.ts';
import { getPortfolio } from '../../functions/portfolios/get-portfolio.ts';
import { listPortfolios } from '../../functions/portfolios/list-portfolios.ts';
import { listStreams } from '../../functions/streams/list-streams.ts';
import { clientsGroup } from '../../shared/contract/clients.ts';
import type { Endpoint, QueryOf } from '../../shared/contract/endpoint.ts';
import { exportGroup } from '../../shared/contract/export.ts';
import type { Answer } from '../../shared/http/operation.ts';
import { parametersOf } from '../../shared/http/parameters.ts';
import { type Account, asAccount, pagesRange, rootKey, rosterNames } from '../../shared/table/store/item-keys.ts';
import { PageMissing } from '../../shared/table/store/page-cache.ts';
import { readRange } from '../../shared/table/store/read.ts';
import type { CommandOf, RequestCalls, Table } from '../../shared/table/store/table.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { deleteUnnamed } from '../support/rosters/at-night.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { aroundCalls } from '../support/store/clients.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { publishMany } from './export/many-clients.ts';

// A request first reads the root of the account, then its pages. In between, another version may be published and the pages
// of the first one deleted. In production that takes days, so the test does it by hand.

const db = useMemoryTable();

let account: Account;
let accounts = 0;
let table: Table;
/** Whether each read of the root was strongly consistent. */
let rootReads: boolean[] = [];
beforeEach(async () => {
  rootReads = [];
  accounts += 1;
  account = asAccount(`account-${accounts}`);
  table = lagging();
  await publishMany(db.table, account, 150, 'Old');
});

/** A client whose eventually consistent reads of a root show what the first one showed. */
function lagging(): Table {
  const client = db.open('request');
  let seen: unknown;
  aroundCalls(client, async (send, _, input) => {
    const { key, consistent = false } = input as Partial<CommandOf<RequestCalls, 'get'>>;
    if (key?.sk !== rootKey(account).sk) return send();
    rootReads.push(consistent);
    if (consistent) return send();
    seen ??= await send();
    return structuredClone(seen);
  });
  return client;
}

const page = { include_archived: true, limit: 1, offset: 0 };
const scope = { portfolio_id: undefined };
/** What the endpoint gets if only these parameters are sent. */
const queryOf = <E extends Endpoint>(endpoint: E, sent: Record<string, string>) =>
  parametersOf(endpoint, {
    multiValueQueryStringParameters: Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, [text]])),
    pathParameters: null,
  }).query as QueryOf<E>;
const begin: Record<string, () => Answer | Promise<Answer>> = {
  'GET /clients': () =>
    listClients(
      {
        account,
        path: {},
        query: queryOf(clientsGroup.endpoints.listClients, { include_archived: 'true', limit: '1' }),
      },
      fakeDeps(table),
    ),
  'GET /clients/alignment': () =>
    listAlignment({ account, path: {}, query: { ...page, week: undefined } }, fakeDeps(table)),
  'GET /clients/alignment?week=': () =>
    listAlignment({ account, path: {}, query: { ...page, week: '2026-11-16' } }, fakeDeps(table)),
  'GET /clients/export/csv': () =>
    exportClientsCsv(
      { account, path: {}, query: queryOf(exportGroup.endpoints.exportClientsCsv, { include_archived: 'true' }) },
      fakeDeps(table),
    ),
  'GET /portfolios/all-clients': () =>
    getPortfolio(
      { account, path: { portfolio_id: 'all-clients' }, query: { include_clients: true, limit: 1 } },
      fakeDeps(table),
    ),
};

/** Lists that this account has no entries for. */
const empty: typeof begin = {
  'GET /clients/trending': () =>
    listTrendingClients(
      { account, path: {}, query: queryOf(clientsGroup.endpoints.listTrendingClients, {}) },
      fakeDeps(table),
    ),
  'GET /streams': () =>
    listStreams(
      { account, path: {}, query: { include_inactive: true, include_archived: false, limit: 1, offset: 0 } },
      fakeDeps(table),
    ),
};
const counts: typeof begin = {
  'GET /clients/statistics/overview': () =>
    getStatisticsOverview({ account, path: {}, query: { include_archived: true, ...scope } }, fakeDeps(table)),
  'GET /clients/portfolio-health': () =>
    getPortfolioHealth({ account, path: {}, query: { include_archived: true, ...scope } }, fakeDeps(table)),
  'GET /portfolios': () => listPortfolios({ account, path: {}, query: { include_system: true } }, fakeDeps(table)),
};

/** The body and the ETag of a response. */
async function finished(answer: Answer): Promise<{ etag: string | undefined; text: string }> {
  const { etag, body } = typeof answer.body === 'string' ? { ...answer, body: answer.body } : await answer.body();
  if (typeof body === 'string') return { etag, text: body };
  let text = '';
  for await (const part of body) text += part;
  return { etag, text };
}

it.each(Object.keys(begin))('%s starts again from the live version and has its ETag', async (name) => {
  const start = begin[name] ?? expect.unreachable();
  const answer = await start();
  await publishMany(db.table, account, 160, 'New');
  await deleteUnnamed(db.table, account);
  const { etag, text } = await finished(answer);

  expect(text).toContain('New ');
  expect(text).not.toContain('Old ');
  expect({ etag, text }).toEqual(await finished(await start()));
});

it.each(Object.entries(counts))(
  '%s counts what is live although the root that it reads first is older',
  async (_, start) => {
    await finished(await start());
    await publishMany(db.table, account, 160, 'New');
    await deleteUnnamed(db.table, account);
    const counted = await finished(await start());

    table = db.table;
    expect(counted).toEqual(await finished(await start()));
  },
);

it.each(Object.entries({ ...begin, ...empty }))(
  '%s fails if pages of the live version are missing',
  async (_, start) => {
    const answer = await start();
    for (const roster of rosterNames) await deleteAll(db.table, await readRange(db.table, pagesRange(account, roster)));

    await expect(finished(answer)).rejects.toThrow(PageMissing);
    expect(rootReads).toEqual([false, true, true]);
  },
);
