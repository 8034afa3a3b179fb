import type { ItemKey } from '../store/item-keys.ts';
import { itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { ifConditionHolds, updateItem } from '../store/write.ts';

interface Limit {
  readonly now: number;
  readonly most: number;
  /** The length of a window, which begins at a multiple of it. */
  readonly seconds: number;
}

/** Counts one more in the current window. Returns false, and counts nothing, at the limit. */
export async function countTry(table: Table, key: ItemKey, { now, most, seconds }: Limit): Promise<boolean> {
  const window = Math.floor(now / 1000 / seconds);
  const names = { '#window': 'window', '#count': 'count' };
  const counted = await ifConditionHolds(
    updateItem(table, {
      key,
      names,
      update: 'SET #count = #count + :one',
      condition: '#window = :window AND #count < :most',
      values: { ':window': window, ':one': 1, ':most': most },
    }),
  );
  if (counted) return true;
  return ifConditionHolds(
    updateItem(table, {
      key,
      names: { ...names, '#ttl': 'ttl' },
      update: 'SET #window = :window, #count = :one, #ttl = :ttl, v = :v',
      condition: 'attribute_not_exists(#window) OR #window < :window',
      values: { ':window': window, ':one': 1, ':ttl': (window + 2) * seconds, ':v': itemVersion },
    }),
  );
}
