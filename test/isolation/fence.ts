import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Table } from '../../shared/table/store/table.ts';

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
  readonly Key?: object;
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly ExclusiveStartKey?: object;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly object[] }>>;
}

/** Checks every key of every command when it is sent. */
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

/** Every key in the command; empty for a command that requests never use, which counts as a breach. */
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
 * True for the caller's API key and for items in the caller's partitions. The key format is repeated here on purpose,
 * independently of the code. It does not list the kinds of items, so new kinds need no change: `#` is only a separator.
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
