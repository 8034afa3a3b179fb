import type { DemoAccount } from './demo-account.ts';
import { chanceOf } from './generate/chance.ts';
import { companies, dealStreams, ordinaryProfile, type Profile } from './generate/profile.ts';

function profiles(): Profile[] {
  const clients = companies('northlight', 12).map(({ name, industry }, at) => {
    // the first has the id of a client of the other account, and is another one
    const id = at === 0 ? 'c-1001' : `n-${String(at + 1).padStart(2, '0')}`;
    return ordinaryProfile(chanceOf(`northlight ${id}`), id, industry, name);
  });
  const ids = Array.from({ length: 20 }, (_, at) => `s-${2001 + at}`);
  return dealStreams('northlight', clients, ids);
}

/** A small account beside the large one: nothing of either is ever seen with the other's key. */
export const northlight: DemoAccount = {
  customerId: 'northlight',
  name: 'Northlight Partners',
  owners: ['Sanna Eriksen', 'Noel Whitlock'],
  profiles,
  portfolios: [
    {
      portfolio: { id: 'pf_n8w4zc6jtq', name: 'Founders’ Clients', color: '#16A34A' },
      daysOld: 30,
      has: ({ archived }) => (archived ? undefined : { segment: 'Local' }),
    },
  ],
};
