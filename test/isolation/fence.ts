import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Table } from '../../shared/table/store/table.ts';

/** On whose behalf something is sent. */
interface Caller {
  readonly account: string;
  readonly apiKey: string;
}

export interface Fence {
  /** What is sent meanwhile is sent for this caller. */
  readonly as: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;
  /** Commands that reached for what is not the caller's. */
  readonly breaches: string[];
  /** How many keys were looked at, and how many commands. */
  readonly seen: { keys: number; commands: number };
}

interface Sent {
  readonly Key?: object;
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly ExclusiveStartKey?: object;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly object[] }>>;
}

/** Looks at every key of every command, as it is sent. */
export function fence(table: Table): Fence {
  const callers = new AsyncLocalStorage<Caller>();
  const breaches: string[] = [];
  const seen = { keys: 0, commands: 0 };

  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      (sent) => {
        const caller = callers.getStore();
        const command = `${commandName}`.replace(/(Item)?(Command)?$/, '');
        const keys = keysOf(command, sent.input as Sent);
        seen.commands += 1;
        seen.keys += keys.length;
        const breached = !caller || keys.length === 0 || !keys.every((key) => isOwn(caller, command, key));
        if (breached) breaches.push(`${caller?.account}: ${command} ${JSON.stringify(keys)}`);
        return next(sent);
      },
    { step: 'initialize', name: 'fence' },
  );
  return { as: (caller, work) => callers.run(caller, work), breaches, seen };
}

/** Every key that the command names; none for a command that no request has use of. */
function keysOf(command: string, sent: Sent): object[] {
  if (sent.IndexName !== undefined) return [];
  if (command === 'Get' || command === 'Update') return sent.Key ? [sent.Key] : [];
  if (command === 'BatchGet') return Object.values(sent.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
  if (command !== 'Query' || !/^pk = :pk( AND sk BETWEEN :from AND :to)?$/.test(sent.KeyConditionExpression ?? '')) {
    return [];
  }
  const { ':pk': pk, ':from': from = '' } = sent.ExpressionAttributeValues ?? {};
  return [{ pk, sk: from }, ...(sent.ExclusiveStartKey ? [sent.ExclusiveStartKey] : [])];
}

/**
 * The caller's own API key, or an item in the caller's own part of the table. What a key may look like is written here
 * a second time, by its form and not by kinds of items, so that new kinds need no change: `#` only separates pieces.
 */
function isOwn({ account, apiKey }: Caller, command: string, key: object): boolean {
  const { pk, sk } = key as { pk?: unknown; sk?: unknown };
  if (typeof pk !== 'string' || typeof sk !== 'string') return false;
  if (command === 'Update') {
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
