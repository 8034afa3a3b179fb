import type { DemoAccount } from './demo-account.ts';
import { assignStreams, companies, ordinaryProfile, type Profile } from './generate/profile.ts';
import { seededRandom } from './generate/seeded-random.ts';

function profiles(): Profile[] {
  const clients = companies('northlight', 12).map(({ name, industry }, at) => {
    // the first client has the same id as a client of the other account
    const id = at === 0 ? 'c-1001' : `n-${String(at + 1).padStart(2, '0')}`;
    return ordinaryProfile(seededRandom(`northlight ${id}`), id, industry, name);
  });
  const ids = Array.from({ length: 20 }, (_, at) => `s-${2001 + at}`);
  return assignStreams('northlight', clients, ids);
}

/** A second, small account: with two, a caller can check that a key sees its own account only. */
export const northlight: DemoAccount = {
  customerId: 'northlight',
  name: 'Northlight Partners',
  owners: ['Sanna Eriksen', 'Noel Whitlock'],
  profiles,
  portfolios: [
    {
      portfolio: { id: 'pf_n8w4zc6jtq', name: 'Founders’ Clients', color: '#16A34A' },
      ageInDays: 30,
      memberColumns: ({ archived }) => (archived ? undefined : { segment: 'Local' }),
    },
  ],
};
