import { type Account, accountKey, asAccount, inboxesRange, inboxKey } from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { deleteItem, ifConditionHolds, updateItem } from '../store/write.ts';

// The inbox of an account: how its files are imported, and the import that is under way. One item an account.

export interface InboxSettings {
  /** Mappings: presets by name, others with their text. */
  readonly maps: readonly { readonly name: string; readonly text?: string }[];
  /** Nobody has given the mappings: they are the presets that have read files so far. */
  readonly learned?: true;
  readonly score: boolean;
  readonly prune: boolean;
  /** Clients that a full list lacks have left on its date. */
  readonly gone?: 'leave';
  /** `N` or `N%` of the account's clients. */
  readonly maxRemovals?: string;
  /** `N` or `N%` of a file's rows. */
  readonly maxRejects?: string;
  /** Files of machines that change much wait too until somebody has looked at them. */
  readonly preview?: true;
  /** Each feed that has sent a file is expected to send one every so many days. */
  readonly every?: number;
  /** How cells are read that could mean several values; it wins over mappings. */
  readonly format?: {
    readonly dates?: 'dmy' | 'mdy';
    readonly decimal?: '.' | ',';
    readonly zone?: string;
    readonly encoding?: 'utf-8' | 'windows-1252';
  };
  /** Columns of clients.csv that are metadata, or all. */
  readonly metadata?: readonly string[] | 'all';
  /** Who gets the notices, and the subscription of each. */
  readonly notify?: readonly { readonly address: string; readonly subscription: string }[];
}

export const defaultSettings: InboxSettings = { maps: [], score: true, prune: false };

export interface RunFile {
  readonly key: string;
  /** The name without the folder. */
  readonly name: string;
  readonly version: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

interface RunPlan {
  readonly kinds: Readonly<Record<string, { added: number; changed: number; unchanged: number }>>;
  readonly removed: Readonly<Record<string, number>>;
  readonly renamed?: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

/** An import of files. It is stored before it begins, so another process can continue it. */
export interface InboxRun {
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly files: readonly RunFile[];
  readonly settings: InboxSettings;
  /** The owner of the account's lock, in every process that works on the run. */
  readonly owner: string;
  /** What the whole run changes: stored before the first record is written. */
  readonly plan?: RunPlan;
  /** Attempts that were started and made no progress. */
  readonly attempts: number;
  /** Grows with every change: only who has read the latest may change it. */
  readonly step: number;
  /** Epoch milliseconds; nobody else works on it before. */
  readonly until: number;
  /** `moving`: the import has ended, and its files are moved to where they belong. */
  readonly state: 'importing' | 'moving';
  readonly result?: 'done' | 'failed';
  /** Rows that are written, of all. */
  readonly written?: { readonly rows: number; readonly of: number };
}

/** The last run that has ended. */
export interface LastRun {
  readonly id: string;
  readonly result: 'done' | 'failed';
  readonly endedAt: string;
  readonly files: number;
  /** The newest run that has written something: this one, or one before it. */
  readonly newest?: string;
}

export interface Inbox {
  readonly customerId: Account;
  readonly settings: InboxSettings;
  readonly run?: InboxRun;
  readonly last?: LastRun;
}

export async function readInbox(table: Table, account: Account): Promise<Inbox> {
  const item = await readItem(table, inboxKey(account), { consistent: true });
  return item ? fromItem(item) : { customerId: account, settings: defaultSettings };
}

export async function listInboxes(table: Table): Promise<Inbox[]> {
  return (await readRange(table, inboxesRange(), { consistent: true })).map(fromItem);
}

export async function saveInboxSettings(table: Table, account: Account, settings: InboxSettings): Promise<void> {
  await updateItem(table, {
    key: inboxKey(account),
    update: 'SET settings = :settings',
    values: { ':settings': settings },
  });
}

export function learnsPresets({ maps, learned }: Pick<InboxSettings, 'maps' | 'learned'>): boolean {
  return maps.length === 0 || learned === true;
}

/** Keeps the presets that have read files, unless somebody has changed the settings since they were read. */
export async function learnPresets(
  table: Table,
  account: Account,
  before: InboxSettings,
  presets: readonly string[],
): Promise<void> {
  const maps = [...before.maps, ...presets.map((name) => ({ name }))];
  await ifConditionHolds(
    updateItem(table, {
      key: inboxKey(account),
      update: 'SET settings = :settings',
      condition: 'attribute_not_exists(settings) OR settings = :before',
      values: { ':settings': { ...before, maps, learned: true }, ':before': before },
    }),
  );
}

/** Returns false if the account has a run already, or was deleted. */
export async function beginRun(table: Table, account: Account, run: InboxRun): Promise<boolean> {
  const failed = await transact(table, [
    {
      update: {
        key: inboxKey(account),
        update: 'SET #run = :run',
        condition: 'attribute_not_exists(#run)',
        names: { '#run': 'run' },
        values: { ':run': run },
      },
    },
    { check: { key: accountKey(account), condition: 'attribute_exists(pk)' } },
  ]);
  return failed.length === 0;
}

/** Returns false if another process has changed the run since it was read. */
export function changeRun(table: Table, account: Account, before: InboxRun, after: InboxRun): Promise<boolean> {
  return updateRun(table, account, before, 'SET #run = :run', { ':run': after });
}

export function endRun(table: Table, account: Account, before: InboxRun, last: LastRun): Promise<boolean> {
  return updateRun(table, account, before, 'SET #last = :last REMOVE #run', { ':last': last });
}

/** Returns false if its run has changed since it was read. */
export function deleteInbox(table: Table, account: Account, run?: InboxRun): Promise<boolean> {
  const { condition, values } = run ? latest(run) : { condition: 'attribute_not_exists(#run)', values: undefined };
  const names = { '#run': 'run' };
  return ifConditionHolds(deleteItem(table, { key: inboxKey(account), condition, names, ...(values && { values }) }));
}

function latest({ id, step }: InboxRun) {
  return { condition: '#run.id = :id AND #run.step = :step', values: { ':id': id, ':step': step } };
}

/**
 * A transaction, because it has a token: one that is sent again after its answer was lost succeeds, while the condition
 * alone would take this process's change for that of another one.
 */
async function updateRun(table: Table, account: Account, before: InboxRun, expression: string, values: object) {
  const { condition, values: known } = latest(before);
  const failed = await transact(table, [
    {
      update: {
        key: inboxKey(account),
        update: expression,
        condition,
        names: { '#run': 'run', ...(':last' in values && { '#last': 'last' }) },
        values: { ...values, ...known },
      },
    },
  ]);
  return failed.length === 0;
}

function fromItem({ sk, settings, run, last }: Item): Inbox {
  return {
    customerId: asAccount(sk),
    settings: (settings as InboxSettings | undefined) ?? defaultSettings,
    ...(run !== undefined && { run: run as InboxRun }),
    ...(last !== undefined && { last: last as LastRun }),
  };
}
