import { alignmentList, clientAlignment } from './answers/alignment.ts';
import { group } from './endpoint.ts';
import { includeArchived, paging, week } from './parameters.ts';

export const alignmentGroup = group(
  'alignment',
  'The weekly red, amber or green read that people file for each client.',
  {
    listAlignment: {
      path: '/clients/alignment',
      summary: 'List the weekly reads of all clients',
      description:
        'Clients by name. A read stays in effect until one is filed for a later week. `alignment` is null for clients without a read.',
      query: { week, include_archived: includeArchived, ...paging(500, 1000) },
      answer: alignmentList,
    },
    getClientAlignment: {
      path: '/clients/{client_id}/alignment',
      summary: "Read a client's alignment",
      description: 'The latest read, or the one that was in effect in the requested week.',
      query: { week },
      answer: clientAlignment,
    },
  },
);
