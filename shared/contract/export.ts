import { clientsCsv } from './answers/client-lists.ts';
import { group } from './endpoint.ts';
import { includeArchived, portfolioScope } from './parameters.ts';

// The name of a group is that of its function; `export` alone is a reserved word.
export const exportGroup = group('export', 'The whole list of clients as one CSV file.', {
  exportClientsCsv: {
    path: '/clients/export/csv',
    summary: 'Export clients as CSV',
    description: 'Every client in scope, in the order of the list of clients, as an RFC 4180 file with a header row.',
    query: { include_archived: includeArchived, ...portfolioScope },
    answer: clientsCsv,
    contentType: 'text/csv; charset=utf-8',
  },
});
