import { choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';

/** An account and what its requests may name. */
export interface Known {
  readonly customerId: string;
  readonly clients: readonly { readonly id: string; readonly name: string; readonly streams: readonly string[] }[];
  readonly portfolios: readonly string[];
}

/** After the first import, without a night; after nights; after a late import; after a removal and two more nights. */
export type Stage = 'imported' | 'scored' | 'changed' | 'removed';

export interface Request {
  readonly stage: Stage;
  /** The name of an issued key, or the text to send. */
  readonly key: string | undefined;
  /** Below the base URL, as on the wire. */
  readonly url: string;
  /** Sent a second time, with the ETag of the first response. */
  readonly again?: true;
  /** In the same second as the request before. */
  readonly atOnce?: true;
}

const weights: readonly (readonly [stage: Stage, customerId: string, count: number])[] = [
  ['imported', 'acme', 150],
  ['scored', 'acme', 325],
  ['scored', 'birch', 120],
  ['scored', 'brightwater', 420],
  ['scored', 'northlight', 90],
  ['scored', 'edgecases', 150],
  ['scored', 'empty', 40],
  ['changed', 'acme', 160],
  ['changed', 'brightwater', 90],
  ['removed', 'acme', 120],
  ['removed', 'birch', 40],
  ['removed', 'brightwater', 130],
  ['removed', 'edgecases', 30],
];

/** 2,000 requests: every endpoint with its parameters, valid or not, of every account; then all kinds of refusals. */
export function requestsFor(accounts: readonly Known[], seed = 1): Request[] {
  const random = randomOf(seed);
  const nobody = { customerId: 'empty', clients: [], portfolios: [] };
  const ofAccounts = weights.flatMap(([stage, customerId, count]) => {
    const known = accounts.find((each) => each.customerId === customerId) ?? nobody;
    return Array.from({ length: count }, (_, at): Request => {
      const url = urlFor(known, at, random);
      return { stage, key: customerId, url, ...(random() < 0.06 && { again: true }) };
    });
  });
  const refused = ['/clients', '/topics', '/clients/c-1044', '/clients?limit=0', '/nowhere'].flatMap((url) =>
    [undefined, '', 'nonsense', `svctest${'A'.repeat(43)}`, 'suspended', 'revoked'].map(
      (key): Request => ({ stage: 'scored', key, url }),
    ),
  );
  const tooMany = Array.from(
    { length: 105 },
    (): Request => ({ stage: 'scored', key: 'busy', url: '/topics', atOnce: true }),
  );
  return [...ofAccounts, ...refused, ...tooMany];
}

function urlFor({ clients, portfolios }: Known, at: number, random: () => number): string {
  const choose = choicesOf(random);
  const client =
    choose.yes(0.96) && clients.length > 0 ? choose.one(clients) : { id: 'nobody', name: 'x', streams: [] };
  const id = choose.yes(0.98)
    ? encodeURIComponent(client.id)
    : choose.one(['toString', '%20', 'a%2Fb', '%E0%A4%A', '..']);
  const stream = choose.one([...client.streams, ...client.streams, 'nothing']);
  const portfolio = choose.one([
    ...portfolios,
    ...portfolios,
    ...['all-clients', 'favorite-clients', 'archived-clients', 'p-9', ''],
  ]);
  const level = choose.one([
    ...['high_risk', 'medium_risk', 'low_risk', 'on_track', 'highRisk', 'mediumRisk', 'lowRisk', 'onTrack'],
    choose.one(['on_track', 'none']),
  ]);
  /** A parameter, absent half of the time, rarely with an invalid value. */
  const may = (name: string, valid: () => string, invalid: readonly string[]) => {
    if (choose.yes(0.5)) return [];
    return [`${name}=${encodeURIComponent(choose.yes(0.96) ? valid() : choose.one(invalid))}`];
  };
  const flag = (name: string) => may(name, () => choose.one(['true', 'true', 'false']), ['yes', '1', '']);
  const within = () => choose.upTo(choose.one([5, 60, clients.length, 2 * clients.length]));
  const count = (most: number) => () => String(choose.one([1, 2, 7, 25, 100, most, 1 + choose.upTo(most - 1)]));
  const limit = (most: number) => may('limit', count(most), ['0', '-1', '1.5', `${most + 1}`, 'x', '']);
  const paging = (most: number) => [
    ...limit(most),
    ...may('offset', () => String(choose.one([0, 1, within(), within(), 100_000])), ['-1', 'x', '1e3']),
  ];
  const archived = () => flag('include_archived');
  const scope = () => [
    ...archived(),
    ...may(choose.one(['portfolio_id', 'portfolio_id', 'portfolioId']), () => portfolio, ['p-9', 'favorite-clients']),
  ];
  const date = () =>
    may(
      'week',
      () =>
        choose.one(['2026-11-19', '2026-11-16', '2026-11-02', '2026-10-14', '2025-06-11', '2027-01-01', '2028-02-29']),
      ['2026-02-30', '16.11.2026', 'x'],
    );
  const words = () => {
    const letters = [...client.name];
    const from = choose.upTo(Math.max(0, letters.length - 1));
    return choose.one([
      client.name,
      client.name.toUpperCase(),
      client.name.split(' ').reverse().join(' '),
      `${client.name.split(' ')[0]}`,
      letters.slice(from, from + 1 + choose.upTo(4)).join(''),
      ...['a', 'press', 'zzz', 'm e'],
    ]);
  };
  const search = () =>
    choose.yes(0.97) ? [`query=${encodeURIComponent(words())}`] : choose.one([[], ['query='], ['query=%20']]);
  const endpoints: readonly (readonly [path: string, query: () => readonly string[]])[] = [
    ['/clients', () => [...scope(), ...paging(500)]],
    ['/clients', () => [...scope(), ...paging(500)]],
    ['/clients/portfolio-health', scope],
    ['/clients/statistics/overview', scope],
    [`/clients/by-risk/${level}`, () => [...scope(), ...paging(500)]],
    [`/clients/by-risk/${level}`, () => [...scope(), ...paging(500)]],
    ['/clients/search', () => [...search(), ...scope(), ...paging(500)]],
    ['/clients/search', () => [...search(), ...scope(), ...paging(500)]],
    ['/clients/trending', () => [...trend(), ...scope(), ...paging(500)]],
    ['/clients/trending', () => [...trend(), ...scope(), ...paging(500)]],
    ['/clients/export/csv', () => [...scope(), ...flag('bom')]],
    ['/clients/alignment', () => [...date(), ...archived(), ...paging(1000)]],
    ['/clients/alignment', () => [...date(), ...archived(), ...paging(1000)]],
    [`/clients/${id}`, () => []],
    [`/clients/${id}/history`, () => may('days', () => choose.one(['1', '7', '90', '91', '365']), ['0', '366', 'x'])],
    [`/clients/${id}/priorities`, () => []],
    [`/clients/${id}/notes`, () => limit(100)],
    [`/clients/${id}/key-people`, () => []],
    [`/clients/${id}/alignment`, date],
    [`/clients/${id}/streams`, () => flag('include_inactive')],
    [`/clients/${id}/streams/${stream}`, () => []],
    ['/streams', () => [...flag('include_inactive'), ...paging(500)]],
    ['/streams', () => [...flag('include_inactive'), ...paging(500)]],
    ['/portfolios', () => flag('include_system')],
    [`/portfolios/${encodeURIComponent(portfolio)}`, () => [...flag('include_clients'), ...limit(500)]],
    [`/portfolios/${encodeURIComponent(portfolio)}`, () => [...flag('include_clients'), ...limit(500)]],
    ['/topics', () => []],
  ];
  const trend = () => [
    ...may('direction', () => choose.one(['improving', 'declining', 'stable']), ['up', '']),
    ...may('period', () => choose.one(['7day', '30day']), ['90day']),
  ];
  const [path, query] = endpoints[at] ?? choose.one(endpoints);
  const unknown = choose.yes(0.01) ? ['unknown=1'] : [];
  const pairs = [...query(), ...unknown];
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
