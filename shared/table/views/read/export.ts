import type { AlignmentValue } from '../../../domain/alignment.ts';
import type { Day } from '../../../domain/dates.ts';
import { NotFound } from '../../../domain/errors.ts';
import { compareTexts } from '../../../domain/orders.ts';
import type { ScoreChanges } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { hidden } from '../model/entries.ts';
import { chosenParts, type ListVersion } from './list-version.ts';
import { liveVersion, type Reading } from './live-version.ts';
import type { Reader } from './page-store.ts';

/** What an export shows of a client. */
export interface ExportedClient {
  /** Its entry in the list of clients. */
  readonly text: string;
  readonly archived: boolean;
  readonly location: string | undefined;
  readonly externalId: string | undefined;
  /** The value of the latest read. */
  readonly alignment: AlignmentValue | undefined;
  readonly scoreChanges: ScoreChanges | undefined;
  /** The ids of the account's own portfolios that it is in, sorted. */
  readonly portfolios: readonly string[];
}

/** All clients of a scope and what a file says about them, from one version. */
export interface ClientsExport {
  /** That of the portfolio view, which names the list of clients and has the metadata keys. */
  readonly version: string;
  readonly scoredFor: Day | null;
  readonly metadataKeys: readonly string[];
  /** In order, a few pages at a time. An export may take longer than a request, so each read gets a table of its own. */
  readonly clients: (withArchived: boolean, tableNow: () => Table) => AsyncIterable<ExportedClient>;
}

export async function exportOf(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: Reading,
): Promise<ClientsExport> {
  const live = await liveVersion(reader, account, reading);
  const { metadataKeys, portfolios } = await live.portfolios();
  const portfolio = portfolios.find(({ id }) => id === portfolioId);
  if (portfolioId !== null && !portfolio) throw new NotFound('portfolio');
  const list = portfolio ? live.members(portfolio.clients) : live.list('clients');
  return {
    version: live.versionOf('portfolios'),
    scoredFor: live.scoredFor,
    metadataKeys,
    clients: (...given) => exported(list, ...given),
  };
}

async function* exported(
  list: ListVersion,
  withArchived: boolean,
  tableNow: () => Table,
): AsyncGenerator<ExportedClient> {
  for await (const { part, text, fields } of list.entries(chosenParts(withArchived), tableNow)) {
    const { location, externalId, latestRead, scoreChanges } = fields;
    yield {
      ...{ text, location, externalId, scoreChanges },
      archived: part === hidden,
      alignment: latestRead?.value,
      portfolios: Object.keys(fields.portfolios).sort(compareTexts),
    };
  }
}
