import type { exportGroup } from '../../shared/contract/export.ts';
import { type Cell, csvRow } from '../../shared/domain/csv.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { withTimeout } from '../../shared/http/key-check.ts';
import type { Operation, TextStream } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import type { ClientFields } from '../../shared/table/views/read/entries.ts';
import type { LocatedEntry } from '../../shared/table/views/read/roster.ts';
import { columnsIn } from '../../shared/table/views/read/scoped-clients.ts';

const headers = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="clients.csv"',
};

export const exportClientsCsv: Operation<typeof exportGroup.endpoints.exportClientsCsv> = (call, deps) =>
  scopedAnswer(
    'csv',
    call,
    deps,
    ({ roster, echo }) => {
      // an export may take longer than the request timeout, so each of its reads gets a timeout of its own
      const entries = roster.entries(call.query.include_archived, () => withTimeout(deps.table));
      return started(csv(entries, echo.portfolioId));
    },
    headers,
  );

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
  entries: AsyncIterable<LocatedEntry<ClientFields> & { text: string }>,
  portfolioId: string | null,
): AsyncGenerator<string> {
  let rows = [csvRow(Object.keys(columns))];
  for await (const { fields, hidden, text } of entries) {
    if (portfolioId !== null && !columnsIn(fields, portfolioId)) continue;
    const row = { fields, hidden, entry: JSON.parse(text) as Row['entry'] };
    rows.push(csvRow(Object.values(columns).map((cell) => cell(row))));
    if (rows.length < rowsAtOnce) continue;
    yield rows.join('');
    rows = [];
  }
  yield rows.join('');
}

/** Produces the first part before it returns, so that an error up to then can still be answered. */
async function started(parts: AsyncGenerator<string>): Promise<TextStream> {
  const first = await parts.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* parts;
  })();
}
