import { setTimeout } from 'node:timers/promises';
import { createTransport } from '../../../client/transport.ts';
import type { Target } from '../target/target.ts';
import type { NewKey } from './issue-key.ts';

const pause = 5000;
const attempts = 60;

/** Asks with the key until it is answered. What is refused by the gateway counts as no request. */
export async function waitForGateway(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  { keyId, apiKey }: Pick<NewKey, 'keyId' | 'apiKey'>,
  wait = pause,
): Promise<void> {
  // the local gateway knows all keys
  if (baseUrl === undefined) return;
  const ask = createTransport({ baseUrl, apiKey, timeoutMs: 10_000 });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const response = await ask('/topics').catch(() => undefined);
    if (response?.status === 200) return;
    await setTimeout(wait);
  }
  throw new Error(`The key ${keyId} is issued, but the gateway did not know it within five minutes; it will.`);
}
