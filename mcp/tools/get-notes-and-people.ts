import * as z from 'zod';
import { clientId, limitOf, tool, WrongQuestion } from '../tool.ts';

const usual = 10;
const mostPeople = 20;

/** What people wrote about a client, and whom it has. */
export const getNotesAndPeople = tool({
  name: 'get_notes_and_people',
  title: 'Notes and key people of one client',
  description:
    'The newest notes about a client and its key people with title, role, e-mail and telephone. With note_id: that note as a whole.',
  input: z.object({
    client_id: clientId,
    limit: limitOf(100, usual),
    people_offset: z
      .int()
      .min(0)
      .optional()
      .describe(`Skip so many people, of whom ${mostPeople} are shown. Default: 0.`),
    note_id: z.string().optional().describe('The id of one note, to read all of a long text.'),
  }),
  answer: async (api, { client_id, limit = usual, people_offset = 0, note_id }, signal) => {
    if (note_id !== undefined) {
      const { notes } = await api.listClientNotes(client_id, { limit: 100 }, { signal });
      const note = notes.find(({ id }) => id === note_id);
      if (!note) throw new WrongQuestion('None of the 100 newest notes of the client has this id.');
      return { value: { note }, whole: true };
    }
    const [{ notes, total }, people] = await Promise.all([
      api.listClientNotes(client_id, { limit }, { signal }),
      api.listClientKeyPeople(client_id, { signal }),
    ]);
    const keyPeople = people.keyPeople.slice(people_offset, people_offset + mostPeople);
    return {
      value: { notes, totalNotes: total, keyPeople, totalPeople: people.keyPeople.length },
      lists: [
        { key: 'notes', total, more: () => 'Ask with a higher limit (at most 100), or with note_id for one note.' },
        {
          key: 'keyPeople',
          total: Math.max(0, people.keyPeople.length - people_offset),
          more: (count) => `Ask again with people_offset ${people_offset + count}.`,
        },
      ],
    };
  },
});
