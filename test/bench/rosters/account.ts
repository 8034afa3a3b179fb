import type { AlignmentRead } from '../../../shared/domain/alignment.ts';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { toAlignmentItem } from '../../../shared/table/records/alignment.ts';
import { toClientItem } from '../../../shared/table/records/clients.ts';
import { toMemberItem } from '../../../shared/table/records/portfolios.ts';
import { type Score, toScoreItem } from '../../../shared/table/records/scores.ts';
import { toStreamItem } from '../../../shared/table/records/streams.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { ClientData } from '../../../shared/table/views/model/build-views.ts';
import { randomOf } from '../../support/random.ts';

export const today = dayOf('2026-11-20');

const words =
  'Acme Amber Aurora Beacon Birch Bright Cedar Cobalt Crescent Delta Ember Falcon Fjord Granite Halcyon Harbour'.split(
    ' ',
  );
const kinds =
  'Capital Energy Foods Group Health Holdings Industries Labs Logistics Media Partners Retail Systems'.split(' ');
const people = 'Ada Okafor,Ben Larsson,Chiara Rossi,Elena Garcia,Farid Haddad,Grace Kim,Hugo Martin,Keiko Tanaka'.split(
  ',',
);
const cities = 'Berlin, Germany;London, United Kingdom;Boston, USA;Lyon, France;Osaka, Japan;Porto, Portugal'.split(
  ';',
);
const columns = [
  { segment: 'Enterprise', tier: 'Gold' },
  { segment: 'Mid-market', tier: 'Silver' },
  { segment: 'Small business', tier: 'Bronze' },
];

export const portfolios = Array.from({ length: 12 }, (_, at) => ({
  id: `portfolio-${String(at).padStart(2, '0')}`,
  name: `${words[at]} team`,
  color: '#336699',
  description: 'Clients that one team looks after',
  userIds: [`user-${at}`, `user-${at + 1}`],
  createdAt: '2025-03-01T09:00:00.000Z',
}));

/**
 * Clients like those of a real account: incompressible ids, a year of nights, similar names, a tenth archived, one in eight
 * in each portfolio. The same seed gives the same clients.
 */
export function* clientsOf(seed: number, count: number, streamsEach: number): Generator<ClientData> {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const one = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  const hex = (length: number) => Array.from({ length }, () => upTo(16).toString(16)).join('');
  const time = () => `${dateOf(today - upTo(90))}T${String(upTo(24)).padStart(2, '0')}:${10 + upTo(50)}:00.000Z`;

  function scoreOf(): Score {
    let point = 300 + upTo(1500);
    const points = Uint16Array.from({ length: 365 }, () => {
      point = Math.max(0, Math.min(2000, point + upTo(41) - 20));
      return point;
    });
    const topics = Array.from({ length: 15 }, () => (random() < 0.8 ? random() * 200 : null));
    return { history: { last: today, points }, topics, source: 'chr2', model: 1 };
  }

  for (let at = 0; at < count; at += 1) {
    const id = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
    const latestRead: AlignmentRead | null =
      random() < 0.7
        ? {
            value: one(['red', 'amber', 'green'] as const),
            week: '2026-11-09',
            updatedAt: time(),
            updatedBy: one(people),
          }
        : null;
    const streams = Math.floor(streamsEach) + (random() < streamsEach % 1 ? 1 : 0);
    yield {
      client: {
        id,
        name: `${one(words)} ${one(words)} ${one(kinds)} ${upTo(1000)}`,
        archived: random() < 0.1,
        favorite: random() < 0.05,
        ...(random() < 0.7 && { externalId: `CRM-${upTo(1_000_000)}` }),
        lastContactDate: random() < 0.1 ? null : time(),
        metadata: {
          accountOwner: one(people),
          industry: one(kinds),
          location: one(cities),
          revenueTTM: upTo(5_000_000),
        },
        updatedAt: time(),
        notes: upTo(40),
        latestRead,
      },
      score: scoreOf(),
      streams: Array.from({ length: streams }, (_, stream) => ({
        stream: {
          id: hex(24),
          clientId: id,
          name: `${one(words)} ${one(['migration', 'rollout', 'support', 'redesign', 'programme'])}`,
          state: stream === 3 || random() < 0.15 ? ('inactive' as const) : ('active' as const),
          goals: random() < 0.5 ? null : `Grow ${one(words)} by ${upTo(40)} % before ${one(words)} ends`,
        },
        score: scoreOf(),
      })),
      memberships: new Map(
        portfolios.filter(() => random() < 0.125).map(({ id: portfolio }) => [portfolio, one(columns)]),
      ),
    };
  }
}

/** The client's items that a rebuild reads. */
export function recordsOf(account: Account, { client, score, streams, memberships }: ClientData): Item[] {
  const ofStreams = new Map(streams.flatMap((each) => (each.score ? [[each.stream.id, each.score] as const] : [])));
  return [
    toClientItem(account, client),
    ...(score ? [toScoreItem(account, client.id, { ...score, ofStreams })] : []),
    ...(client.latestRead
      ? [toAlignmentItem(account, client.id, { year: '2026', carried: null, reads: [client.latestRead] })]
      : []),
    ...streams.map(({ stream }) => toStreamItem(account, stream)),
    ...[...memberships].map(([id, extraColumns]) => toMemberItem(account, id, { clientId: client.id, extraColumns })),
  ];
}
