import { id, text, time } from '../../../shared/domain/cells/cells.ts';
import { noteKey, notesRange } from '../../../shared/table/store/item-keys.ts';
import { recordIdFrom } from '../ids.ts';
import { clientReference, required } from './columns.ts';
import { leavesOut, merged, validated, withoutClient } from './fact.ts';
import type { Kind, Row } from './kind.ts';

export const notes: Kind = {
  name: 'notes',
  about: 'notes on clients',
  columns: [
    ...clientReference,
    { header: 'Note ID', field: 'id', type: id, about: 'default: made of the time, the author and the text' },
    { header: 'Created At', field: 'createdAt', type: time, ...required, about: 'a time or a date' },
    { header: 'Created By', field: 'createdBy', type: text, ...required, about: 'the author' },
    {
      header: 'Type',
      field: 'type',
      type: text,
      about: 'general, meeting, call, email, update, milestone or another word; default general',
    },
    { header: 'Content', field: 'content', type: text, ...required, about: 'up to 8,000 characters' },
  ],
  identity: ({ row, clientId }) => [clientId, noteId(row)],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'type') ? noteKey(account, clientId, String(row.given.createdAt), noteId(row)) : undefined,
  // the time is a part of the key, and may have been corrected
  elsewhere: (account, { row, clientId }) =>
    row.given.id && leavesOut(row, 'type') ? notesRange(account, clientId) : undefined,
  toFact: (statement, items) => {
    const { row, clientId } = statement;
    const stored = items.find(({ id }) => id === noteId(row));
    const value = { ...merged({ type: 'general' }, stored, withoutClient(row)), id: noteId(row), clientId };
    return { kind: 'note', value: validated(statement, 'note', value) };
  },
};

function noteId({ given }: Row): string {
  return given.id ? String(given.id) : recordIdFrom('n', [given.createdAt, given.createdBy, given.content]);
}
