import type { exportGroup } from '../../shared/contract/export.ts';
import { csvRow } from '../../shared/domain/csv.ts';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { withTimeout } from '../../shared/http/key-check.ts';
import type { Operation, TextStream } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { columnsIn } from '../../shared/table/views/model/descriptions.ts';
import type { StoredEntry } from '../../shared/table/views/model/entries.ts';
import { chosenParts } from '../../shared/table/views/model/parts.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';
import {
  type Columns,
  historyColumns,
  metadataColumns,
  ownColumns,
  portfolioColumns,
  type Row,
  topicColumns,
} from './columns.ts';

export const exportClientsCsv: Operation<typeof exportGroup.endpoints.exportClientsCsv> = async (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const answer = await rosterAnswer(
    { list: 'csv', account, query: { ...query, portfolio_id: portfolioId } },
    async (reading) => {
      const live = await liveVersion(deps, account, reading);
      const [portfolio, { metadataKeys, portfolios }] = await Promise.all([
        portfolioId === null ? undefined : live.portfolio(portfolioId),
        live.portfolios(),
      ]);
      // only the list of all clients has topics; it has the same order
      const list = portfolio && !includes(query, 'topics') ? live.members(portfolio.clients) : live.list('clients');
      const names = new Map(portfolios.map(({ id, name }) => [id, name]));
      return { version: live.version, scoredFor: live.scoredFor, list, metadataKeys, names };
    },
    ({ list, metadataKeys, names, scoredFor }) => {
      // an export may take longer than the request timeout, so each of its reads gets a timeout of its own
      const tableNow = () => withTimeout(deps.table, deps.tableDeadline);
      const clients = list.entries(chosenParts(query.include_archived), tableNow);
      const extras = [
        ...(includes(query, 'topics') ? [topicColumns] : []),
        ...(includes(query, 'history') ? [historyColumns(account, scoredFor, query.days, tableNow)] : []),
      ];
      const all = [ownColumns, portfolioColumns(names), ...extras, metadataColumns(metadataKeys)];
      const inScope = (client: StoredEntry) =>
        portfolioId === null || columnsIn(client.fields, portfolioId) !== undefined;
      return started(csv(inParts(clients, inScope), all, query.bom ? '\uFEFF' : ''));
    },
    ({ scoredFor }) => ({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(account, scoredFor)}"`,
    }),
  );
  return { ...answer, compressed: true };
};

const includes = ({ include = '' }: { include: string | undefined }, extra: 'topics' | 'history') =>
  include.split(',').includes(extra);

/** Contains the account and the date of the scores, so that files of several days can be kept together. */
function fileName(account: Account, scoredFor: Day | null): string {
  return `clients-${account}${scoredFor === null ? '' : `-${dateOf(scoredFor)}`}.csv`;
}

/** As many as one request for their records may have. */
const rowsAtOnce = 100;

async function* csv(
  parts: AsyncIterable<readonly StoredEntry[]>,
  groups: readonly Columns[],
  start: string,
): AsyncGenerator<string> {
  let head = start + csvRow(groups.flatMap(({ names }) => names));
  for await (const clients of parts) {
    const rows = clients.map((client): Row => ({ ...client, entry: JSON.parse(client.text) }));
    const cells = await Promise.all(groups.map(({ cellsOf }) => cellsOf(rows)));
    yield head + rows.map((_, at) => csvRow(cells.flatMap((ofGroup) => ofGroup[at] ?? []))).join('');
    head = '';
  }
  if (head) yield head;
}

async function* inParts<T>(entries: AsyncIterable<T>, has: (entry: T) => boolean): AsyncGenerator<T[]> {
  let part: T[] = [];
  for await (const entry of entries) {
    if (!has(entry)) continue;
    part.push(entry);
    if (part.length < rowsAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Produces the first part before it returns, so that an error up to then still gets an error response. */
async function started(parts: AsyncGenerator<string>): Promise<TextStream> {
  const first = await parts.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* parts;
  })();
}
