import { expect, it } from 'vitest';
import { create } from '../../../functions/export/handler.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { type ClientScore, toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { putViews, viewsOf } from '../../support/rosters/put-views.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { clientOf, publishClients } from './many-clients.ts';

// Rows of clients that few accounts have, each account published without facts.

const db = useMemoryTable();

async function exported(customerId: string, query = '') {
  const apiKey = await putKey(db.table, { customerId });
  const reply: Reply = await callerOf(exportGroup, create(fakeDeps(db.table)))(`/clients/export/csv${query}`, {
    apiKey,
  });
  const parts: string[] = [];
  for await (const part of reply.stream ?? []) parts.push(String(part));
  const [head = '', ...rows] = parts.join('').split('\r\n').slice(0, -1);
  return { parts, head, rows, headers: reply.headers };
}

it('the file of an account that was never scored has no date and no rows', async () => {
  await putViews(db.table, asAccount('fresh'), viewsOf(asAccount('fresh'), [], [], null));
  const { rows, headers } = await exported('fresh');

  expect(headers).toMatchObject({ 'Content-Disposition': 'attachment; filename="clients-fresh.csv"' });
  expect(rows).toEqual([]);
});

it('a client has its revenue, also 0, only the changes that its history reaches, and its portfolios in order', async () => {
  const account = asAccount('portfolios');
  const last = dayOf('2026-11-20');
  const score = (points: number[]): ClientScore =>
    ({ source: 'chr2', isFirst: false, topics: [], history: { last, points: Uint16Array.from(points) } }) as never;
  const clients = [
    [1000, 1105],
    [...Array(7).fill(1000), 1105],
    [1000, ...Array(30).fill(900)],
  ].map((points, at) => ({
    client: { ...clientOf(1, 'Client'), id: `c${at}`, metadata: { revenueTTM: at, own: 'x' } },
    ...{ score: score(points), streams: [] },
    memberships: new Map(['9', 'b', '10', 'a'].slice(0, 4 * at).map((id) => [id, {}])),
  }));
  const portfolios = [{ id: 'b', name: 'B', color: '#112233' }];
  await putViews(db.table, account, viewsOf(account, clients, portfolios, last));
  const { head, rows } = await exported('portfolios');

  const cells = rows.map((row) => row.split(','));
  expect(cells.map((row) => [row[0], row[10], row[13], row[14], row[16]])).toEqual([
    ['c0', '0', '', '', ''],
    ['c1', '1', '10.5', '', '10;9;a;b'],
    ['c2', '2', '0', '-10', '10;9;a;b'],
  ]);
  // the file of a portfolio has the same columns
  expect(await exported('portfolios', '?portfolio_id=b')).toMatchObject({ head, rows: rows.slice(1) });
  expect(head).toMatch(/,metadata\.own$/);
});

it('while a night runs, topics and history are those of the list', async () => {
  const account = asAccount('at-night');
  const last = dayOf('2026-11-20');
  const scored = (points: number[], topic: number, day = last): ClientScore => ({
    ...{ source: 'chr2', model: 1, ofStreams: new Map() },
    topics: topics.map(() => topic),
    history: { last: day, points: Uint16Array.from(points) },
  });
  const client = { ...clientOf(1, 'Client'), id: 'c1' };
  const data = { client, score: scored([900, 1000], 100), streams: [], memberships: new Map() };
  await putViews(db.table, account, viewsOf(account, [data], [], last));
  const next = scored([900, 1000, 1105], 110.5, last + 1);
  await putAll(db.table, [toScoreItem(account, 'c1', next)]);
  const { head, rows } = await exported('at-night', '?include=topics,history&days=2');

  expect(head).toMatch(/,score\.2026-11-19,score\.2026-11-20$/);
  expect(rows.map((row) => row.split(',').slice(19).join())).toEqual([`${'100,'.repeat(15)}90,100`]);
});

it('a part has 100 rows, the first one also the header, and no row is sent twice', async () => {
  const clients = Array.from({ length: 250 }, (_, at) => ({ ...clientOf(1, 'Client'), id: `c${1000 + at}` }));
  await publishClients(db.table, asAccount('parts'), clients);
  const { parts, rows } = await exported('parts');

  expect(parts.map((part) => part.split('\r\n').length - 1)).toEqual([101, 100, 50]);
  expect(rows.map((row) => row.split(',')[0])).toEqual(clients.map(({ id }) => id));
});
