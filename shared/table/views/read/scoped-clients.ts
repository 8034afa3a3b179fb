import { NotFound } from '../../../domain/errors.ts';
import { fold, NameIndex } from '../../../domain/lists/search.ts';
import type { ScoreChanges } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import { column } from '../model/descriptions.ts';
import type { ClientFields } from '../model/entries.ts';
import type { Members, PortfolioView } from '../model/portfolio-view.ts';
import { builtViews } from './built-views.ts';
import { ListVersion, main, type Reader, withHidden } from './list-version.ts';
import { livePortfolios } from './live.ts';
import { type RosterVersion, rosterOf } from './roster.ts';

type ClientRoster = RosterVersion<ClientFields>;

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
  /** The names, each at the index of its client in the merged chosen parts. */
  readonly names: (chosen: readonly number[]) => Promise<NameIndex>;
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
  return withLists(reader, account, await livePortfolios(reader, account, reading));
}

export async function withLists(
  reader: Reader,
  account: Account,
  view: PortfolioView | undefined,
): Promise<{ view: PortfolioView | undefined; reader: Reader }> {
  if (!view || view.favorites.list !== undefined) return { view, reader };
  const built = await builtViews(reader, account);
  return built ? { view: built.views.portfolios, reader: built.reader } : { view, reader };
}

function allClients(roster: ClientRoster, echo: ScopedClients['echo']): ScopedClients {
  return {
    head: roster.head,
    echo,
    list: roster,
    names: (chosen) =>
      roster.derived(`names ${chosen}`, async () => {
        const { names, order } = await roster.details();
        const pages = chosen.map((part) => roster.texts(names[part] ?? []));
        const byPart = (await Promise.all(pages)).map((part) => part.flat());
        const [only = [], ...others] = byPart;
        return indexOf(others.length === 0 ? only : merge(order, byPart));
      }),
  };
}

/** Puts the entries of all parts into the order of the merged list. */
function merge<T>(order: string, byPart: readonly (readonly T[])[]): T[] {
  const rest = byPart.map((part) => part.values());
  return [...order].flatMap((part) => rest[Number(part)]?.next().value ?? []);
}

function indexOf(foldedNames: readonly string[]) {
  const value = new NameIndex(foldedNames);
  return { value, bytes: value.bytes };
}

/** The second text of a line of a portfolio's list. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly scoreChanges?: ScoreChanges;
}

function membersOf(list: ListVersion, { list: version = 'none' }: Members, echo: ScopedClients['echo']): ScopedClients {
  return {
    head: { version },
    echo,
    list,
    names: (chosen) =>
      list.derived(`names ${chosen}`, async () =>
        indexOf((await membersIn(list, chosen)).map(({ member }) => fold(member.name))),
      ),
  };
}

/** The entries of a portfolio's list, in order. */
export async function membersIn(
  list: ListVersion,
  chosen: readonly number[],
): Promise<{ part: number; text: string; member: Member }[]> {
  const positions = await list.positions(chosen, 0, Number.POSITIVE_INFINITY);
  const lines = await list.textsAt(positions);
  return lines.map((line, at) => ({
    part: positions[at]?.part ?? 0,
    text: entryTextIn(line),
    member: JSON.parse(memberTextIn(line)) as Member,
  }));
}

/** The entry of the client lists; the list of a portfolio has other texts after it. */
export function entryTextIn(line: string): string {
  const end = line.indexOf(column);
  return end < 0 ? line : line.slice(0, end);
}

export function memberTextIn(line: string): string {
  const [, text = ''] = line.split(column, 2);
  return text;
}
