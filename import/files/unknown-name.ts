import { csvRow } from '../../shared/domain/csv.ts';
import { problemHeader } from './table.ts';

/** A name that no client has, with the clients that it may mean, the likeliest first. */
export interface UnknownName {
  readonly name: string;
  readonly rows: number;
  /** What a list of clients calls it, and the system of that list, if another one leads: it may be a new client. */
  readonly listed?: { readonly name: string; readonly list: string };
  readonly proposals: readonly Proposal[];
}

export interface Proposal {
  readonly id: string;
  readonly name: string;
}

export function withProposals(names: readonly UnknownName[]): UnknownName[] {
  return names.filter(({ proposals }) => proposals.length > 0);
}

/** The names as aliases.csv, with the likeliest clients, to review. Its last column lets it prune no other aliases. */
export function aliasesText(names: readonly UnknownName[]): string {
  const rows = names.map(({ name, rows: count, proposals: [best, ...others] }) => [
    ...[best?.id, name, best?.name, count],
    others.map((each) => `${each.name} (${each.id})`).join('; '),
    'no client has this name',
  ]);
  return [['Client ID', 'Name', 'Proposal', 'Rows', 'Others', problemHeader({}, false)], ...rows].map(csvRow).join('');
}
