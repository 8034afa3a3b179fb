import type { RawItem } from './expressions.ts';
import { type Input, type MemDynamo, memDynamo } from './mem-dynamo.ts';

/** A store whose reads without ConsistentRead may be stale. */
export interface StaleStore extends MemDynamo {
  /** Lets all replicas catch up, as they do when nothing is written for some seconds. */
  readonly settle: () => void;
  /** How many of the items read were stale. */
  readonly staleItems: () => number;
}

const operationMs = 50;
export const longestLagMs = 3_000;

interface Version {
  readonly at: number;
  /** Undefined if the item did not exist. */
  readonly item: RawItem | undefined;
}

/** Whether a random lag is drawn per item of a read, or per partition, whose items are then equally old. */
type Lagging = 'item' | 'partition';

/**
 * The table in memory with lagging replicas: a read without ConsistentRead may return items up to 3 seconds old, with
 * lags drawn from `random`. Consistent reads, writes and their conditions always see the latest items.
 */
export function staleReads(random: () => number, lagging: Lagging, clock?: () => number): StaleStore {
  const current = memDynamo();
  const replica = memDynamo();
  /** Versions of the items that not every replica has yet, oldest first. */
  const history = new Map<string, Version[]>();
  // without a clock, every operation takes some time
  let now = clock?.() ?? 0;
  let staleItems = 0;

  const remember = (address: string) => {
    const before = { at: Number.NEGATIVE_INFINITY, item: current.items.get(address) };
    return history.get(address) ?? history.set(address, [before]).get(address) ?? [];
  };
  const set = current.items.set.bind(current.items);
  current.items.set = (address, item) => {
    remember(address).push({ at: now, item });
    return set(address, item);
  };
  const remove = current.items.delete.bind(current.items);
  current.items.delete = (address) => {
    remember(address).push({ at: now, item: undefined });
    return remove(address);
  };

  /** Gives every item of the replica the version that this read sees. */
  function ageReplica(): void {
    const lags = new Map<string, number>();
    for (const [address, versions] of history) {
      const replicated = lagging === 'item' ? address : address.slice(0, address.indexOf(' '));
      const lag = lags.get(replicated) ?? Math.floor(random() * longestLagMs);
      lags.set(replicated, lag);
      const seen = versions.findLast(({ at }) => at <= now - lag) ?? versions[0];
      if (seen !== versions.at(-1)) staleItems += 1;
      if (seen?.item) replica.items.set(address, seen.item);
      else replica.items.delete(address);
      if ((versions.at(-1)?.at ?? now) <= now - longestLagMs && seen === versions.at(-1)) history.delete(address);
    }
  }

  return {
    ...current,
    perform: (operation, input) => {
      now = clock?.() ?? now + operationMs;
      if (!mayBeStale(operation, input)) return current.perform(operation, input);
      ageReplica();
      return replica.perform(operation, input);
    },
    settle: () => {
      now += longestLagMs;
    },
    staleItems: () => staleItems,
  };
}

export function mayBeStale(operation: string, { ConsistentRead, RequestItems = {} }: Input): boolean {
  if (operation === 'GetItem' || operation === 'Query') return ConsistentRead !== true;
  return (
    operation === 'BatchGetItem' &&
    Object.values(RequestItems).every((keys) => !('ConsistentRead' in keys && keys.ConsistentRead))
  );
}
