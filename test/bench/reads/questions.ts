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
  // five items and all of the portfolio view, whose names are a column
  cold: Math.max(8, 0.03 * 1.1 * account.clients),
  ...(upTo10k(account) && { warm: 1.5 }),
});
const exportedPortfolio = (account: BigAccount) => ({
  cold: 8 + 0.03 * 0.033 * account.clients,
  ...(upTo10k(account) && { warm: 1.5 }),
});
/** Root, and list item together with the pages that the root names. */
const fromTheBeginning = (cold: readonly [number, number, number]) => (account: BigAccount) => ({
  ...ofAccount(cold)(account),
  coldTrips: 2,
});
/** Root, and one item of the portfolio view. */
const health = () => ({ cold: 1.5, coldTrips: 2, ...onlyRoot });
/** Root, and all items of the portfolio view. */
const everyPortfolio = () => ({ cold: 4.5, coldTrips: 2, ...onlyRoot });
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

type Rest = readonly [urls: Question['urls'], budget: Question['budget']];
const ofOne = (name: string, ...[urls, budget]: Rest): Question => ({ name, urls, budget });
/** Also asked in the account of 100,000 clients. */
const ofList = (name: string, ...[urls, budget]: Rest): Question => ({ name, urls, budget, ofList: true });

/** Every endpoint, in the order of the design's budgets. */
export const questions: readonly Question[] = [
  ofList('GET /clients, limit 100, any offset', list('/clients'), ofAccount([4, 4.5, 9])),
  ofList(
    'by-risk, limit 100, any offset',
    (account) => ['high_risk', 'low_risk'].flatMap((level) => list(`/clients/by-risk/${level}`)(account)),
    ofAccount([4, 4.5, 9]),
  ),
  ofList('GET /streams, limit 100, any offset', list('/streams'), ofAccount([6, 7, 18])),
  ofList('GET /clients, the first 100', of('/clients'), fromTheBeginning([3.5, 4, 8])),
  ofList('GET /streams, the first 100', of('/streams'), fromTheBeginning([5, 6, 16])),
  ofList('alignment, the first 500', of('/clients/alignment'), fromTheBeginning([5.5, 6, 10])),
  ofList('GET /clients, limit 500', of('/clients?limit=500'), () => onlyRoot),
  ofList('GET /clients, include_archived, any offset', list('/clients', 'include_archived=true'), ofAccount(slice)),
  // root, list item with its pages, and two records of each client
  ofOne('GET /clients, include=details, the first 100', of('/clients?include=details'), () => ({
    cold: 110,
    coldTrips: 3,
    warm: 103,
    warmTrips: 2,
  })),
  ofOne('GET /clients, ids and details of one', of('/clients?ids={client}&include=details'), oneClient),
  // root, list of changes, its pages, and two records of each client, strongly consistent
  ofOne('GET /clients, updated_since, the first 10', of('/clients?updated_since=1970-01-01&limit=10'), () => ({
    cold: 25,
    coldTrips: 4,
    warm: 20.5,
    warmTrips: 2,
  })),
  ofList('GET /clients of a portfolio', of('/clients?portfolio_id={portfolio}'), scoped(slice)),
  ofList('by-risk of a portfolio', of('/clients/by-risk/on_track?portfolio_id={portfolio}'), scoped(slice)),
  ofList('search, up to 10 hits', of('/clients/search?query=harbour%20foods%2077'), searched([8, 25, 190])),
  ofList('search, a full page', of('/clients/search?query=harbour'), searched([12, 60, 200])),
  ofOne('search in a portfolio', of('/clients/search?query=harbour&portfolio_id={portfolio}'), scoped([4, 10, 75])),
  ofList(
    'trending',
    (account) => [
      ...list('/clients/trending')(account),
      '/clients/trending?direction=declining',
      '/clients/trending?period=7day&include_archived=true',
    ],
    ofAccount([5, 6, 12]),
  ),
  ofList('trending in a portfolio', of('/clients/trending?portfolio_id={portfolio}'), scoped([4, 10, 75])),
  ofList('statistics/overview', of('/clients/statistics/overview'), ofAccount([1.5, 1.5, 1.5])),
  // root, its item of the portfolio view, list item
  ofList(
    'statistics/overview of a portfolio',
    of('/clients/statistics/overview?portfolio_id={portfolio}'),
    scoped([1.5, 1.5, 1.5]),
  ),
  ofList('alignment, latest, any offset', list('/clients/alignment'), ofAccount(slice)),
  ofList('export/csv', of('/clients/export/csv'), exported),
  ofList('export/csv of a portfolio', of('/clients/export/csv?portfolio_id={portfolio}'), exportedPortfolio),
  ofList('streams, include_inactive, any offset', list('/streams', 'include_inactive=true'), ofAccount([7, 9, 18.5])),
  ofOne('alignment as of a week, limit 100, any depth', list('/clients/alignment', 'week=2025-12-29'), () => ({
    cold: 6 + 50,
    coldTrips: 4,
    warm: 0.5 + 50,
    warmTrips: 2,
  })),
  ofOne(
    'alignment as of a week, limit 500, any depth',
    ({ clients }) =>
      [0, clients / 2, Math.max(0, clients - 500)].map(
        (offset) => `/clients/alignment?limit=500&offset=${Math.floor(offset)}&week=2025-12-29`,
      ),
    (account) => {
      const entries = Math.min(500, account.clients);
      return { cold: 12 + entries / 2, coldTrips: 4, warm: (entries + 1) / 2, warmTrips: 2 };
    },
  ),
  ofList('portfolio-health of the account', of('/clients/portfolio-health'), health),
  ofOne('portfolio-health over a year', of('/clients/portfolio-health/history?days=365'), oneClient),
  ofList('portfolio-health of a portfolio', of('/clients/portfolio-health?portfolio_id={portfolio}'), health),
  ofList('GET /portfolios', of('/portfolios'), everyPortfolio),
  ofList('a portfolio without its clients', of('/portfolios/{portfolio}?include_clients=false'), health),
  ofList('a portfolio with 100 clients', of('/portfolios/{portfolio}'), scoped(slice)),
  ofList('favourites with 100 clients', of('/portfolios/favorite-clients'), scoped(slice)),
  ofOne("a client's detail", of('/clients/{client}'), oneClient),
  // the days before the last 90 are a record of their own
  ofOne('history of 365 days', of('/clients/{client}/history?days=365'), () => ({ ...oneClient(), cold: 1.5 })),
  ofOne('priorities', of('/clients/{client}/priorities'), oneClient),
  ofOne('notes', of('/clients/{client}/notes'), () => ({ coldTrips: 1 })),
  ofOne('key people', of('/clients/{client}/key-people'), () => ({ coldTrips: 1 })),
  ofOne("a client's streams", of('/clients/{client}/streams'), () => ({ coldTrips: 1 })),
  ofOne('a stream', of('/clients/{client}/streams/{stream}'), () => ({ coldTrips: 1 })),
  ofOne("a client's alignment as of a week", of('/clients/{client}/alignment?week=2025-12-29'), () => ({
    coldTrips: 1,
  })),
  ofOne('topics', of('/topics'), () => ({ cold: 0, coldTrips: 0 })),
];
