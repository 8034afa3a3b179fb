import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { openApiPath } from '../../shared/contract/groups.ts';
import { ratesOf } from '../../shared/domain/access/windows.ts';
import { headerOf } from '../../shared/http/headers.ts';
import { rateHeaders } from '../../shared/http/rate-limit-headers.ts';
import type { Reply } from '../../shared/http/request-state.ts';

/** Next to the bundle, or at the root of the sources. */
const files = ['openapi.json', '../../openapi.json'].map((path) => join(import.meta.dirname, path));
let document: object | undefined;

/** openapi.json with the address that was asked. It needs no key and is not counted, so all of a window is left. */
export function openApiOf(event: APIGatewayProxyEvent, now: number): Reply {
  document ??= JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')) as object;
  const { domainName, path } = event.requestContext;
  const protocol = headerOf(event, 'x-forwarded-proto') ?? 'https';
  const url = `${protocol}://${domainName}${path.slice(0, -openApiPath.length)}`;
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
      // browsers of tools for APIs may read it from other pages: it is public and says nothing of an account
      'Access-Control-Allow-Origin': '*',
      ...rateHeaders(ratesOf({}, now), now),
    },
    body: JSON.stringify({ ...document, servers: [{ url, description: 'This deployment.' }] }),
  };
}
