import * as z from 'zod';
import { clientId, limitOf, refuseUnfit, tool, WrongQuestion } from '../tool.ts';

const usual = 10;
const mostPeople = 20;

/** What people wrote about a client, and whom it has. */
export const getNotesAndPeople = tool({
  name: 'get_notes_and_people',
  title: 'Notes and key people of one client',
  description:
    'The newest notes about a client and its key people with title, role, e-mail and telephone. With note_id: that note as a whole.',
  input: z.strictObject({
    client_id: clientId,
    limit: limitOf(100, usual),
    people_offset: z
      .int()
      .min(0)
      .optional()
      .describe(`Skip so many people, of whom ${mostPeople} are shown. Default: 0.`),
    before: z
      .string()
      .optional()
      .describe('Only older notes: createdAt and id of the last note that was shown, joined by a comma.'),
    note_id: z.string().optional().describe('The id of one note, to read all of a long text.'),
  }),
  answer: async (api, { client_id, note_id, ...page }, signal) => {
    if (note_id !== undefined) {
      refuseUnfit(page, 'with note_id');
      for await (const note of api.notes(client_id, { signal })) {
        if (note.id === note_id) return { value: { note }, whole: true };
      }
      throw new WrongQuestion('No note of the client has this id.');
    }
    const { limit = usual, before, people_offset = 0 } = page;
    const [{ notes, total }, people] = await Promise.all([
      api.listClientNotes(client_id, { limit, before }, { signal }),
      api.listClientKeyPeople(client_id, { signal }),
    ]);
    const keyPeople = people.keyPeople.slice(people_offset, people_offset + mostPeople);
    return {
      value: { notes, totalNotes: total, keyPeople, totalPeople: people.keyPeople.length },
      lists: [
        {
          key: 'notes',
          total: before === undefined ? total : notes.length,
          more: () =>
            'Ask with a higher limit (at most 100), with before for older ones, or with note_id for one note.',
        },
        {
          key: 'keyPeople',
          total: Math.max(0, people.keyPeople.length - people_offset),
          more: (count) => `Ask again with people_offset ${people_offset + count}.`,
        },
      ],
    };
  },
});
