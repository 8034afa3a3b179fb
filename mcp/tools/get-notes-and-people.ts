import * as z from 'zod';
import { clientId, limitOf, tool, WrongQuestion } from '../tool.ts';

const usual = 10;

/** What people wrote about a client, and whom it has. */
export const getNotesAndPeople = tool({
  name: 'get_notes_and_people',
  title: 'Notes and key people of one client',
  description:
    'The newest notes about a client and its key people with title, role, e-mail and telephone. With note_id: that note as a whole.',
  input: z.object({
    client_id: clientId,
    limit: limitOf(100, usual),
    note_id: z.string().optional().describe('The id of one note, to read all of a long text.'),
  }),
  answer: async (api, { client_id, limit = usual, note_id }, signal) => {
    if (note_id !== undefined) {
      const { notes } = await api.listClientNotes(client_id, { limit: 100 }, { signal });
      const note = notes.find(({ id }) => id === note_id);
      if (!note) throw new WrongQuestion('None of the 100 newest notes of the client has this id.');
      return { value: { note }, whole: true };
    }
    const [{ notes, total }, { keyPeople }] = await Promise.all([
      api.listClientNotes(client_id, { limit }, { signal }),
      api.listClientKeyPeople(client_id, { signal }),
    ]);
    return {
      value: { notes, totalNotes: total, keyPeople },
      lists: [
        {
          key: 'keyPeople',
          more: () => 'They are in the order of their names; the API returns all.',
        },
        {
          key: 'notes',
          total,
          more: () => 'Ask with a higher limit (at most 100), or with note_id for one note.',
        },
      ],
    };
  },
});
