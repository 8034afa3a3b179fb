import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { newestNotes } from '../../shared/table/entities/note.ts';
import { knownClient } from '../../shared/table/records/known-client.ts';

export const listClientNotes: Operation<typeof clientRecordsGroup.endpoints.listClientNotes> = async (
  { account, path: { client_id: clientId }, query: { limit, before } },
  { table },
) => {
  const [createdAt = '', id = ''] = before?.split(',') ?? [];
  const after = before === undefined ? undefined : { createdAt, id };
  const read = newestNotes(table, account, clientId, limit, after);
  const { client, records: notes } = await knownClient(table, account, clientId, read);
  return smallAnswer({
    clientId: client.id,
    notes: notes.map(({ id, content, createdAt, createdBy, type }) => ({ id, content, createdAt, createdBy, type })),
    // the stored count can be seconds old; if the notes do not fill the first page, these are all of them
    total: !after && notes.length < limit ? notes.length : Math.max(notes.length, client.notes),
  });
};
