import * as fc from 'fast-check';
import type { Table } from '../../../shared/table/store/table.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';

/** Raw headers of a request, and the statuses with which they alone can get it rejected. */
export interface Credentials {
  readonly rawHeaders: readonly string[];
  /** Empty if the request is admitted. */
  readonly refusals: readonly number[];
}

/** Every way to send a valid key, a wrong key or no key. */
export async function credentials(
  table: Table,
  apiKey: string,
  customerId: string,
): Promise<fc.Arbitrary<Credentials>> {
  const day = Math.floor(noon / 86_400_000);
  const full = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`d${day + at}`, 50_000]));
  const [revoked, pending, expired, suspended, exhausted] = await Promise.all([
    putKey(table, { customerId, st: 'revoked' }),
    putKey(table, { customerId, st: 'pending' }),
    putKey(table, { customerId, exp: noon / 1000 - 1 }),
    putKey(table, { customerId, st: 'suspended' }),
    putKey(table, { customerId, w: full }),
  ]);
  const wrong = [unknownKey(), revoked, pending, expired, `${apiKey} `, ` ${apiKey}`, `${apiKey},${apiKey}`];
  const malformed = [
    '',
    ' ',
    'x',
    apiKey.slice(0, -1),
    apiKey.toLowerCase(),
    `${apiKey}\u0000`,
    'k'.repeat(8000),
    '🔑',
  ];
  const name = fc.constantFrom('X-API-Key', 'x-api-key', 'X-Api-Key', 'x-API-kEY');
  const known = (key: string, refusals: number[]) => name.map((as) => ({ rawHeaders: [as, key], refusals }));
  return fc.oneof(
    { weight: 40, arbitrary: known(apiKey, []) },
    // with less, one run in some hundred would meet none of them
    { weight: 3, arbitrary: known(exhausted, [429]) },
    { weight: 3, arbitrary: known(suspended, [403]) },
    { weight: 2, arbitrary: fc.constantFrom(...wrong, ...malformed).chain((key) => known(key, [401])) },
    { weight: 1, arbitrary: fc.constant({ rawHeaders: [], refusals: [401] }) },
    // two keys, in one spelling or two
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, name, fc.constantFrom('x', '', apiKey), fc.boolean())
        .map(([one, two, other, first]) => ({
          rawHeaders: first ? [one, apiKey, two, other] : [one, other, two, apiKey],
          refusals: [401],
        })),
    },
    { weight: 1, arbitrary: fc.constant({ rawHeaders: ['Authorization', `Bearer ${apiKey}`], refusals: [401] }) },
  );
}

/** Other headers that callers may send. */
export const otherHeaders: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.constantFrom('"x"', 'W/"x"', '', ',', ',,"', '"*"', '\0', 'x'.repeat(9000)),
        fc.string({ unit: 'binary' }),
      )
      // leave out lists that contain `*`, which matches every response
      .filter((tags) => !tags.split(',').some((tag) => tag.trim() === '*'))
      .map((tags) => ['If-None-Match', tags]),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary' }).map((text) => ['X-Anything', text, '__proto__', text, '', text]),
  },
);
