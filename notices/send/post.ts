import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type AllowedAddresses, isLoopback, isPublic, notPublic, receiverOf } from './address.ts';

export interface Way extends AllowedAddresses {
  /** How long a request may take with everything, in milliseconds. */
  readonly within?: number;
  /** All addresses of a name; by default the system's answer. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
  /** Certificates that are trusted instead of the usual ones. */
  readonly ca?: string;
}

/** Says why there is no answer, in words for the page: Node's own name addresses. */
export class NoAnswer extends Error {
  override name = 'NoAnswer' as const;
}

/** Says so at once: the receiver would hold up the messages of others. */
export class TimedOut extends NoAnswer {}

const usualTime = 10_000;
const mostAnswerBytes = 64 * 1024;

/**
 * Posts JSON, and returns the status of the answer. The name is resolved once, all of its addresses are checked, and one
 * of these is connected to: a name that is given another address a moment later changes nothing. Redirects are not
 * followed, the body of the answer is thrown away. Throws an `AddressRefused` or a `NoAnswer`.
 */
export async function post(
  to: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  way: Way = {},
): Promise<number> {
  const url = receiverOf(to, way);
  const { within = usualTime, ca } = way;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // an import of Node's HTTP modules loads undici, see bin/build/plugins.ts
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'https' : 'http');
  const signal = AbortSignal.timeout(within);
  const sent = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'client-health',
      ...headers,
    },
    // no connection is kept: what was checked is what is used
    agent: false,
    lookup: checkedLookup(way),
    signal,
    ...(ca !== undefined && { ca }),
  });
  let status: number | undefined;
  let failure: NodeJS.ErrnoException | undefined;
  sent.on('response', (answer) => {
    status = answer.statusCode;
    let bytes = 0;
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostAnswerBytes) answer.destroy();
    });
    // however its body ends, the status has come
    answer.on('error', () => undefined);
  });
  sent.on('error', (error) => {
    failure = error;
  });
  sent.on('close', () => (status === undefined ? reject(failure ?? new Error()) : resolve(status)));
  sent.end(body);
  return promise.catch((error) => {
    if (error.name === 'AddressRefused') throw error;
    if (signal.aborted) throw new TimedOut(`The receiver did not answer within ${within / 1000} seconds.`);
    throw new NoAnswer(wordsFor(error.code));
  });
}

/** Called once for a connection, with a name; Node connects to one of the addresses that it returns. */
function checkedLookup({ loopback = false, resolve = resolveBySystem }: Way): LookupFunction {
  const isAllowed = ({ address }: LookupAddress) => isPublic(address) || (loopback && isLoopback(address));
  return (name, { all }, answer) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        // a name of which one address is not public is no receiver: the next answer could have that one alone
        if (!first || !addresses.every(isAllowed)) answer(notPublic(), []);
        else if (all) answer(null, [...addresses]);
        else answer(null, first.address, first.family);
      },
      (error) => answer(error, []),
    );
  };
}

const resolveBySystem = (name: string) => lookup(name, { all: true });

function wordsFor(code = ''): string {
  if (/^(ENOTFOUND|EAI_\w+|ENODATA)$/.test(code)) return 'The name of the receiver has no address.';
  if (/^ECONNREFUSED$/.test(code)) return 'The receiver refused the connection.';
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO|SSL|TLS/.test(code)) return 'The certificate of the receiver is not valid.';
  return 'The connection to the receiver broke.';
}
