import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Table } from '../../../shared/table/store/table.ts';
import type { RawItem } from '../../support/mem-dynamo/expressions.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';

/** The account and key for which a command is sent. */
interface Caller {
  readonly account: string;
  readonly apiKey: string;
}

export interface Fence {
  /** Attributes all commands that `work` sends to this caller. */
  readonly as: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;
  /** Commands with a key that does not belong to the caller. */
  readonly breaches: string[];
  /** How many keys and commands were checked. */
  readonly seen: { keys: number; commands: number };
}

interface Sent {
  readonly Key?: RawItem;
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: RawItem;
  readonly ExclusiveStartKey?: RawItem;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly RawItem[] }>>;
}

/** Checks every key of every operation when it is sent. */
export function fence(table: Table): Fence {
  const callers = new AsyncLocalStorage<Caller>();
  const breaches: string[] = [];
  const seen = { keys: 0, commands: 0 };

  aroundAttempts(table, (send, sent, operation) => {
    const caller = callers.getStore();
    const keys = keysOf(operation, sent as Sent);
    seen.commands += 1;
    seen.keys += keys.length;
    const breached = !caller || keys.length === 0 || !keys.every((key) => isOwn(caller, operation, key));
    if (breached) breaches.push(`${caller?.account}: ${operation} ${JSON.stringify(keys)}`);
    return send();
  });
  return { as: (caller, work) => callers.run(caller, work), breaches, seen };
}

/** Every key in the command; empty for a command that requests never use, which counts as a breach. */
function keysOf(operation: string, sent: Sent): RawItem[] {
  if (sent.IndexName !== undefined) return [];
  if (operation === 'GetItem' || operation === 'UpdateItem') return sent.Key ? [sent.Key] : [];
  if (operation === 'BatchGetItem') return Object.values(sent.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
  if (operation !== 'Query' || !/^pk = :pk( AND sk BETWEEN :from AND :to)?$/.test(sent.KeyConditionExpression ?? '')) {
    return [];
  }
  const { ':pk': pk = { S: '' }, ':from': from = { S: '' } } = sent.ExpressionAttributeValues ?? {};
  return [{ pk, sk: from }, ...(sent.ExclusiveStartKey ? [sent.ExclusiveStartKey] : [])];
}

/**
 * True for the caller's API key and for items in the caller's partitions. The key format is repeated here on purpose,
 * independently of the code. It does not list the kinds of items, so new kinds need no change: `#` is only a separator.
 */
function isOwn({ account, apiKey }: Caller, operation: string, key: RawItem): boolean {
  const [pk, sk] = [key.pk, key.sk].map((value) => (value && 'S' in value ? value.S : undefined));
  if (typeof pk !== 'string' || typeof sk !== 'string') return false;
  if (operation === 'UpdateItem') {
    return pk === `KEY#${createHash('sha256').update(apiKey).digest('base64url')}` && sk === 'KEY';
  }
  const own = `CUST#${account}`;
  if (!pk.startsWith(own)) return false;
  const id = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
  // an account's own partition, or one of its clients, portfolios or rosters
  const isPartition = new RegExp(`^(#[A-Z]+#${id})?$`).test(pk.slice(own.length));
  // a word, then at most two of: an id, a date, a time, a week
  return isPartition && /^[A-Z]+(#[A-Za-z0-9_.:-]*){0,2}$/.test(sk);
}
