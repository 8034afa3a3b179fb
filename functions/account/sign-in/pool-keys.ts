import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Answer } from '../../../shared/jobs/aws-call.ts';
import type { Issuer } from './token.ts';

const heldMs = 3_600_000;
/** An unknown id asks the pool again, but never more often than this, whoever sends how many tokens. */
const betweenMs = 60_000;
const mostKeys = 10;

/**
 * The public keys of the pool, which it publishes. They are read when a token is first seen, and again after an hour or
 * for an id that is unknown, because the pool changes its keys. While the pool cannot be asked, known keys stay.
 */
export function poolKeys(get: () => Promise<Answer>, clock: () => number): Issuer['keyOf'] {
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    readAt = clock();
    try {
      keys = keysIn(await get());
    } catch (error) {
      if (keys.size === 0) {
        readAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
    }
  };
  return async (id) => {
    const age = clock() - readAt;
    if (age >= heldMs || (!keys.has(id) && age >= betweenMs)) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
    }
    await reading;
    return keys.get(id);
  };
}

interface PublishedKey extends JsonWebKey {
  readonly kid?: string;
  readonly use?: string;
}

function keysIn({ status, text }: Answer): ReadonlyMap<string, KeyObject> {
  if (status !== 200) throw new Error(`The user pool answered ${status} instead of its keys.`);
  const { keys = [] } = JSON.parse(text) as { keys?: readonly PublishedKey[] };
  const usable = keys.filter(({ kty, use, kid }) => kty === 'RSA' && use === 'sig' && kid !== undefined);
  return new Map(
    usable.slice(0, mostKeys).map((key) => [key.kid ?? '', createPublicKey({ key, format: 'jwk' })] as const),
  );
}
