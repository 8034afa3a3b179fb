import { fold, NameIndex } from '../../../domain/lists/search.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Reader } from '../../store/page-cache.ts';
import { hidden, main, partsIn } from '../model/parts.ts';
import type { ListVersion } from './list-version.ts';
import { liveVersion, type Reading } from './live-version.ts';

/** The clients in the scope of a request, all of one version, in the order of the list of clients. */
export interface ScopedClients {
  /** That of the list: it covers everything that an answer about this scope shows. */
  readonly version: string;
  /** The scope as repeated in responses; a null portfolio is the whole account. */
  readonly echo: { readonly customerId: Account; readonly portfolioId: string | null };
  readonly list: ListVersion;
}

/** Null for the whole account, which `all-clients` stands for too. */
export function portfolioIdOf(portfolioId: string | undefined): string | null {
  return portfolioId === undefined || portfolioId === 'all-clients' ? null : portfolioId;
}

/** `ofAll` is the list that answers for the whole account. */
export async function scopedClients(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: Reading,
  ofAll: 'clients' | 'overview' = 'clients',
): Promise<ScopedClients> {
  const live = await liveVersion(reader, account, reading);
  const list = portfolioId === null ? live.list(ofAll) : live.members((await live.portfolio(portfolioId)).clients);
  return { version: list.version, echo: { customerId: account, portfolioId }, list };
}

/** The names, each at the index of its client in the merged chosen parts. */
export function namesIn(list: ListVersion, chosen: readonly number[]): Promise<NameIndex> {
  return list.derived(`names ${chosen}`, async () => {
    const { parts, names, order } = await list.item();
    const namesOf = async (part: number) => {
      // only the list of all clients stores folded names
      if (names.length > 0) return (await list.pageTexts(names[part] ?? [])).flat();
      // the answer needs the same pages
      const texts = (await list.pageTexts(parts[part]?.pages ?? [])).flat();
      return texts.map((text) => fold((JSON.parse(text) as { name: string }).name));
    };
    const byPart = await Promise.all([main, hidden].map((part) => (chosen.includes(part) ? namesOf(part) : [])));
    const rest = byPart.map((part) => part.values());
    const [only = main, ...others] = chosen;
    const inOrder =
      others.length === 0
        ? (byPart[only] ?? [])
        : [...partsIn(order)].flatMap((part) => rest[part]?.next().value ?? []);
    const value = new NameIndex(inOrder);
    return { value, bytes: value.bytes };
  });
}
