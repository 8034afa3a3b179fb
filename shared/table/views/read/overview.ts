import type { Account } from '../../store/item-keys.ts';
import { overviewsOf } from '../model/all-clients.ts';
import type { Reader } from './list-version.ts';
import { rosterOf } from './roster.ts';
import { type ScopedClients, scopedClients } from './scoped-clients.ts';

/** For accounts that have not published anything yet. */
const [overviewOfNobody = '{}'] = overviewsOf([], null);

/** statistics/overview of a scope, as JSON texts without the scope itself. */
export interface Overview extends Pick<ScopedClients, 'head' | 'echo'> {
  readonly text: (withArchived: boolean) => Promise<string>;
}

export async function overviewOf(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: { readonly consistent: boolean },
): Promise<Overview> {
  const ofAll = async () => {
    const roster = await rosterOf(reader, account, 'overview', reading);
    return { head: roster.head, list: roster, echo: { customerId: account, portfolioId } };
  };
  const { head, list, echo } =
    portfolioId === null ? await ofAll() : await scopedClients(reader, account, portfolioId, reading);
  const text = async (withArchived: boolean) => {
    const [active, all] = (await list.details()).overviews;
    return (withArchived ? all : active) ?? overviewOfNobody;
  };
  return { head, echo, text };
}
