import type { KindName } from '../../shared/table/entities/entity.ts';
import type { ClosedRows } from './closed-rows.ts';
import type { Comparison } from './compare.ts';
import type { Gone } from './gone.ts';
import type { Removals } from './prune.ts';

/** What an import would write about a client. */
export interface ClientChange {
  /** In the files, if they have the client itself. */
  readonly name?: string;
  /** Records that are added and changed, by kind. */
  readonly kinds: Readonly<Partial<Record<KindName, { readonly added: number; readonly changed: number }>>>;
}

export type ClientChanges = ReadonlyMap<string, ClientChange>;

/** The clients about which the plan writes, ends or removes something. */
export function clientChanges(planned: {
  readonly comparison: Comparison;
  readonly removed: Removals;
  readonly gone?: Gone;
  readonly closed: ClosedRows;
}): ClientChanges {
  const { comparison, removed, gone, closed } = planned;
  const found = new Map<string, ClientChange>();
  for (const [kind, { clients }] of comparison)
    for (const [id, { name, added, changed }] of clients) {
      const before = found.get(id);
      const kinds = { ...before?.kinds, [kind]: { added, changed } };
      found.set(id, { ...before, ...(name !== undefined && { name }), kinds });
    }
  const others = [...removed.clients, ...(gone?.clients ?? [])].map(({ id }) => id);
  for (const id of [...others, ...removed.reduced, ...closed.clientIds])
    if (!found.has(id)) found.set(id, { kinds: {} });
  return found;
}
