import { type Account, type ItemKey, noteKey, notesRange } from '../store/item-keys.ts';
import { countRange, type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

export interface Note {
  readonly id: string;
  readonly clientId: string;
  readonly content: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly type: string;
}

export function toNoteItem(account: Account, note: Note): Item {
  return { ...noteKey(account, note.clientId, note.createdAt, note.id), v: itemVersion, ...note };
}

export function fromNoteItem(item: Item): Note {
  return entityIn(item);
}

/** Newest first; with `before`, those older than this note. */
export async function newestNotes(
  table: RequestTable,
  account: Account,
  clientId: string,
  limit: number,
  before?: { readonly createdAt: string; readonly id: string },
): Promise<Note[]> {
  const all = notesRange(account, clientId);
  if (!before) return (await readRange(table, all, { backwards: true, limit })).map(fromNoteItem);
  const { sk: to } = noteKey(account, clientId, before.createdAt, before.id);
  // a range includes its end
  const read = await readRange(table, { ...all, to }, { backwards: true, limit: limit + 1 });
  return read
    .filter(({ sk }) => sk !== to)
    .slice(0, limit)
    .map(fromNoteItem);
}

/** The keys of all notes; a note's id is the end of its key. */
export function noteKeys(table: RequestTable, account: Account, clientId: string): Promise<ItemKey[]> {
  return readRange(table, notesRange(account, clientId), { consistent: true, attributes: ['pk', 'sk'] });
}

export function countNotes(table: RequestTable, account: Account, clientId: string): Promise<number> {
  return countRange(table, notesRange(account, clientId), { consistent: true });
}
