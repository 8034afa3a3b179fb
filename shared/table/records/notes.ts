import { type Account, type ItemKey, noteKey, notesRange } from '../store/item-keys.ts';
import { countRange, type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';

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

/** Newest first. */
export async function newestNotes(table: Table, account: Account, clientId: string, limit: number): Promise<Note[]> {
  return (await readRange(table, notesRange(account, clientId), { backwards: true, limit })).map(fromNoteItem);
}

/** The keys of all notes; a note's id is the end of its key. */
export function noteKeys(table: Table, account: Account, clientId: string): Promise<ItemKey[]> {
  return readRange(table, notesRange(account, clientId), { consistent: true, attributes: ['pk', 'sk'] });
}

export function countNotes(table: Table, account: Account, clientId: string): Promise<number> {
  return countRange(table, notesRange(account, clientId), { consistent: true });
}
