import { alignmentList, clientAlignment } from './answers/alignment.ts';
import { group } from './endpoint.ts';
import { includeArchived, paging, week } from './parameters.ts';

export const alignmentGroup = group(
  'alignment',
  'The weekly red, amber or green read that people file for each client.',
  {
    listAlignment: {
      path: '/clients/alignment',
      summary: 'List the alignment read of every client',
      description: 'By name. A read stands until a later week has one; clients without a read are listed with null.',
      query: { week, include_archived: includeArchived, ...paging(500, 1000) },
      answer: alignmentList,
    },
    getClientAlignment: {
      path: '/clients/{client_id}/alignment',
      summary: "Read a client's alignment",
      description: 'The latest read, or the one that stood in the requested week.',
      query: { week },
      answer: clientAlignment,
    },
  },
);
