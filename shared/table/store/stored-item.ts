import type { Item } from './read.ts';

/** Which layouts of stored items a release reads, and the one that it writes. */
export interface Layouts {
  readonly reads: readonly number[];
  readonly writes: number;
}

/**
 * Items carry the number of their layout in `v`. A new layout takes two releases: the first reads it and still writes
 * the old one, the second writes it. So every deployment, and every rollback by one release, meets a table that it can
 * read. A layout that a release has written stays readable, because facts are not written again.
 */
export const layouts: Layouts = { reads: [3], writes: 3 };

export const itemVersion = layouts.writes;

class UnknownLayout extends Error {
  override name = 'UnknownLayout' as const;

  constructor({ sk, v }: Item) {
    const reads = layouts.reads.join(', ');
    super(
      `A ${sk.split('#')[0]} item has layout ${v}, but this version reads layout ${reads}. ${adviceFor(Number(v))}`,
    );
  }
}

function adviceFor(layout: number): string {
  return layout > Math.max(...layouts.reads)
    ? 'A newer version wrote it: deploy that version again, or the release before it.'
    : 'A version that was never released wrote it: use a new table, and import the data again.';
}

/** Throws if this version cannot read the layout of the item. */
export function checkVersion(item: Item): void {
  if (!layouts.reads.includes(Number(item.v))) throw new UnknownLayout(item);
}

/**
 * The entity that an item stores, without keys and layout. This is the one place where stored attributes are trusted
 * without a check: facts are validated before they are written, and nothing else writes items.
 */
export function entityIn<Entity extends object>(item: Item): Entity {
  checkVersion(item);
  const { pk: _, sk: __, v: ___, ...entity } = item;
  return entity as unknown as Entity;
}
