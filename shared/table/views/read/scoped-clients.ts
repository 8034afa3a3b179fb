import { NotFound } from '../../../domain/errors.ts';
import { fold } from '../../../domain/lists/search.ts';
import type { ScoreChanges } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import type { ClientFields } from '../model/entries.ts';
import { type Members, type PortfolioView, readPortfolioView } from '../model/portfolio-view.ts';
import { column } from '../model/view-lists.ts';
import { builtViews } from './built-views.ts';
import { ListVersion, main, type Position, type Reader, withHidden } from './list-version.ts';
import { type RosterVersion, rosterOf } from './roster.ts';

export type ClientRoster = RosterVersion<ClientFields>;

interface Reading {
  readonly consistent: boolean;
}

/** The clients in the scope of a request, all of one version, in the order of the list of clients. */
export interface ScopedClients {
  /** Its version covers everything that an answer about this scope shows. */
  readonly head: { readonly version: string };
  /** The scope as repeated in responses; a null portfolio is the whole account. */
  readonly echo: { readonly customerId: Account; readonly portfolioId: string | null };
  readonly list: ListVersion;
  /** The folded names, with the positions of their clients. */
  readonly names: (chosen: readonly number[]) => Promise<{ position: Position; foldedName: string }[]>;
  /** How the scores have changed, with the positions of the clients. */
  readonly changes: (
    chosen: readonly number[],
  ) => Promise<{ position: Position; scoreChanges?: ScoreChanges | undefined }[]>;
}

/** Null for the whole account, which `all-clients` stands for too. */
export function portfolioIdOf(portfolioId: string | undefined): string | null {
  return portfolioId === undefined || portfolioId === 'all-clients' ? null : portfolioId;
}

export async function scopedClients(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  reading: Reading,
): Promise<ScopedClients> {
  const echo = { customerId: account, portfolioId };
  if (portfolioId === null) return allClients(await rosterOf(reader, account, 'clients', reading), echo);
  const { view, reader: source } = await openPortfolios(reader, account, reading);
  const portfolio = view?.portfolios.find(({ id }) => id === portfolioId);
  if (!portfolio) throw new NotFound('portfolio');
  return membersOf(memberListOf(source, account, portfolio.clients), portfolio.clients, echo);
}

/** Includes the part of archived clients only if requested. */
export function chosenParts(withArchived: boolean): readonly number[] {
  return withArchived ? withHidden : main;
}

export function memberListOf(reader: Reader, account: Account, { list }: Members): ListVersion {
  return new ListVersion(reader, { account, roster: 'clients' }, list);
}

/** The portfolio view with list items; built in memory if it was published before list items existed. */
export async function openPortfolios(
  reader: Reader,
  account: Account,
  reading: Reading,
): Promise<{ view: PortfolioView | undefined; reader: Reader }> {
  const view = await readPortfolioView(reader.table, account, reading);
  if (!view || view.favorites.list !== undefined) return { view, reader };
  const built = await builtViews(reader, account);
  return built ? { view: built.views.portfolios, reader: built.reader } : { view, reader };
}

function allClients(roster: ClientRoster, echo: ScopedClients['echo']): ScopedClients {
  const valuesAt = async <T>(chosen: readonly number[], byPart: readonly (readonly T[])[]) =>
    (await roster.positions(chosen)).map((position) => ({ position, value: byPart[position.part]?.[position.at] }));
  return {
    head: roster.head,
    echo,
    list: roster,
    names: async (chosen) => {
      const { names } = await roster.details();
      const byPart = await Promise.all(
        names.map(async (pages, part) => (chosen.includes(part) ? (await roster.texts(pages)).flat() : [])),
      );
      const found = await valuesAt(chosen, byPart);
      return found.map(({ position, value = '' }) => ({ position, foldedName: value }));
    },
    changes: async (chosen) => {
      const found = await valuesAt(chosen, await roster.fieldsByPart());
      return found.map(({ position, value }) => ({ position, scoreChanges: value?.scoreChanges }));
    },
  };
}

/** The second text of an entry of a portfolio's list. */
interface Member {
  readonly name: string;
  readonly scoreChanges?: ScoreChanges;
}

function membersOf(list: ListVersion, { list: version = 'none' }: Members, echo: ScopedClients['echo']): ScopedClients {
  const members = async (chosen: readonly number[]) => {
    const positions = await list.positions(chosen);
    const texts = await list.textsAt(positions);
    return positions.map((position, at) => ({
      position,
      member: JSON.parse(memberTextIn(texts[at] ?? '')) as Member,
    }));
  };
  return {
    head: { version },
    echo,
    list,
    names: async (chosen) =>
      (await members(chosen)).map(({ position, member }) => ({ position, foldedName: fold(member.name) })),
    changes: async (chosen) =>
      (await members(chosen)).map(({ position, member }) => ({ position, scoreChanges: member.scoreChanges })),
  };
}

/** The entry of the client lists; the list of a portfolio has a second text after it. */
export function entryTextIn(line: string): string {
  const end = line.indexOf(column);
  return end < 0 ? line : line.slice(0, end);
}

export function memberTextIn(line: string): string {
  return line.slice(line.indexOf(column) + 1);
}
