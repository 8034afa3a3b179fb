import type { BigAccount } from './account.ts';

/** What a request may cost, without the check of its key. */
interface Budget {
  /** In a container that has read nothing yet. */
  readonly cold: number;
  /** In a container that has already served the same request. */
  readonly warm: number;
  readonly coldTrips: number;
  readonly warmTrips: number;
}

export interface Question {
  readonly name: string;
  /** Several URLs if the offset may matter; the worst one counts. */
  readonly urls: (account: BigAccount) => readonly string[];
  readonly budget: (account: BigAccount) => Partial<Budget>;
  /** Also measured in the account of 100,000 clients. */
  readonly ofList?: true;
}

/** Offsets in a list: both ends, and many between. */
const offsets = (count: number, limit: number) => [
  ...Array.from({ length: 24 }, (_, at) => Math.floor(((count - limit) * at) / 24)),
  Math.max(0, count - limit),
  count,
];

/** The value for the size of the account: 1,000 clients, 10,000, or more. */
const bySize = (sizes: readonly [number, number, number]) => (account: BigAccount) =>
  sizes[account.clients <= 1_000 ? 0 : account.clients <= 10_000 ? 1 : 2];
const upTo10k = ({ clients }: BigAccount) => clients <= 10_000;
/** A warm container asks for the root alone, at every size. */
const onlyRoot = { warm: 0.5, warmTrips: 1 };
/** For a list or a statistic of a whole account: root, list item, pages. */
const ofAccount = (cold: readonly [number, number, number]) => (account: BigAccount) => ({
  cold: bySize(cold)(account),
  coldTrips: 3,
  ...onlyRoot,
});
/** The same for one portfolio, which the portfolio view names. */
const scoped = (cold: readonly [number, number, number]) => (account: BigAccount) => ({
  ...ofAccount(cold)(account),
  coldTrips: 4,
});
const slice = [4, 6, 12] as const;
/** Root, list item, names, entries. */
const searched = (cold: readonly [number, number, number]) => (account: BigAccount) => ({
  ...ofAccount(cold)(account),
  coldTrips: 4,
});
// Reads the portfolio view too, which names the metadata columns of the version. An account that is too large for a
// container's memory is read again for every request.
const exported = (account: BigAccount) => ({
  cold: Math.max(4, 0.03 * 1.1 * account.clients),
  ...(upTo10k(account) && { warm: 1.5 }),
});
const exportedPortfolio = (account: BigAccount) => ({
  cold: 4 + 0.03 * 0.033 * account.clients,
  ...(upTo10k(account) && { warm: 1.5 }),
});
/** Root and portfolio view. */
const health = () => ({ cold: 3, coldTrips: 2, ...onlyRoot });
const oneClient = () => ({ cold: 1, coldTrips: 1 });

const list = (path: string, query = ''): Question['urls'] => {
  const more = query === '' ? '' : `&${query}`;
  return ({ clients }) => offsets(clients, 100).map((offset) => `${path}?limit=100&offset=${offset}${more}`);
};
const of =
  (path: string): Question['urls'] =>
  ({ clientId, streamId, portfolioId }) => [
    path.replace('{client}', clientId).replace('{stream}', streamId).replace('{portfolio}', portfolioId),
  ];

