import { NotFound } from '../../../domain/errors.ts';
import type { ExtraColumns } from '../../records/portfolios.ts';
import type { Account } from '../../store/item-keys.ts';
import type { ClientFields } from './entries.ts';
import { readHead } from './head.ts';
import { type PortfolioView, readPortfolioView } from './portfolio-view.ts';
import { type LocatedEntry, type Reader, RosterVersion, rosterOf } from './roster.ts';

export type LocatedClient = LocatedEntry<ClientFields>;
export type ClientRoster = RosterVersion<ClientFields>;

/** A client's extra columns in a portfolio; undefined if it is not a member. */
export function columnsIn({ portfolios }: ClientFields, portfolioId: string): ExtraColumns | undefined {
  // an id may be the name of a property that every object inherits
  return Object.hasOwn(portfolios, portfolioId) ? portfolios[portfolioId] : undefined;
}

/** The clients in the scope of a request, all of one version. */
export interface ScopedClients {
  readonly head: ClientRoster['head'];
  readonly roster: ClientRoster;
  /** The scope as answers repeat it; null is the whole account. */
  readonly echo: { readonly customerId: Account; readonly portfolioId: string | null };
  /** In the order of the list of clients. */
  readonly locatedEntries: (withArchived: boolean) => Promise<LocatedClient[]>;
}

/** Null for the whole account, which `all-clients` also means. */
export function portfolioIdOf(portfolioId: string | undefined): string | null {
  return portfolioId === undefined || portfolioId === 'all-clients' ? null : portfolioId;
}

export async function scopedClients(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: { consistent: boolean },
): Promise<ScopedClients> {
  const echo = { customerId: account, portfolioId };
  if (portfolioId === null) {
    const roster = await rosterOf<ClientFields>(reader, account, 'clients', reading);
    return { head: roster.head, roster, echo, locatedEntries: (withArchived) => roster.locatedEntries(withArchived) };
  }
  const { roster, view } = await clientsAndPortfolios(reader, account, reading);
  if (!view?.portfolios.some(({ id }) => id === portfolioId)) throw new NotFound('portfolio');
  const isIn = ({ fields }: LocatedClient) => columnsIn(fields, portfolioId) !== undefined;
  const lines = async (withArchived: boolean) => (await roster.locatedEntries(withArchived)).filter(isIn);
  return { head: roster.head, roster, echo, locatedEntries: lines };
}

const mostTries = 4;

/** The clients roster and the portfolio view of one version. They are switched together but read separately. */
export async function clientsAndPortfolios(
  reader: Reader,
  account: Account,
  reading: { consistent: boolean },
): Promise<{ roster: ClientRoster; view: PortfolioView | undefined }> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const consistent = { consistent: reading.consistent || tries > 1 };
    const [head, view] = await Promise.all([
      readHead(reader.table, account, 'clients', consistent),
      readPortfolioView(reader.table, account, consistent),
    ]);
    if (head?.version === view?.roster) {
      return { roster: new RosterVersion<ClientFields>(reader, account, 'clients', head), view };
    }
  }
  throw new Error('the portfolios and the list of clients are of different versions');
}
