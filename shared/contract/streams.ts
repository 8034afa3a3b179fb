import { clientStreams, streamDetail, streamList } from './answers/stream.ts';
import { group } from './endpoint.ts';
import { includeArchived, includeInactive, paging, updatedSince } from './parameters.ts';

export const streamsGroup = group('streams', 'Sub-projects of clients, each with a score of its own.', {
  listStreams: {
    path: '/streams',
    summary: 'List streams',
    description:
      'Streams of all clients, highest score first. Only active streams of clients that are not archived, unless `include_inactive` or `include_archived` is true. `updated_since` gives those whose facts changed, all states, and which were removed.',
    query: {
      ...{ include_inactive: includeInactive, include_archived: includeArchived, ...paging(100, 500) },
      updated_since: updatedSince,
    },
    answer: streamList,
  },
  listClientStreams: {
    path: '/clients/{client_id}/streams',
    summary: "List a client's streams",
    description: 'Streams of one client, highest score first. Only active streams, unless `include_inactive` is true.',
    query: { include_inactive: includeInactive },
    answer: clientStreams,
  },
  getStream: {
    path: '/clients/{client_id}/streams/{stream_id}',
    summary: 'Read one stream',
    description:
      'A stream with up to a year of history, weekly insights, topics that need attention, and recommendations.',
    query: {},
    answer: streamDetail,
  },
});
