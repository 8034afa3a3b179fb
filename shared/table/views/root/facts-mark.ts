import { type Account, factsMarkKey } from '../../store/item-keys.ts';
import { type Item, readBatch, readItem } from '../../store/read.ts';
import { checkVersion, itemVersion } from '../../store/stored-item.ts';
import type { Table } from '../../store/table.ts';
import { ifConditionHolds, updateItem } from '../../store/write.ts';

// One mark per account says which facts there are. A writer opens it before its first change and closes it after its
// last; if it changes something that lists show, the mark gets a new value. A worker reads the mark before any fact, and
// puts a closed one into the root with the lists that it builds. If mark and root differ, the lists are behind.

export interface Mark {
  readonly value: string;
  /** A writer is at work, or was killed at it. */
  readonly isOpen: boolean;
  /** When facts, signals included, were last written. Epoch milliseconds. */
  readonly since: number;
}

/** Of an account without facts. */
const noMark: Mark = { value: '', isOpen: false, since: 0 };

export async function readMark(table: Table, account: Account): Promise<Mark> {
  const item = await readItem(table, factsMarkKey(account), { consistent: true });
  return item ? fromItem(item) : noMark;
}

export async function marksOf(table: Table, accounts: readonly Account[]): Promise<Map<Account, Mark>> {
  const byPartition = new Map(accounts.map((account) => [factsMarkKey(account).pk, account]));
  const items = await readBatch(table, accounts.map(factsMarkKey), { consistent: true });
  return new Map(items.map((item) => [byPartition.get(item.pk) as Account, fromItem(item)]));
}

/** Replaces the mark that was read, and only that one. Returns false if it is another by now. */
export async function replaceMark(table: Table, account: Account, before: Mark, after: Mark): Promise<boolean> {
  const isFirst = before === noMark;
  return ifConditionHolds(
    updateItem(table, {
      key: factsMarkKey(account),
      update: 'SET #value = :value, isOpen = :open, since = :since, v = :v',
      condition: isFirst ? 'attribute_not_exists(pk)' : '#value = :before AND isOpen = :wasOpen',
      names: { '#value': 'value' },
      values: {
        ':value': after.value,
        ':open': after.isOpen,
        ':since': after.since,
        ':v': itemVersion,
        ...(!isFirst && { ':before': before.value, ':wasOpen': before.isOpen }),
      },
    }),
  );
}

export function newMarkValue(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(6)).toString('base64url');
}

function fromItem(item: Item): Mark {
  checkVersion(item);
  return { value: String(item.value), isOpen: item.isOpen === true, since: Number(item.since) };
}
