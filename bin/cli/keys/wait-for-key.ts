import { setTimeout } from 'node:timers/promises';
import type { NewKey } from '../../../account/keys/issue-key.ts';
import { ConnectionError } from '../../../client/errors.ts';
import { createTransport, type RawResponse } from '../../../client/transport.ts';
import type { Target } from '../service/target.ts';

const pause = 5000;
const attempts = 60;

/**
 * Sends requests with the key until one succeeds, and reports why the others failed. API Gateway rejects a key that it
 * does not know yet with 403; such requests are not counted.
 */
export async function waitForGateway(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  { keyId, apiKey }: Pick<NewKey, 'keyId' | 'apiKey'>,
  { wait = pause, report = () => undefined }: { wait?: number; report?: (line: string) => void } = {},
): Promise<void> {
  if (baseUrl === undefined) return;
  const ask = createTransport({ baseUrl, apiKey, timeoutMs: 10_000 });
  let last = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const met = await ask('/topics').then(metBy, (error: unknown) => {
      if (error instanceof ConnectionError) return `no answer from ${baseUrl}: ${error.reason}`;
      throw error;
    });
    if (met === undefined) return;
    if (met !== last) report(`Waiting for the key ${keyId}: ${met}.`);
    last = met;
    await setTimeout(wait);
  }
  throw new Error(
    `The key ${keyId} is issued, but requests with it did not succeed within five minutes; the last one met: ${last}.`,
  );
}

/** Why the request failed; undefined if it succeeded. */
function metBy({ status }: RawResponse): string | undefined {
  switch (status) {
    case 200:
      return undefined;
    case 401:
    case 403:
      return `${status}, the gateway does not accept it yet`;
    case 429:
      return '429, too many requests';
    default:
      return status >= 500 ? `${status}, the service fails` : `${status}, not an answer of this service`;
  }
}
