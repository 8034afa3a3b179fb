import { id, text, time } from '../../domain/cells/cells.ts';
import { dayOf } from '../../domain/dates.ts';
import { type Account, type ItemKey, noteKey, notesRange } from '../store/item-keys.ts';
import { countRange, type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { clientReference, column, type OfClient, required } from './columns.ts';
import type { Entity, Row } from './entity.ts';
import * as limits from './limits.ts';
import { leavesOutOptional, merged, recordIdFrom, validated, withoutClient } from './statement.ts';

/** What somebody wrote down about a client. */
export interface Note {
  readonly id: string;
  readonly clientId: string;
  readonly content: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly type: string;
}

export const note: Entity<{ readonly kind: 'note'; readonly value: Note }, OfClient<Note>> = {
  fact: 'note',
  name: 'notes',
  about: 'notes on clients',
  shape: () => ({
    id: limits.id,
    clientId: limits.clientId,
    content: limits.text(limits.caps.note, 'the note'),
    createdAt: limits.timestamp,
    createdBy: limits.text(limits.caps.name, 'the author'),
    type: limits.text(50, 'the type'),
  }),
  columns: () => ({
    ...clientReference,
    id: column('Note ID', id, 'default: made of the time, the author and the text', { example: 'n-1' }),
    createdAt: column('Created At', time, 'a time or a date', { ...required, example: '2026-11-18T15:30:00Z' }),
    createdBy: column('Created By', text, 'the author', { ...required, example: 'Ada Okafor' }),
    type: column('Type', text, 'general, meeting, call, email, update, milestone or another word; default general', {
      example: 'call',
    }),
    content: column('Content', text, 'up to 8,000 characters', { ...required, example: 'Asked for an offer.' }),
  }),
  identity: ({ row, clientId }) => [clientId, noteId(row)],
  storedAt: (account, { row, clientId }) =>
    leavesOutOptional(row) ? noteKey(account, clientId, String(row.given.createdAt), noteId(row)) : undefined,
  // the time is a part of the key, and may have been corrected
  elsewhere: (account, { row, clientId }) =>
    row.given.id && leavesOutOptional(row) ? notesRange(account, clientId) : undefined,
  toFact: (statement, items) => {
    const { row, clientId } = statement;
    const stored = items.find(({ id }) => id === noteId(row));
    const value = { ...merged({ type: 'general' }, stored, withoutClient(row)), id: noteId(row), clientId };
    return { kind: 'note', value: validated(statement, note, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, ...cells } = fromNoteItem(item);
    return [{ serviceId, ...cells }];
  },
  toItem: toNoteItem,
  dayIn: ({ createdAt }) => dayOf(createdAt.slice(0, 10)),
  placeIn: ({ createdAt }) => createdAt,
};

function noteId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('n', [given.createdAt, given.createdBy, given.content]);
}

export function toNoteItem(account: Account, each: Note): Item {
  return { ...noteKey(account, each.clientId, each.createdAt, each.id), v: itemVersion, ...each };
}

function fromNoteItem(item: Item): Note {
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

/** When the newest note was written; of a client without notes undefined. */
export async function newestNoteTime(
  table: RequestTable,
  account: Account,
  clientId: string,
): Promise<string | undefined> {
  const options = { consistent: true, backwards: true, limit: 1 };
  const [item] = await readRange(table, notesRange(account, clientId), options);
  return item && fromNoteItem(item).createdAt;
}

export function countNotes(table: RequestTable, account: Account, clientId: string): Promise<number> {
  return countRange(table, notesRange(account, clientId), { consistent: true });
}
