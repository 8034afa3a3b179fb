import type { FactKind, ItemKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';

/** An item to write, the kind of fact that it stores, and the client that it belongs to. */
export interface Change {
  readonly kind: FactKind;
  readonly clientId?: string;
  readonly item: Item;
  /** The item that it replaces; absent if the item is new. */
  readonly stored?: Item;
  /** Where the fact was stored before, if its key has changed. */
  readonly movedFrom?: ItemKey;
}
