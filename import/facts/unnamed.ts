import { InvalidCell } from '../../shared/domain/cells/cells.ts';
import type { KindName } from '../../shared/table/entities/entity.ts';
import { listedKinds } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { ClientIndex } from './client-index.ts';
import type { RejectedRow, Rejects } from './rejects.ts';

/** True for records of kinds that have a file, if no file contains the record. */
export type IsUnnamed = (kind: KindName, ...parts: readonly unknown[]) => boolean;

/**
 * What counts as unnamed: nothing that a rejected row, a refused or a missing file could have named. To be asked once all
 * files of the kind are checked.
 */
export function protectedFrom(
  files: readonly FileOfRows[],
  given: ReadonlySet<KindName>,
  isNamed: (record: string) => boolean,
  rejects: Rejects,
  clients: ClientIndex,
  missing: ReadonlySet<KindName>,
): IsUnnamed {
  const found = new Map<KindName, 'all' | ReadonlySet<string>>();
  const protectedOf = (kind: KindName) => {
    const known = found.get(kind) ?? ownersOf(kind);
    found.set(kind, known);
    return known;
  };
  const ownersOf = (kind: KindName) => {
    const its = files.map(({ source }) => source).filter((source) => listedKinds(source).includes(kind));
    if (missing.has(kind) || its.some(({ name, isRepair }) => isRepair || rejects.isRefused(name))) return 'all';
    const names = new Set(its.map(({ name }) => name));
    const owners = new Set<string>();
    for (const row of rejects.rows()) {
      if (!names.has(row.file)) continue;
      const owner = ownerOf(kind, row, clients);
      if (owner === undefined) return 'all';
      owners.add(owner);
    }
    return owners;
  };
  return (kind, ...parts) => {
    if (!given.has(kind)) return false;
    const kept = protectedOf(kind);
    if (kept === 'all') return false;
    const owner = String(kind === 'portfolio-members' ? parts[1] : parts[0]);
    return !kept.has(owner) && !isNamed([kind, ...parts].join(' '));
  };
}

/** The client or portfolio that a rejected row is about, if the row names one. */
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
