import type { exportGroup } from '../../shared/contract/export.ts';
import { type Cell, csvRow } from '../../shared/domain/csv.ts';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { compareTexts } from '../../shared/domain/orders.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { withTimeout } from '../../shared/http/key-check.ts';
import type { Operation, TextStream } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { hidden, type StoredEntry } from '../../shared/table/views/model/entries.ts';
import { chosenParts } from '../../shared/table/views/read/list-version.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';

export const exportClientsCsv: Operation<typeof exportGroup.endpoints.exportClientsCsv> = async (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const answer = await rosterAnswer(
    { list: 'csv', account, query: { ...query, portfolio_id: portfolioId } },
    async (reading) => {
      const live = await liveVersion(deps, account, reading);
      const list =
        portfolioId === null ? live.list('clients') : live.members((await live.portfolio(portfolioId)).clients);
      const { metadataKeys } = await live.portfolios();
      return { version: live.version, scoredFor: live.scoredFor, list, metadataKeys };
    },
    ({ list, metadataKeys }) => {
      // an export may take longer than the request timeout, so each of its reads gets a timeout of its own
      const tableNow = () => withTimeout(deps.table, deps.tableDeadline);
      const clients = list.entries(chosenParts(query.include_archived), tableNow);
      return started(csv(clients, metadataKeys, query.bom ? '\uFEFF' : ''));
    },
    ({ scoredFor }) => ({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(account, scoredFor)}"`,
    }),
  );
  return { ...answer, compressed: true };
};

/** Contains the account and the date of the scores, so that files of several days can be kept together. */
function fileName(account: Account, scoredFor: Day | null): string {
  return `clients-${account}${scoredFor === null ? '' : `-${dateOf(scoredFor)}`}.csv`;
}

const columns = {
  id: ({ entry }) => entry.id,
  customerId: ({ entry }) => entry.customerId,
  name: ({ entry }) => entry.name,
  score: ({ entry }) => entry.score,
  riskLevel: ({ entry }) => bandOf(entry.score),
  hasInsufficientData: ({ entry }) => entry.hasInsufficientData,
  lastContactDate: ({ entry }) => entry.lastContactDate,
  accountOwner: ({ entry }) => entry.metadata.accountOwner,
  industry: ({ entry }) => entry.metadata.industry,
  location: ({ fields }) => fields.location,
  revenueTTM: ({ entry }) => entry.metadata.revenueTTM,
  archived: ({ part }) => part === hidden,
  externalClientId: ({ fields }) => fields.externalId,
  change7day: ({ fields }) => fields.scoreChanges?.['7day']?.change,
  change30day: ({ fields }) => fields.scoreChanges?.['30day']?.change,
  alignment: ({ fields }) => fields.latestRead?.value,
  portfolios: ({ fields }) => Object.keys(fields.portfolios).sort(compareTexts).join(';'),
  scoredTopics: ({ fields }) => fields.topics ?? 0,
  largestMove: ({ fields }) => fields.move,
} satisfies Record<string, (row: Row) => Cell>;

interface Row extends StoredEntry {
  readonly entry: {
    readonly id: string;
    readonly customerId: string;
    readonly name: string;
    readonly score: number;
    readonly hasInsufficientData: boolean;
    readonly lastContactDate: string | null;
    readonly metadata: Readonly<Record<string, Cell>>;
  };
}

const rowsAtOnce = 100;

async function* csv(
  clients: AsyncIterable<StoredEntry>,
  metadataKeys: readonly string[],
  start: string,
): AsyncGenerator<string> {
  let rows = [start + csvRow([...Object.keys(columns), ...metadataKeys.map((key) => `metadata.${key}`)])];
  for await (const client of clients) {
    const row = { ...client, entry: JSON.parse(client.text) as Row['entry'] };
    const known = Object.values(columns).map((cell) => cell(row));
    rows.push(csvRow([...known, ...metadataKeys.map((key) => ownValue(row.entry.metadata, key))]));
    if (rows.length < rowsAtOnce) continue;
    yield rows.join('');
    rows = [];
  }
  yield rows.join('');
}

function ownValue(metadata: Row['entry']['metadata'], key: string): Cell {
  // a key may have the name of an inherited property, such as `toString`
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

/** Produces the first part before it returns, so that an error up to then still gets an error response. */
async function started(parts: AsyncGenerator<string>): Promise<TextStream> {
  const first = await parts.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* parts;
  })();
}
