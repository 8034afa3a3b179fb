import { addDays, dateOf, mondayOf } from '../../shared/domain/dates.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { type Choices, choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';
import type { Account, Computed, KnownClient, KnownPortfolio, KnownStream } from './account.ts';

// Random accounts with many edge cases: ties, names that differ only in case or accents, names that are formulas, ids
// that are JavaScript property names, scores at the bounds of bands, histories of any length, reads for any year.

const lastNight = '2026-11-20';

const words = ['😀 Co', ...'Café cafe CAFÉ North north Bank Straße 株式会社 ΟΔΟΣ οδός İstanbul'.split(' ')];
const hostile = ['=SUM(A1)', '+1', '-minus', '@home', '\tTab', '\rReturn', 'a,b', 'say "hi"', 'two\nlines', "O'Neil"];
const likeValues = ['x\r\ny', '\ufeff', 'true', '12', '1,234', '2026-04-03', 'null', 'a (number)', ' '];
const clientIds = ['constructor', 'toString', 'C-1', 'c-1', 'c_1', '0'];
const portfolioIds = ['constructor', 'p-1', 'P-1', 'valueOf'];
const bounds = [0, 69.9, 70, 99.9, 100, 139.9, 140, 200];
const lengths = [1, 3, 7, 8, 20, 30, 31, 45, 90, 91, 200, 365];
const authors = ['Ann', 'Zoë', '=Eve'];

export function randomAccount(seed: number, size: number): Account {
  const choose = choicesOf(randomOf(seed));
  const customerId = `a${seed}`;
  const leaving = choicesOf(randomOf(seed + 1));
  const said = choicesOf(randomOf(seed + 2));
  const clients = Array.from({ length: size }, (_, at) =>
    withFollowUps(said, withLeaving(leaving, client(choose, clientIds[at] ?? `client-${at}`))),
  );
  const portfolios = Array.from({ length: choose.upTo(4) }, (_, at) =>
    portfolio(choose, portfolioIds[at] ?? '', clients),
  );
  return { customerId, clients, portfolios, scoredFor: choose.maybe(lastNight, 0.7) ?? null };
}

/** The account after some facts changed. `gone` lists what was removed. */
export function changed(account: Account, seed: number): { account: Account; gone: readonly string[] } {
  const choose = choicesOf(randomOf(seed));
  const gone = choose.some(account.clients, 0.05).map(({ client: { id } }) => id);
  const kept = account.clients.filter(({ client: { id } }) => !gone.includes(id));
  const clients = kept.map((each) => (choose.yes(0.2) ? edited(choose, each) : each));
  return {
    account: {
      ...account,
      clients: [...clients, client(choose, 'newcomer')],
      portfolios: choose.some(account.portfolios, 0.7),
    },
    gone,
  };
}

function edited(choose: Choices, known: KnownClient): KnownClient {
  const { client: old, reads, notes, streams } = known;
  return {
    ...known,
    client: {
      ...old,
      name: choose.one([old.name, randomName(choose)]),
      archived: choose.yes(0.3),
      favorite: choose.yes(0.3),
    },
    reads: [...reads, read(choose, reads.length)],
    notes: [...notes, note(choose, old.id, notes.length)],
    streams: streams.map((each) => ({ ...each, stream: { ...each.stream, state: state(choose) } })),
  };
}

function client(choose: Choices, id: string): KnownClient {
  const optional = {
    ...choose.field('externalId', () => `X ${choose.upTo(99)}`),
    ...choose.field('spotlightSummary', () => choose.one(['Steady.', ' '])),
    ...choose.field('importedScore', () => score(choose) + choose.one([0, 0.04])),
  };
  const { importedScore, ...others } = optional;
  return {
    client: {
      id,
      name: randomName(choose),
      archived: choose.yes(0.25),
      favorite: choose.yes(0.25),
      lastContactDate: choose.maybe(time(choose)) ?? null,
      metadata: {
        ...choose.field('accountOwner', () => choose.one(['Zoë', '=cmd', 'A, B'])),
        ...choose.field('industry', () => choose.one(['Retail', '-'])),
        ...choose.field('revenueTTM', () => choose.one([0, 0.1, 0.2, 1234.56, 5_000_000, -12.5])),
        // some pay in euros, some in dollars
        ...(/[1-4]$/.test(id) && { currency: /4$/.test(id) ? 'USD' : 'EUR' }),
        ...choose.field('location', () => choose.one(['Graz', '+43', 'São Paulo, "SP"'])),
        ...choose.field('tier', () => choose.one([1, true, 'gold', ...likeValues])),
        ...choose.field(choose.one(['Client ID', ' x ']), () => choose.one([-0.125, false, ...hostile])),
      },
      updatedAt: time(choose),
      ...others,
      ...(importedScore !== undefined && { importedScore: Math.min(200, importedScore) }),
    },
    ...scored(choose, id),
    notes: choose.list(choose.one([0, 3, 24]), (at) => note(choose, id, at)),
    people: choose.list(4, (at) => person(choose, id, `p${at}`)),
    reads: choose.list(choose.one([0, 1, 6]), (at) => read(choose, at)),
  };
}

