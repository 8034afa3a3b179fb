import type { Json } from './schemas.ts';

interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const to = (operationId: string, description: string, parameters: Link['parameters']): Json => ({
  operationId,
  parameters,
  description,
});

const ofClient = (pointer: string) => ({ client_id: `$response.body#${pointer}` });
const firstClient = to('getClient', 'The first client of the list.', ofClient('/clients/0/id'));
const listed = { getClient: firstClient };
const firstStream = to('getStream', 'The first stream of the list.', {
  client_id: '$response.body#/streams/0/parentClientId',
  stream_id: '$response.body#/streams/0/id',
});
const client = ofClient('/id');

/** Which operation accepts an id that another one returns. */
const links: ReadonlyMap<string, Json> = new Map(
  Object.entries<Json>({
    listClients: listed,
    listClientsByRisk: listed,
    searchClients: listed,
    listTrendingClients: listed,
    listAlignment: {
      getClientAlignment: to('getClientAlignment', 'The first client of the list.', ofClient('/clients/0/clientId')),
    },
    listStreams: { getStream: firstStream },
    listClientStreams: { getStream: firstStream },
    listPortfolios: {
      getPortfolio: to('getPortfolio', 'The first portfolio of the list.', {
        portfolio_id: '$response.body#/portfolios/0/id',
      }),
    },
    getPortfolio: { getClient: to('getClient', 'The first client of the portfolio.', ofClient('/clients/0/id')) },
    getClient: {
      getClientHistory: to('getClientHistory', 'The score history of this client.', client),
      getClientPriorities: to('getClientPriorities', 'What needs attention at this client.', client),
      listClientNotes: to('listClientNotes', 'The notes of this client.', client),
      listClientKeyPeople: to('listClientKeyPeople', 'The key people at this client.', client),
      listClientStreams: to('listClientStreams', 'The streams of this client.', client),
      getClientAlignment: to('getClientAlignment', 'The weekly read of this client.', client),
    },
  }),
);

export function linksFrom(operationId: string): Json | undefined {
  return links.get(operationId);
}
