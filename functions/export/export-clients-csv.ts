import type { exportGroup } from '../../shared/contract/export.ts';
import { type Cell, csvRow } from '../../shared/domain/csv.ts';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { withTimeout } from '../../shared/http/key-check.ts';
import type { Operation, TextStream } from '../../shared/http/operation.ts';
import { rosterAnswer } from '../../shared/http/roster-answer.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { columnsIn } from '../../shared/table/views/model/descriptions.ts';
import type { ClientFields } from '../../shared/table/views/model/entries.ts';
import { clientsAndPortfolios } from '../../shared/table/views/read/built-views.ts';
import { type ListedEntry, RosterVersion } from '../../shared/table/views/read/roster.ts';
import { type ClientRoster, portfolioIdOf } from '../../shared/table/views/read/scoped-clients.ts';

/** All columns of a file come from one version of the roster and of the portfolio view. */
interface Version {
  readonly head: { readonly version: string };
  readonly roster: ClientRoster;
  readonly metadataKeys: readonly string[];
}

export const exportClientsCsv: Operation<typeof exportGroup.endpoints.exportClientsCsv> = async (
  { account, query },
  deps,
) => {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const open = async (reading: { consistent: boolean }): Promise<Version> => {
    const { clients, view } = await clientsAndPortfolios(deps.table, account, reading);
    const roster: ClientRoster = new RosterVersion<ClientFields>(deps, account, 'clients', clients);
    if (portfolioId !== null && !view?.portfolios.some(({ id }) => id === portfolioId)) throw new NotFound('portfolio');
    // the version of the view covers the roster's version and the metadata keys
    return { head: { version: view?.version ?? 'none' }, roster, metadataKeys: view?.metadataKeys ?? [] };
  };
  const render = ({ roster, metadataKeys }: Version) => {
    // an export may take longer than the request timeout, so each of its reads gets a timeout of its own
    const entries = roster.entries(query.include_archived, () => withTimeout(deps.table, deps.tableDeadline));
    return started(csv(entries, portfolioId, metadataKeys, query.bom ? '\uFEFF' : ''));
  };
  const question = { list: 'csv', account, query: { ...query, portfolio_id: portfolioId } };
  const answer = await rosterAnswer(question, open, render, ({ roster }) => ({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName(account, roster.head.scoredFor)}"`,
  }));
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
  riskLevel: ({ fields }) => bandOf(fields.score),
  hasInsufficientData: ({ entry }) => entry.hasInsufficientData,
  lastContactDate: ({ entry }) => entry.lastContactDate,
  accountOwner: ({ entry }) => entry.metadata.accountOwner,
  industry: ({ entry }) => entry.metadata.industry,
  location: ({ fields }) => fields.location,
  revenueTTM: ({ entry }) => entry.metadata.revenueTTM,
  archived: ({ hidden }) => hidden,
  externalClientId: ({ fields }) => fields.externalId,
  change7day: ({ fields }) => fields.scoreChanges?.['7day']?.change,
  change30day: ({ fields }) => fields.scoreChanges?.['30day']?.change,
  alignment: ({ fields }) => fields.latestRead?.value,
} satisfies Record<string, (row: Row) => Cell>;

interface Row {
  readonly fields: ClientFields;
  readonly hidden: boolean;
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
  entries: AsyncIterable<ListedEntry<ClientFields>>,
  portfolioId: string | null,
  metadataKeys: readonly string[],
  start: string,
): AsyncGenerator<string> {
  let rows = [start + csvRow([...Object.keys(columns), ...metadataKeys.map((key) => `metadata.${key}`)])];
  for await (const { fields, hidden, text } of entries) {
    if (portfolioId !== null && !columnsIn(fields, portfolioId)) continue;
    const row = { fields, hidden, entry: JSON.parse(text) as Row['entry'] };
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
