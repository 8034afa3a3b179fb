import { dayOf, isoWeek } from '../../shared/domain/dates.ts';
import type { KindName } from '../../shared/table/entities/entity.ts';
import { kindOf, rowsIn } from '../../shared/table/entities/kinds.ts';
import { contentHash } from '../../shared/table/entities/statement.ts';
import type { Change } from '../../shared/table/facts/facts.ts';
import type { Item } from '../../shared/table/store/read.ts';

// Which records an import writes, so that it can be taken back: their names and a hash of what they say, no versions.

/** A record by its kind, the client that it is about, and its parts, of which the first may be that client. */
export interface AddedRecord {
  readonly kind: KindName;
  readonly client: string;
  /** As `IsUnnamed` gets them, with spaces between them. */
  readonly name: string;
  readonly hash: string;
}

/** What an import adds, and how many records of each kind it changes. */
export interface WrittenRecords {
  readonly added: readonly AddedRecord[];
  readonly changed: readonly Omit<AddedRecord, 'hash'>[];
}

/** The records that an item has, as its rows would state them: a hash of each by its name. Kinds are the first words. */
export function recordsOf(item: Item): ReadonlyMap<string, string> {
  const found = new Map<string, unknown[]>();
  for (const { kind: name, cells, own } of rowsIn(item)) {
    const kind = kindOf(name);
    const given = Object.fromEntries(Object.entries(cells).map(([field, value]) => [field, value ?? null]));
    const row = { kind, line: 0, given, own: new Map(), ownKeys: [], headers: {} };
    const parts = kind.identity({ row, rows: [row], clientId: String(given.serviceId ?? ''), file: '' });
    const full = [name, ...parts, ...placeIn(name, given)].join(' ');
    const said = kind.columns.map(({ field }) => given[field] ?? null);
    // DynamoDB returns the keys of a map in any order
    found.set(full, [...(found.get(full) ?? []), said, Object.entries(own).toSorted()]);
  }
  return new Map([...found].map(([name, said]) => [name, contentHash(said, 12)]));
}

/** The part of a record's key that can change: a prune asks for it after the identity. */
function placeIn(kind: KindName, given: Readonly<Record<string, unknown>>): unknown[] {
  if (kind === 'signals') return [isoWeek(dayOf(String(given.date)))];
  return kind === 'notes' ? [given.createdAt] : [];
}

/** What a change adds and changes of this kind. */
export function writtenBy(kind: KindName, { clientId = '', item, stored, movedFrom }: Change): WrittenRecords {
  const before = stored ? recordsOf(stored) : new Map<string, string>();
  const [added, changed]: [AddedRecord[], WrittenRecords['changed'][number][]] = [[], []];
  for (const [name, hash] of recordsOf(item)) {
    if (!name.startsWith(`${kind} `)) continue;
    if (!before.has(name) && !movedFrom) added.push({ kind, client: clientId, name, hash });
    else if (before.get(name) !== hash) changed.push({ kind, client: clientId, name });
  }
  return { added, changed };
}