function withFollowUps(choose: Choices, known: KnownClient): KnownClient {
  const { id: clientId } = known.client;
  const followUps = choose.list(choose.one([0, 0, 1, 3]), (at) => ({
    clientId,
    at: `${choose.one(['2026-04-01', '2026-10-20', '2026-10-21', '2026-11-13', '2026-11-20'])}T0${at}:00:00.000Z`,
    by: choose.one(authors),
    ...choose.one([
      { state: 'called' } as const,
      { state: 'waiting', until: choose.one(['2026-11-20', '2026-11-21']) } as const,
      { state: 'no-risk', because: choose.one(hostile) } as const,
      { state: 'open' } as const,
    ]),
  }));
  return { ...known, followUps };
}

function withLeaving(choose: Choices, known: KnownClient): KnownClient {
  const leaving = {
    ...(choose.yes(0.2) && { leftAt: choose.one(['2026-05-04', '2026-11-20', '2026-11-21', '2027-02-01']) }),
    ...(choose.yes(0.2) && { leftBecause: choose.one(['Price', '=cmd']) }),
    ...(choose.yes(0.2) && { renewsOn: '2027-03-31' }),
  };
  return { ...known, client: { ...known.client, ...leaving } };
}

/** A night scores a client with its streams, so without a score of the client there is none of a stream. */
function scored(choose: Choices, clientId: string): Pick<KnownClient, 'computed' | 'streams'> {
  const ofClient = computed(choose);
  const streams = choose.list(3, (at) => stream(choose, clientId, `s${at}`));
  return {
    computed: ofClient,
    streams: ofClient ? streams : streams.map((each) => ({ ...each, computed: undefined })),
  };
}

function stream(choose: Choices, clientId: string, id: string): KnownStream {
  return {
    stream: {
      id,
      clientId,
      name: randomName(choose),
      state: state(choose),
      goals: choose.maybe('Grow') ?? null,
      ...choose.field('spotlight', () => 'On the way.'),
      ...choose.field('importedScore', () => score(choose)),
    },
    computed: computed(choose),
    insights: choose.list(choose.one([0, 2, 14]), (at) => ({
      clientId,
      streamId: id,
      weekDate: addDays('2026-11-16', -7 * at),
      insights: choose.list(2, () => ({
        topic: 'trust',
        summary: randomName(choose),
        sentiment: choose.one(['positive', 'mixed', 'new']),
      })),
    })),
  };
}

function portfolio(choose: Choices, id: string, clients: readonly KnownClient[]): KnownPortfolio {
  const share = choose.one([0, 0.05, 0.5, 1]);
  return {
    portfolio: {
      id,
      name: randomName(choose),
      color: '#A1b2C3',
      ...choose.field('description', () => 'Ours'),
      ...choose.field('userIds', () => ['u1', 'u2']),
      ...choose.field('createdAt', () => time(choose)),
    },
    members: new Map(
      choose
        .some(clients, share)
        .map(({ client: { id: clientId } }) => [
          clientId,
          { ...choose.field('segment', () => randomName(choose)), ...choose.field('a, "b"', () => '"1"') },
        ]),
    ),
  };
}

function computed(choose: Choices): Computed | undefined {
  if (choose.yes(0.15)) return undefined;
  const missing = choose.one([0, 0.3, 0.6, 1]);
  const length = choose.one(lengths);
  return {
    last: addDays(lastNight, -choose.one([0, 0, 0, 1, 40])),
    points: Array.from({ length }, (_, at) => (at < length - 1 && choose.yes(0.5) ? 70 : score(choose))),
    topics: topics.map(() =>
      choose.yes(missing) ? null : choose.one([0, 49.95, 70, 100, 140, 200, choose.fraction() * 200]),
    ),
    source: choose.one(['chr1', 'chr2', 'chr2']),
  };
}

function read(choose: Choices, at: number) {
  const day = Math.floor(Date.parse(choose.one(['2021-12-29', '2025-03-05', '2026-11-18', '2027-02-02'])) / 86_400_000);
  return {
    value: choose.one(['red', 'amber', 'green']),
    week: choose.one([dateOf(day), dateOf(mondayOf(day) + 7 * choose.upTo(60))]),
    // unique, so that it is clear which of two reads for one week is valid
    updatedAt: new Date(Date.UTC(2026, 0, 1, choose.upTo(5), 0, 0, at)).toISOString(),
    updatedBy: choose.one(authors),
  };
}

function note(choose: Choices, clientId: string, at: number) {
  const createdAt = choose.one(['2026-11-01T08:00:00.000Z', time(choose)]);
  return {
    id: `n${at}`,
    clientId,
    content: randomName(choose),
    createdAt,
    createdBy: choose.one(authors),
    type: choose.one(['call', 'other']),
  };
}

function person(choose: Choices, clientId: string, id: string) {
  const text = () => choose.one(['', 'Zoë', ...likeValues]);
  return {
    id,
    clientId,
    name: randomName(choose),
    title: text(),
    email: text(),
    phone: text(),
    role: text(),
    department: text(),
  };
}

function state(choose: Choices) {
  return choose.one(['active', 'active', 'inactive', 'pending']);
}

function score(choose: Choices): number {
  return choose.yes(0.5) ? choose.one(bounds) : choose.upTo(2000) / 10;
}

/** Without spaces around it, which an import removes. */
export function randomName(choose: Choices): string {
  const part = () => choose.one(choose.yes(0.2) ? [...hostile, ...likeValues] : words);
  const name = Array.from({ length: 1 + choose.upTo(2) }, part).join(choose.one([' ', ' ', '-']));
  return name.trim() || '0';
}

function time(choose: Choices): string {
  return new Date(Date.UTC(2026, 10, 1 + choose.upTo(28), choose.upTo(23), choose.upTo(59))).toISOString();
}
