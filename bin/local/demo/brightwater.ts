import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { DemoAccount } from './demo-account.ts';
import type { PortfolioPlan } from './generate/portfolios.ts';
import { assignStreams, companies, ordinaryProfile, type Profile } from './generate/profile.ts';
import { seededRandom } from './generate/seeded-random.ts';
import { juniperRowSolar } from './stories/juniper-row-solar.ts';
import { leavers } from './stories/leavers.ts';
import { type Industry, industries } from './words/companies.ts';

const clientCount = 252;
const streamCount = 600;

const segments = ['Enterprise', 'Mid-Market', 'Growth', 'Local'];
const tiers = ['Platinum', 'Gold', 'Silver'];

const portfolios: readonly PortfolioPlan[] = [
  {
    portfolio: { id: 'pf_7hq2mw9xk4', name: 'Full-Service Retainers', color: '#0F766E' },
    ageInDays: 410,
    memberColumns: ({ streams }) => (streams.length >= 2 ? {} : undefined),
  },
  {
    portfolio: {
      id: 'pf_3vd8tz61rb',
      name: 'Strategic Accounts',
      color: '#7C3AED',
      description: 'The accounts whose loss the board would ask about.',
      userIds: ['user_ibanez', 'user_thorne'],
    },
    ageInDays: 600,
    memberColumns: ({ signals }, random) =>
      signals && random.chance(0.16) ? { segment: random.pick(segments), tier: random.pick(tiers) } : undefined,
  },
  {
    portfolio: {
      id: 'pf_k90c5yfj2e',
      name: 'Executive Watchlist',
      color: '#DC2626',
      description: 'Reviewed every Monday: at risk, or moving fast.',
      userIds: ['user_marchetti'],
    },
    ageInDays: 75,
    memberColumns: ({ signals }) =>
      signals && (signals.level < 80 || ['sponsorLeft', 'missedDates'].includes(signals.storyline)) ? {} : undefined,
  },
  {
    portfolio: { id: 'pf_x1n6ga8upw', name: 'Renewals of the Quarter', color: '#EA580C' },
    // only some members have a value
    memberColumns: (_, random) =>
      random.chance(0.12) ? (random.chance(0.5) ? { tier: random.pick(tiers) } : {}) : undefined,
  },
  {
    portfolio: { id: 'pf_m4e7ls0hvd', name: 'Équipe Montréal', color: '#2563EB', userIds: [] },
    memberColumns: (_, random) => (random.chance(0.04) ? {} : undefined),
  },
  {
    portfolio: { id: 'pf_t5r2bo3iqn', name: 'Pilot Programme', color: '#64748B' },
    ageInDays: 3,
    memberColumns: () => undefined,
  },
];

const equalScores = { archived: false, nights: 60, signals: null, importedScore: 118.5 };

/** Clients that are not left to chance, by id. */
const specialClients: ReadonlyMap<string, Partial<Profile>> = new Map(
  Object.entries<Partial<Profile>>({
    'c-1001': {
      name: 'Harbor Light Foods',
      archived: false,
      favorite: true,
      lastContact: 2,
      nights: 365,
      notes: 124,
      people: 6,
      reads: 'weekly',
      signals: {
        level: 132,
        storyline: 'growing',
        since: 0,
        strength: 1,
        topics: topics.length,
        daysSinceLastSignal: 0,
      },
    },
    // the same name
    'c-1002': {
      name: 'Harbor Light Foods',
      archived: false,
      signals: { level: 92, storyline: 'seasonal', since: 0, strength: 1, topics: 12, daysSinceLastSignal: 0 },
    },
    'c-1005': { name: 'Vesper Press', ...equalScores },
    'c-1006': { name: 'Tamarack Press', ...equalScores },
    'c-1007': { name: 'Plover Press', ...equalScores },
    // never scored, never imported, never contacted
    'c-1008': {
      name: 'Quillfeather Learning',
      archived: false,
      nights: 0,
      signals: null,
      lastContact: null,
      notes: 0,
      people: 0,
    },
    // the largest fall of the month
    'c-1044': {
      archived: false,
      favorite: true,
      lastContact: 4,
      nights: 365,
      story: juniperRowSolar,
      signals: {
        level: 28,
        storyline: 'sponsorLeft',
        since: 31,
        strength: 2.3,
        topics: topics.length,
        perQuarter: 65,
        daysSinceLastSignal: 0,
      },
    },
    ...Object.fromEntries(leavers),
  }),
);

function profiles(): Profile[] {
  const clients = companies('brightwater', clientCount).map((company, at) => {
    const id = `c-${1001 + at}`;
    const special = specialClients.get(id);
    const industry = (special?.name && industryOf(special.name)) || company.industry;
    return { ...ordinaryProfile(seededRandom(`brightwater ${id}`), id, industry, company.name), ...special };
  });
  // stream ids are unique within a client only: two streams of the account share one
  const ids = Array.from({ length: streamCount }, (_, at) => `s-${2001 + (at % (streamCount - 1))}`);
  return assignStreams('brightwater', clients, ids);
}

function industryOf(name: string): Industry | undefined {
  return industries.find(({ nouns }) => nouns.some((noun) => name.endsWith(noun)));
}

export const brightwater: DemoAccount = {
  customerId: 'brightwater',
  name: 'Brightwater Agency',
  owners: ['Marta Ibáñez', 'Callum Thorne', 'Giulia Marchetti', 'Ade Okonkwo', 'Freya Lindqvist', 'Tom Abernathy'],
  profiles,
  portfolios,
};
