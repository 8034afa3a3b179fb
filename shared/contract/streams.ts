import { clientStreams, streamDetail, streamList } from './answers/stream.ts';
import { group } from './endpoint.ts';
import { includeInactive, paging } from './parameters.ts';

export const streamsGroup = group('streams', 'Streams: the sub-projects of clients.', {
  listStreams: {
    path: '/streams',
    summary: 'List streams',
    description: 'Streams of all clients, highest score first; active ones unless more is asked for.',
    query: { include_inactive: includeInactive, ...paging(100, 500) },
    answer: streamList,
  },
  listClientStreams: {
    path: '/clients/{client_id}/streams',
    summary: "List a client's streams",
    description: 'Streams of one client, highest score first; active ones unless more is asked for.',
    query: { include_inactive: includeInactive },
    answer: clientStreams,
  },
  getStream: {
    path: '/clients/{client_id}/streams/{stream_id}',
    summary: 'Read one stream',
    description: 'A stream with a year of history, weekly insights, clues and recommendations.',
    query: {},
    answer: streamDetail,
  },
});
