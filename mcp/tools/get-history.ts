import * as z from 'zod';
import { clientId, tool } from '../tool.ts';

/** The scores of one client per day. */
export const getHistory = tool({
  name: 'get_history',
  title: 'Score history of one client',
  description: 'One score per day, oldest first and without gaps, beginning with firstDataDate.',
  input: z.strictObject({
    client_id: clientId,
    days: z.int().min(1).max(365).optional().describe('The number of days, ending with the newest score. Default: 90.'),
  }),
  answer: async (api, { client_id, days = 90 }, signal) => ({
    value: { ...(await api.getClientHistory(client_id, { days }, { signal })) },
  }),
});
