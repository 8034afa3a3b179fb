// Calls with openapi-fetch, which uses the types of openapi-typescript. Arguments: base URL, file of cases.

import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';

const [baseUrl, cases] = process.argv.slice(2);

for (const { key, path, operation, parameters } of JSON.parse(readFileSync(cases, 'utf8'))) {
  const client = createClient({ baseUrl, headers: { 'X-API-Key': key } });
  const inPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, parameters[name]]));
  const { 'If-None-Match': etag, ...others } = parameters;
  const query = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in inPath)));
  const { data, error, response } = await client.GET(path, {
    params: { path: inPath, query, ...(etag && { header: { 'If-None-Match': etag } }) },
    parseAs: operation === 'exportClientsCsv' ? 'text' : 'json',
  });
  console.log(JSON.stringify({ key, status: response.status, body: data ?? (error || null) }));
}
