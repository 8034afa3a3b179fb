import type { Day } from '../../../domain/dates.ts';
import { NotFound } from '../../../domain/errors.ts';
import type { ScoreChanges } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { column, type ExportFields, exportFieldsOf } from '../model/descriptions.ts';
import type { ClientFields } from '../model/entries.ts';
import type { Members } from '../model/portfolio-view.ts';
import { builtViews, clientsAndPortfolios } from './built-views.ts';
import type { Reader } from './list-version.ts';
import { RosterVersion } from './roster.ts';
import { chosenParts, type Member, memberListOf, withLists } from './scoped-clients.ts';

export interface ExportedClient extends ExportFields {
  /** Its entry in the list of clients. */
  readonly text: string;
  readonly archived: boolean;
  readonly scoreChanges?: ScoreChanges | undefined;
}

/** All clients of a scope and what a file says about them, from one version of the clients and of the portfolios. */
export interface ClientsExport {
  /** The version of the portfolio view covers that of the clients and the metadata keys. */
  readonly head: { readonly version: string };
  readonly scoredFor: Day | null;
  readonly metadataKeys: readonly string[];
  /** In order, a few pages at a time. An export may take longer than a request, so each read gets a table of its own. */
  readonly clients: (withArchived: boolean, tableNow: () => Table) => AsyncIterable<ExportedClient>;
}

export async function exportOf(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: { readonly consistent: boolean },
): Promise<ClientsExport> {
  const { clients, view } = await clientsAndPortfolios(reader.table, account, reading);
  const built = clients && clients.list === undefined ? await builtViews(reader, account) : undefined;
  const head = built?.views.clients.head ?? clients;
  const roster = new RosterVersion<ClientFields>(built?.reader ?? reader, account, 'clients', head);
  const shown = {
    head: { version: view?.version ?? 'none' },
    scoredFor: roster.head.scoredFor,
    metadataKeys: view?.metadataKeys ?? [],
  };
  if (portfolioId === null) return { ...shown, clients: (...given) => allClients(roster, ...given) };
  const lists = await withLists(reader, account, view);
  const portfolio = lists.view?.portfolios.find(({ id }) => id === portfolioId);
  if (!portfolio) throw new NotFound('portfolio');
  return { ...shown, clients: (...given) => membersOf(lists.reader, account, portfolio.clients, ...given) };
}

async function* allClients(
  roster: RosterVersion<ClientFields>,
  withArchived: boolean,
  tableNow: () => Table,
): AsyncGenerator<ExportedClient> {
  for await (const { text, fields, hidden } of roster.entries(chosenParts(withArchived), tableNow)) {
    yield { ...exportFieldsOf(fields), text, archived: hidden, scoreChanges: fields.scoreChanges };
  }
}

const linesAtOnce = 2000;

async function* membersOf(
  { pages }: Reader,
  account: Account,
  members: Members,
  withArchived: boolean,
  tableNow: () => Table,
): AsyncGenerator<ExportedClient> {
  const total = members.main.total + members.hidden.total;
  for (let offset = 0; offset < total; offset += linesAtOnce) {
    const list = memberListOf({ table: tableNow(), pages }, account, members);
    const positions = await list.positions(chosenParts(withArchived), offset, linesAtOnce);
    const lines = await list.textsAt(positions);
    for (const [at, line] of lines.entries()) {
      const [text = '', member = '', fields = ''] = line.split(column);
      const { scoreChanges } = JSON.parse(member) as Member;
      yield { ...(JSON.parse(fields) as ExportFields), text, archived: positions[at]?.part === 1, scoreChanges };
    }
  }
}
