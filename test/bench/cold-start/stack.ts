import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { clientList } from '../../../shared/contract/answers/client-lists.ts';
import { group } from '../../../shared/contract/endpoint.ts';
import { includeArchived, paging, portfolioScope } from '../../../shared/contract/parameters.ts';
import { api } from '../../../shared/http/api.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { startApi } from '../../../shared/http/start.ts';
import { until } from '../../../shared/table/client.ts';

// The service's own way from event to answer, over the same list as the reference: entries as stored texts.

const lists = group('lists', 'What only the bench asks for.', {
  readList: {
    path: '/clients',
    summary: '',
    description: '',
    query: { include_archived: includeArchived, ...portfolioScope, ...paging(100, 500) },
    answer: clientList,
  },
});

interface Stored {
  readonly version: string;
  readonly text: string;
  /** Where each entry ends, in 4 bytes. */
  readonly ends: Uint8Array;
}

const readList: Operation<typeof lists.endpoints.readList> = async ({ account, query }, { table }) => {
  const Key = { pk: `CUST#${account}`, sk: 'TEXTS' };
  const { Item } = await table.documents.send(new GetCommand({ TableName: table.name, Key }), until(table));
  const { version, text, ends } = Item as unknown as Stored;
  const { offset, limit } = query;
  const total = ends.length / 4;
  const bytes = Buffer.from(ends);
  const startOf = (entry: number) => (entry === 0 ? 0 : bytes.readUInt32LE(4 * (Math.min(entry, total) - 1)));
  const page = text.slice(startOf(offset), Math.max(startOf(offset), startOf(offset + limit) - 1));
  return {
    etag: `${version}.${offset}.${limit}`,
    body: `{"clients":[${page}],"total":${total},"customerId":"${account}","portfolioId":null}`,
  };
};

export const handler = await startApi((deps) => api(lists, { readList }, deps));
