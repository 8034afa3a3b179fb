import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Case, operations, urlOf } from './cases.ts';

/** Answers the calls of clients: below `/plain/v1` as the service did, below `/grown/v1` with a further field in every object. */
export async function startStandIn(cases: readonly Case[]) {
  const byKey = new Map(cases.map((each) => [each.key, each]));
  const server = createServer(({ url = '', headers }, response) => {
    const [, form, asked = ''] = /^\/(plain|grown)\/v1(\/.*)$/.exec(url) ?? [];
    const found = byKey.get(String(headers['x-api-key']));
    if (!found || !asksFor(found, asked)) {
      const detail = `${headers['x-api-key']} must ask for ${found && urlOf(found)}, not ${asked}`;
      response.writeHead(418, { 'Content-Type': 'text/plain' }).end(detail);
      return;
    }
    const { status, schema, body } = found;
    const text = schema ? JSON.stringify(form === 'grown' ? grown(body) : body) : String(body ?? '');
    const type = schema ? 'application/json' : 'text/csv; charset=utf-8';
    const limits = { 'X-RateLimit-Limit': 100, 'X-RateLimit-Remaining': 99, 'X-RateLimit-Reset': 1795176060 };
    response.writeHead(status, {
      ...limits,
      'x-amzn-RequestId': 'stand-in',
      ...(status !== 304 && { 'Content-Type': type }),
      'Cache-Control': status < 400 ? 'private, no-cache' : 'no-store',
      ...(status < 400 && { ETag: '"etag"', Vary: 'Accept-Encoding' }),
      ...(schema === undefined && { 'Content-Disposition': 'attachment' }),
      ...(status === 429 && { 'Retry-After': (body as RateLimitBody).error.retryAfter }),
    });
    response.end(status === 304 ? undefined : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

interface RateLimitBody {
  readonly error: { readonly retryAfter: number };
}

/** Whether the request is the call of the case. Some clients send the documented defaults as well. */
function asksFor(wanted: Case, asked: string): boolean {
  const sent = new URL(asked, 'http://stand-in');
  const expected = new URL(urlOf(wanted), 'http://stand-in');
  if (sent.pathname !== expected.pathname) return false;
  const documented = operations.find(({ id }) => id === wanted.operation)?.parameters ?? [];
  const defaults = new Map(documented.map(({ name, schema }) => [name, String(schema.default)]));
  const all = new Set([...sent.searchParams.keys(), ...expected.searchParams.keys()]);
  return [...all].every((name) => {
    const [given] = sent.searchParams.getAll(name);
    const should = expected.searchParams.get(name);
    return should === null ? given === defaults.get(name) : given === should;
  });
}

/** The values of these objects have a declared type, so a field of another type is no addition. */
const maps = ['metadata', 'extraColumns'];

function grown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => grown(each));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([key, field]) => [key, grown(field, key)]);
  return { ...Object.fromEntries(fields), ...(!maps.includes(name) && { addedLater: { new: [true] } }) };
}