/** Every endpoint, in the order of the design's budgets. */
export const questions: readonly Question[] = [
  {
    name: 'GET /clients, limit 100, any offset',
    urls: list('/clients'),
    budget: ofAccount([4, 4.5, 9]),
    ofList: true,
  },
  {
    name: 'by-risk, limit 100, any offset',
    urls: (account) => ['high_risk', 'low_risk'].flatMap((level) => list(`/clients/by-risk/${level}`)(account)),
    budget: ofAccount([4, 4.5, 9]),
    ofList: true,
  },
  {
    name: 'GET /streams, limit 100, any offset',
    urls: list('/streams'),
    budget: ofAccount([6, 7, 18]),
    ofList: true,
  },
  { name: 'GET /clients, limit 500', urls: of('/clients?limit=500'), budget: () => onlyRoot, ofList: true },
  {
    name: 'GET /clients, include_archived, any offset',
    urls: list('/clients', 'include_archived=true'),
    budget: ofAccount(slice),
    ofList: true,
  },
  {
    name: 'GET /clients of a portfolio',
    urls: of('/clients?portfolio_id={portfolio}'),
    budget: scoped(slice),
    ofList: true,
  },
  {
    name: 'by-risk of a portfolio',
    urls: of('/clients/by-risk/on_track?portfolio_id={portfolio}'),
    budget: scoped(slice),
    ofList: true,
  },
  {
    name: 'search, up to 10 hits',
    urls: of('/clients/search?query=harbour%20foods%2077'),
    budget: searched([8, 25, 190]),
    ofList: true,
  },
  {
    name: 'search, a full page',
    urls: of('/clients/search?query=harbour'),
    budget: searched([12, 60, 200]),
    ofList: true,
  },
  {
    name: 'search in a portfolio',
    urls: of('/clients/search?query=harbour&portfolio_id={portfolio}'),
    budget: scoped([4, 10, 75]),
  },
  {
    name: 'trending',
    urls: (account) => [
      ...list('/clients/trending')(account),
      '/clients/trending?direction=declining',
      '/clients/trending?period=7day&include_archived=true',
    ],
    budget: ofAccount([5, 6, 12]),
    ofList: true,
  },
  {
    name: 'trending in a portfolio',
    urls: of('/clients/trending?portfolio_id={portfolio}'),
    budget: scoped([4, 10, 75]),
    ofList: true,
  },
  {
    name: 'statistics/overview',
    urls: of('/clients/statistics/overview'),
    budget: ofAccount([1.5, 1.5, 1.5]),
    ofList: true,
  },
  {
    name: 'statistics/overview of a portfolio',
    urls: of('/clients/statistics/overview?portfolio_id={portfolio}'),
    // root, portfolio view, list item
    budget: scoped([2, 2, 2]),
    ofList: true,
  },
  {
    name: 'alignment, latest, any offset',
    urls: list('/clients/alignment'),
    budget: ofAccount(slice),
    ofList: true,
  },
  { name: 'export/csv', urls: of('/clients/export/csv'), budget: exported, ofList: true },
  {
    name: 'export/csv of a portfolio',
    urls: of('/clients/export/csv?portfolio_id={portfolio}'),
    budget: exportedPortfolio,
    ofList: true,
  },
  {
    name: 'streams, include_inactive, any offset',
    urls: list('/streams', 'include_inactive=true'),
    budget: ofAccount([7, 9, 18.5]),
    ofList: true,
  },
  {
    name: 'alignment as of a week, limit 100, any depth',
    urls: list('/clients/alignment', 'week=2025-12-29'),
    budget: () => ({ cold: 6 + 50, coldTrips: 4, warm: 0.5 + 50, warmTrips: 2 }),
  },
  {
    name: 'alignment as of a week, limit 500, any depth',
    urls: ({ clients }) =>
      [0, clients / 2, Math.max(0, clients - 500)].map(
        (offset) => `/clients/alignment?limit=500&offset=${Math.floor(offset)}&week=2025-12-29`,
      ),
    budget: (account) => {
      const entries = Math.min(500, account.clients);
      return { cold: 12 + entries / 2, coldTrips: 4, warm: (entries + 1) / 2, warmTrips: 2 };
    },
  },
  { name: 'portfolio-health of the account', urls: of('/clients/portfolio-health'), budget: health, ofList: true },
  {
    name: 'portfolio-health of a portfolio',
    urls: of('/clients/portfolio-health?portfolio_id={portfolio}'),
    budget: health,
    ofList: true,
  },
  { name: 'GET /portfolios', urls: of('/portfolios'), budget: health, ofList: true },
  {
    name: 'a portfolio without its clients',
    urls: of('/portfolios/{portfolio}?include_clients=false'),
    budget: health,
    ofList: true,
  },
  { name: 'a portfolio with 100 clients', urls: of('/portfolios/{portfolio}'), budget: scoped(slice), ofList: true },
  {
    name: 'favourites with 100 clients',
    urls: of('/portfolios/favorite-clients'),
    budget: scoped(slice),
    ofList: true,
  },
  { name: "a client's detail", urls: of('/clients/{client}'), budget: oneClient },
  // the days before the last 90 are a record of their own
  {
    name: 'history of 365 days',
    urls: of('/clients/{client}/history?days=365'),
    budget: () => ({ ...oneClient(), cold: 1.5 }),
  },
  { name: 'priorities', urls: of('/clients/{client}/priorities'), budget: oneClient },
  { name: 'notes', urls: of('/clients/{client}/notes'), budget: () => ({ coldTrips: 1 }) },
  { name: 'key people', urls: of('/clients/{client}/key-people'), budget: () => ({ coldTrips: 1 }) },
  { name: "a client's streams", urls: of('/clients/{client}/streams'), budget: () => ({ coldTrips: 1 }) },
  { name: 'a stream', urls: of('/clients/{client}/streams/{stream}'), budget: () => ({ coldTrips: 1 }) },
  {
    name: "a client's alignment as of a week",
    urls: of('/clients/{client}/alignment?week=2025-12-29'),
    budget: () => ({ coldTrips: 1 }),
  },
  { name: 'topics', urls: of('/topics'), budget: () => ({ cold: 0, coldTrips: 0 }) },
];
