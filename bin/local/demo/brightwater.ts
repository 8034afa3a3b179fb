import type { DemoAccount } from './demo-account.ts';
import { chanceOf } from './generate/chance.ts';
import type { PortfolioPlan } from './generate/portfolios.ts';
import { companies, dealStreams, ordinaryProfile, type Profile } from './generate/profile.ts';
import { specialClients } from './generate/special-clients.ts';
import { type Industry, industries } from './words/companies.ts';

const clientCount = 252;
const streamCount = 600;

const segments = ['Enterprise', 'Mid-Market', 'Growth', 'Local'];
const tiers = ['Platinum', 'Gold', 'Silver'];

const portfolios: readonly PortfolioPlan[] = [
  {
    portfolio: { id: 'pf_7hq2mw9xk4', name: 'Full-Service Retainers', color: '#0F766E' },
    daysOld: 410,
    has: ({ streams }) => (streams.length >= 2 ? {} : undefined),
  },
  {
    portfolio: {
      id: 'pf_3vd8tz61rb',
      name: 'Strategic Accounts',
      color: '#7C3AED',
      description: 'The accounts whose loss the board would ask about.',
      userIds: ['user_ibanez', 'user_thorne'],
    },
    daysOld: 600,
    has: ({ data }, chance) =>
      data && chance.happens(0.16) ? { segment: chance.oneOf(segments), tier: chance.oneOf(tiers) } : undefined,
  },
  {
    portfolio: {
      id: 'pf_k90c5yfj2e',
      name: 'Executive Watchlist',
      color: '#DC2626',
      description: 'Reviewed every Monday: at risk, or moving fast.',
      userIds: ['user_marchetti'],
    },
    daysOld: 75,
    has: ({ data }) => (data && (data.level < 80 || data.course === 'slipping') ? {} : undefined),
  },
  {
    portfolio: { id: 'pf_x1n6ga8upw', name: 'Renewals of the Quarter', color: '#EA580C' },
    // a value for some of them only
    has: (_, chance) => (chance.happens(0.12) ? (chance.happens(0.5) ? { tier: chance.oneOf(tiers) } : {}) : undefined),
  },
  {
    portfolio: { id: 'pf_m4e7ls0hvd', name: 'Équipe Montréal', color: '#2563EB', userIds: [] },
    has: (_, chance) => (chance.happens(0.04) ? {} : undefined),
  },
  {
    portfolio: { id: 'pf_t5r2bo3iqn', name: 'Pilot Programme', color: '#64748B' },
    daysOld: 3,
    has: () => undefined,
  },
];

function profiles(): Profile[] {
  const clients = companies('brightwater', clientCount).map((company, at) => {
    const id = `c-${1001 + at}`;
    const special = specialClients[at];
    const industry = (special && industryOf(special.name)) ?? company.industry;
    return { ...ordinaryProfile(chanceOf(`brightwater ${id}`), id, industry, company.name), ...special };
  });
  // a stream's id is unique to its client only: two of them have the same
  const ids = Array.from({ length: streamCount }, (_, at) => `s-${2001 + (at % (streamCount - 1))}`);
  return dealStreams('brightwater', clients, ids);
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
