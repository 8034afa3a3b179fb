import * as z from 'zod';
import { group } from '../../shared/contract/endpoint.ts';
import { paging, portfolioScope, searchText } from '../../shared/contract/parameters.ts';

/** A group for tests only: one endpoint that can return every status of the contract. */
export const madeUp = group('made-up', 'What only tests ask for.', {
  readThing: {
    path: '/made-up/{client_id}',
    summary: 'Read a thing',
    description: 'Whatever the test answers.',
    query: { query: searchText, ...portfolioScope, ...paging(100, 500) },
    answer: z.strictObject({ thing: z.string() }).meta({ id: 'Thing' }),
  },
});
