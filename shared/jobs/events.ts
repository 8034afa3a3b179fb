import { backOff } from '../table/store/backoff.ts';
import { SigV4Signer } from '../table/store/signer.ts';

/** Sends the event of a night. */
export interface Mornings {
  /** Throws unless the event was accepted. */
  readonly send: (detail: string) => Promise<void>;
  /** Whether events have names of clients. */
  readonly withNames: boolean;
}

export interface BusOptions {
  /** The address of EventBridge in the Region. */
  readonly url: string;
  readonly region: string;
  readonly credentials: ConstructorParameters<typeof SigV4Signer>[0]['credentials'];
}

export const eventSource = 'client-health';
export const eventType = 'Morning';
const attempts = 3;
const timeoutMs = 3000;

/**
 * Puts events on the default bus of EventBridge. The request is signed with the signer of the table, because the SDK's
 * client would be a further dependency in the bundle of the worker for one call a night.
 */
export function eventBridge({ url, region, credentials }: BusOptions): (detail: string) => Promise<void> {
  const signer = new SigV4Signer({ credentials, region, service: 'events' });
  const { host } = new URL(url);
  return async (Detail) => {
    const body = JSON.stringify({ Entries: [{ Source: eventSource, DetailType: eventType, Detail }] });
    for (let attempt = 1; ; attempt += 1) {
      const headers = { host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' };
      const signed = await signer.sign({ method: 'POST', path: '/', headers, body }, { signingDate: new Date() });
      const failure = await post(url, signed.headers, body).then(failureIn, (error: Error) => error.name);
      if (failure === undefined) return;
      if (attempt === attempts) throw new EventRejected(failure);
      await backOff(attempt);
    }
  };
}

class EventRejected extends Error {
  override name = 'EventRejected' as const;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The reason if the event was not accepted. A request can succeed and its entry fail. */
function failureIn({ status, text }: Answer): string | undefined {
  if (status !== 200) return `status ${status}`;
  try {
    const { FailedEntryCount, Entries } = JSON.parse(text);
    if (FailedEntryCount === 0) return undefined;
    return String(Entries?.[0]?.ErrorCode ?? 'a failed entry');
  } catch {
    return 'an answer that is no JSON';
  }
}

function post(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // ESM imports of Node's HTTP modules load undici, see bin/build/plugins.ts
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'https' : 'http');
  const length = { 'content-length': Buffer.byteLength(body) };
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, ...length },
    signal: AbortSignal.timeout(timeoutMs),
  });
  sent.on('response', (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    response.on('error', reject);
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
