import type { Item } from './read.ts';

/** The version of the stored layout that this code writes into `v` of its items, and the only one that it reads. */
export const itemVersion = 1;

/** The item was written by a newer version of the service, so reading it could misunderstand it. */
class UnknownItemVersion extends Error {
  override name = 'UnknownItemVersion' as const;

  constructor({ sk, v }: Item) {
    const kind = sk.split('#')[0];
    super(
      `A ${kind} item has version ${v}, but this code reads version ${itemVersion}. Deploy the newer version again.`,
    );
  }
}

export function checkVersion(item: Item): void {
  if (item.v !== itemVersion) throw new UnknownItemVersion(item);
}

/**
 * The entity that an item stores, without keys and version. This is the one place where stored attributes are trusted
 * without a check: facts are validated before they are written, and nothing else writes items.
 */
export function entityIn<Entity extends object>(item: Item): Entity {
  checkVersion(item);
  const { pk: _, sk: __, v: ___, ...entity } = item;
  return entity as unknown as Entity;
}
