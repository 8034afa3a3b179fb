import { backOff } from '../table/store/backoff.ts';
import { signerFor } from '../table/store/signer.ts';
import type { Credentials } from '../table/store/table.ts';

export interface ServiceAddress {
  /** The address of the service in the Region. */
  readonly url: string;
  readonly region: string;
  readonly credentials: () => Promise<Credentials>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const attempts = 3;
const timeoutMs = 3000;

export class CallFailed extends Error {
  override name = 'CallFailed' as const;
  /** The name that the service gave to the error. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/**
 * One operation of a service of AWS: sends the input, and returns the output. The request is signed with the signer of
 * the table, because a client of the SDK would be a further dependency of a bundle for one call. `failureIn` finds
 * failures in the output of a call that succeeded. Throws a `CallFailed` after three attempts.
 */
export function awsCall<Output>(
  address: ServiceAddress,
  service: string,
  target: string,
  failureIn: (output: Output) => string | undefined = () => undefined,
  /** Errors that are answers, so that the call is not repeated. */
  answers: readonly string[] = [],
): (input: object) => Promise<Output> {
  // each has its version of the protocol
  const contentType = `application/x-amz-json-${service === 'sqs' ? '1.0' : '1.1'}`;
  const post = signedPost(address, { name: service, contentType });
  const attempt = async (body: string): Promise<Output> => {
    const output = outputOf<Output>(await post(body, target));
    const failure = failureIn(output);
    if (failure !== undefined) throw new CallFailed(failure);
    return output;
  };
  return async (input) => {
    const body = JSON.stringify(input);
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(body);
      } catch (error) {
        const isAnswer = error instanceof CallFailed && answers.includes(error.code ?? '');
        if (isAnswer || tried === attempts)
          throw error instanceof CallFailed ? error : new CallFailed((error as Error).name);
        await backOff(tried);
      }
    }
  };
}

/** Sends a body to a service of AWS once, signed. */
export function signedPost(
  { url, region, credentials }: ServiceAddress,
  { name, contentType, path = '/' }: { readonly name: string; readonly contentType: string; readonly path?: string },
): (body: string, target?: string) => Promise<Answer> {
  const sign = signerFor({ name, region, host: new URL(url).host, contentType, path });
  return async (body, target) => {
    const headers = sign({ body, time: Date.now(), ...(target !== undefined && { target }) }, await credentials());
    return send(new URL(path, url).href, headers, body);
  };
}

function outputOf<Output>({ status, text }: Answer): Output {
  // the name of an error is needed, its message may name a role
  const [, error] = /"__type":\s?"([\w.#]{1,100})"/.exec(text) ?? [];
  if (status !== 200) throw new CallFailed(`status ${status}${error === undefined ? '' : `, ${error}`}`, error);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailed('an answer that is no JSON');
  }
}

/** Where STS is, and whose call it is. */
export interface Sts {
  readonly url: string;
  readonly region: string;
  readonly credentials: Credentials;
}

/** One operation of STS, which takes a form and answers XML: who calls, or the credentials of a role. */
export function askSts({ url, region, credentials }: Sts, asked: Record<string, string>, now: number): Promise<Answer> {
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
  const sign = signerFor({ name: 'sts', region, host: new URL(url).host, contentType });
  const body = `${new URLSearchParams({ ...asked, Version: '2011-06-15' })}`;
  return send(url, sign({ body, time: now }, credentials), body);
}

/** Sends a request once, a GET if it has no body. Headers are names and values in turn. */
export function send(url: string, headers: readonly string[], body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // ESM imports of Node's HTTP modules load undici, see bin/build/plugins.ts
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'https' : 'http');
  // Node adds nothing to headers in an array, and every server wants this one
  const host = headers.includes('host') ? [] : ['host', new URL(url).host];
  const sent = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: [...headers, ...host, ...(body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))])],
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
