import type { Counts, Names } from '../../domain/access/windows.ts';
import { windows } from '../../domain/access/windows.ts';
import { apiKeyItemKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';
import { entityIn } from '../store/stored-item.ts';
import { ConditionFailed, type RequestTable } from '../store/table.ts';
import { updateItem } from '../store/write.ts';

/**
 * The authority of a key: its state and its counters. Every request writes this item, so it must stay below 1,024 bytes
 * (one write unit). Everything else about a key is stored in its issued key item.
 */
export interface ApiKey {
  /** `pending` until it is activated, which requires an active account. */
  readonly st: 'active' | 'pending' | 'revoked' | 'suspended';
  /** Unix seconds */
  readonly exp?: number;
  readonly customerId: string;
  readonly keyId: string;
  /** Counters and request ids by window name. Only `countRequest` changes them. */
  readonly w: Counts;
}

export interface CountedRequest {
  /** Random and the same for all attempts of one request, so that a repeated write is recognised. */
  readonly id: Uint8Array;
  readonly names: Names;
  /** Unix seconds */
  readonly second: number;
  /** Requests that were refused since the last one that was counted; they are counted with this one. */
  readonly refused: number;
}

/** `key` after the request was counted, or as found if it was not counted; `undefined` if there is no such key. */
export interface Outcome {
  readonly counted: boolean;
  readonly key: ApiKey | undefined;
}

/**
 * Checks and counts a request in one conditional write: state, expiry and all three windows; the month is counted too. An attempt that is
 * repeated is counted once, because `list_append` stores the request id and the condition looks for it. The same write
 * removes the ended windows that `expired` names.
 */
export async function countRequest(
  table: RequestTable,
  hash: string,
  request: CountedRequest,
  expired: readonly string[],
): Promise<Outcome> {
  const { m, h, d, r, M, R } = request.names;
  const [minute, hour, day] = windows;
  const increment = (name: string, by = ':1') => `#w.${name} = if_not_exists(#w.${name}, :0) + ${by}`;
  const below = (name: string) => `(attribute_not_exists(#w.${name}) OR #w.${name} < :${name.slice(1)}l)`;
  const remove = expired.length > 0 ? ` REMOVE ${expired.map((_, at) => `#w.#x${at}`).join(', ')}` : '';
  const counters = [
    ...['#m', '#h', '#d', '#M'].map((name) => increment(name)),
    ...(request.refused > 0 ? [increment('#R', ':R')] : []),
  ];
  const update = {
    key: apiKeyItemKey(hash),
    update: `SET ${counters.join(', ')}, #w.#r = list_append(if_not_exists(#w.#r, :none), :ids)${remove}`,
    condition: `#st = :active AND (attribute_not_exists(#exp) OR #exp > :now) AND ${below('#m')} AND ${below('#h')} AND ${below('#d')} AND NOT contains(#w.#r, :id)`,
    names: {
      '#w': 'w',
      '#st': 'st',
      '#exp': 'exp',
      '#m': m,
      '#h': h,
      '#d': d,
      '#r': r,
      '#M': M,
      ...(request.refused > 0 && { '#R': R }),
      ...Object.fromEntries(expired.map((name, at) => [`#x${at}`, name])),
    },
    values: {
      ':0': 0,
      ':1': 1,
      ...(request.refused > 0 && { ':R': request.refused }),
      ':none': [],
      ':ids': [request.id],
      ':id': request.id,
      ':active': 'active',
      ':now': request.second,
      ':ml': minute.limit,
      ':hl': hour.limit,
      ':dl': day.limit,
    },
    returnsItem: true,
  };
  try {
    return { counted: true, key: fromApiKeyItem((await updateItem(table, update)) as Item) };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const key = error.item && fromApiKeyItem(error.item);
    return { counted: key !== undefined && hasCounted(key, r, request.id), key };
  }
}

export function fromApiKeyItem(item: Item): ApiKey {
  return entityIn(item);
}

/** True if an earlier attempt of this request was counted and its response was lost. */
function hasCounted({ w }: ApiKey, idsName: string, id: Uint8Array): boolean {
  const ids = w[idsName];
  return Array.isArray(ids) && ids.some((held: Uint8Array) => Buffer.compare(held, id) === 0);
}

/** Removes ended windows of a key that has more of them than one request removes. */
export async function removeExpiredWindows(
  table: RequestTable,
  hash: string,
  expired: readonly string[],
): Promise<void> {
  await updateItem(table, {
    key: apiKeyItemKey(hash),
    update: `REMOVE ${expired.map((_, at) => `#w.#x${at}`).join(', ')}`,
    condition: 'attribute_exists(pk)',
    names: { '#w': 'w', ...Object.fromEntries(expired.map((name, at) => [`#x${at}`, name])) },
  });
}
