import { type ClientHealthApi, createClient } from '../../client/index.ts';
import { alignmentGroup } from '../../shared/contract/alignment.ts';
import { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { clientsGroup } from '../../shared/contract/clients.ts';
import { type Endpoint, namesInPath } from '../../shared/contract/endpoint.ts';
import { details, errorText, notFoundText } from '../../shared/contract/errors.ts';
import { exportGroup } from '../../shared/contract/export.ts';
import { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import { streamsGroup } from '../../shared/contract/streams.ts';
import type { Deps } from '../../shared/deps.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import type { Call, Operation } from '../../shared/http/operation.ts';
import { parametersOf } from '../../shared/http/parameters.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { getClientAlignment } from '../alignment/get-client-alignment.ts';
import { getClient } from '../client-records/get-client.ts';
import { getClientHistory } from '../client-records/get-client-history.ts';
import { listClientKeyPeople } from '../client-records/list-client-key-people.ts';
import { listClientNotes } from '../client-records/list-client-notes.ts';
import { getPortfolioHealthHistory } from '../clients/get-portfolio-health-history.ts';
import { getStatisticsOverview } from '../clients/get-statistics-overview.ts';
import { listClients } from '../clients/list-clients.ts';
import { exportClientsCsv } from '../export/export-clients-csv.ts';
import { listPortfolios } from '../portfolios/list-portfolios.ts';
import { getStream } from '../streams/get-stream.ts';
import { listClientStreams } from '../streams/list-client-streams.ts';
import { listStreams } from '../streams/list-streams.ts';

const served = <E extends Endpoint>(endpoint: E, operation: Operation<E>) => ({
  endpoint: endpoint as Endpoint,
  operation: operation as Operation,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
});

/** What a board and the page of a client ask; of two that fit, the first answers. */
const routes = [
  served(clientsGroup.endpoints.getPortfolioHealthHistory, getPortfolioHealthHistory),
  served(portfoliosGroup.endpoints.listPortfolios, listPortfolios),
  served(clientsGroup.endpoints.getStatisticsOverview, getStatisticsOverview),
  served(exportGroup.endpoints.exportClientsCsv, exportClientsCsv),
  served(clientsGroup.endpoints.listClients, listClients),
  served(clientRecordsGroup.endpoints.getClient, getClient),
  served(clientRecordsGroup.endpoints.getClientHistory, getClientHistory),
  served(clientRecordsGroup.endpoints.listClientKeyPeople, listClientKeyPeople),
  served(clientRecordsGroup.endpoints.listClientNotes, listClientNotes),
  served(alignmentGroup.endpoints.getClientAlignment, getClientAlignment),
  served(streamsGroup.endpoints.listClientStreams, listClientStreams),
  served(streamsGroup.endpoints.getStream, getStream),
  served(streamsGroup.endpoints.listStreams, listStreams),
];

// the client wants a version
const baseUrl = 'https://own/v1';

/** The operations of the API for one account, in this process: no key is needed, and none is counted. */
export function ownApi(deps: Deps, account: Account): ClientHealthApi {
  const answered = async (url: URL): Promise<{ status: number; text: string }> => {
    for (const { endpoint, operation, pattern } of routes) {
      const match = pattern.exec(url.pathname.slice('/v1'.length));
      if (!match) continue;
      const names = [...new Set(url.searchParams.keys())];
      const sent = {
        pathParameters: Object.fromEntries(namesInPath(endpoint.path).map((name) => [name, match.groups?.[name]])),
        multiValueQueryStringParameters: Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)])),
      };
      try {
        const call = { account, ...parametersOf(endpoint, sent) } as Call;
        const { body: given } = await operation(call, deps);
        const { body } = typeof given === 'string' ? { body: given } : await given();
        return { status: 200, text: typeof body === 'string' ? body : await whole(body) };
      } catch (error) {
        if (error instanceof NotFound) return { status: 404, text: notFoundText(error.what) };
        throw error;
      }
    }
    return { status: 500, text: errorText(500, details.internal) };
  };
  const fetch = async (url: string) => {
    const { status, text } = await answered(new URL(url));
    return { status, headers: { get: () => null }, text: async () => text };
  };
  return createClient({ baseUrl, apiKey: 'none', fetch, retries: 0 });
}

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}
