import * as fc from 'fast-check';
import { brightwater } from '../../bin/local/demo/brightwater.ts';
import { edgeCases } from '../../bin/local/demo/edge-cases.ts';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { anyRequest } from '../functions/bad-input/requests.ts';
import { randomOf } from '../support/random.ts';

export const demos = [brightwater, northlight, edgeCases];

/** The demo as it is loaded; after a late import; after a removal and a night. */
export type Stage = 'scored' | 'changed' | 'removed';

export interface Request {
  readonly stage: Stage;
  /** The name of an issued key, or the text to send. */
  readonly key?: string;
  /** Below the base URL, as on the wire. */
  readonly url: string;
  /** Sent a second time, with the ETag of the first response. */
  readonly again?: true;
  /** In the same second as the request before. */
  readonly atOnce?: true;
}

const counts: readonly (readonly [stage: Stage, customerId: string, count: number])[] = [
  ['scored', 'brightwater', 500],
  ['scored', 'northlight', 200],
  ['scored', 'edgecases', 300],
  ['scored', 'empty', 50],
  ['changed', 'brightwater', 250],
  ['removed', 'brightwater', 250],
  ['removed', 'edgecases', 100],
];

/** Requests as callers send them and as they should not, with ids of the demo; always the same. */
export function requestsOfDemo(): Request[] {
  const random = randomOf(1);
  const profiles = new Map(demos.map((demo) => [demo.customerId, demo.profiles()]));
  const ofAccounts = counts.flatMap(([stage, customerId, count]) =>
    Array.from({ length: count }, (): Request => {
      const all = profiles.get(customerId) ?? [];
      const client = all[Math.floor(random() * all.length)] ?? { id: 'nobody', streams: [] };
      const tenant = {
        account: asAccount(customerId),
        canary: '',
        apiKey: '',
        prefix: '',
        clientIds: [client.id],
        streamIds: client.streams.length > 0 ? client.streams.map(({ id }) => id) : ['nothing'],
        portfolioIds: brightwater.portfolios.map(({ portfolio }) => portfolio.id),
      };
      const [{ url } = { url: '' }] = fc.sample(anyRequest(tenant), {
        numRuns: 1,
        seed: Math.floor(random() * 2 ** 31),
      });
      return { stage, key: customerId, url, ...(random() < 0.06 && { again: true }) };
    }),
  );
  const refused = ['/clients', '/topics', '/clients/c-1044', '/clients?limit=0', '/nowhere'].flatMap((url) => [
    { stage: 'scored' as const, url },
    ...['', 'nonsense', `svctest${'A'.repeat(43)}`, 'suspended', 'revoked'].map(
      (key): Request => ({ stage: 'scored', key, url }),
    ),
  ]);
  const tooMany = Array.from(
    { length: 105 },
    (): Request => ({ stage: 'scored', key: 'busy', url: '/topics', atOnce: true }),
  );
  return [...ofAccounts, ...refused, ...tooMany];
}
