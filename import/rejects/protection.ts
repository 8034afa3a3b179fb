import type { ClientIndex } from '../check/client-index.ts';
import { InvalidCell } from '../files/cells.ts';
import type { KindName } from '../files/kinds/kind.ts';
import type { Source } from '../files/source.ts';
import type { IsUnnamed } from '../prune/removals.ts';
import type { RejectedRow, Rejects } from './rejects.ts';

/**
 * Narrows what counts as unnamed: `--prune` removes nothing that a rejected row, a refused or a missing file could have
 * named.
 */
export function protectedFrom(
  isUnnamed: IsUnnamed,
  sources: readonly Source[],
  rejects: Rejects,
  clients: ClientIndex,
  missing: ReadonlySet<KindName>,
): IsUnnamed {
  const whole = new Set(missing);
  const named = new Set<string>();
  for (const { name, kind, isRepair } of sources) if (isRepair || rejects.isRefused(name)) whole.add(kind.name);
  for (const row of rejects.rows()) {
    const kinds = row.kind ? [row.kind] : sources.flatMap(({ name, kind }) => (name === row.file ? [kind.name] : []));
    for (const kind of kinds) {
      const owner = ownerOf(kind, row, clients);
      if (owner === undefined) whole.add(kind);
      else named.add(`${kind} ${owner}`);
    }
  }
  return (kind, ...parts) => {
    if (whole.has(kind)) return false;
    const owner = kind === 'portfolio-members' ? parts[1] : parts[0];
    return !named.has(`${kind} ${owner}`) && isUnnamed(kind, ...parts);
  };
}

/** The client or portfolio that a rejected row is about, if it can be told. */
function ownerOf(kind: KindName, { given = {} }: RejectedRow, clients: ClientIndex): string | undefined {
  if (kind === 'portfolios') return given.id == null ? undefined : String(given.id);
  try {
    if (kind !== 'clients') return clients.referredId(given);
    return given.serviceId == null && given.externalId == null ? undefined : clients.idForRow(given);
  } catch (error) {
    if (error instanceof InvalidCell) return undefined;
    throw error;
  }
}
