// Calls the client of this project. Arguments: base URL, file of cases, folder of the client. Runs in Node, Deno and Bun.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [baseUrl, cases, folder] = process.argv.slice(2);
const { ApiError, createClient, RateLimitError } = await import(pathToFileURL(join(folder, 'built', 'index.js')).href);

for (const { key, operation, parameters } of JSON.parse(readFileSync(cases, 'utf8'))) {
  const api = createClient({ baseUrl, apiKey: key, retries: 0, maxWaitSeconds: 0 });
  const { client_id, portfolio_id, stream_id, ...further } = parameters;
  const hasId = /^(getClient|listClient(Notes|KeyPeople|Streams)$|getPortfolio$)/.test(operation);
  const given = operation === 'listTopics' ? [] : hasId ? [client_id ?? portfolio_id, further] : [parameters];
  if (hasId && Object.keys(further).length === 0) given.pop();
  try {
    console.log(JSON.stringify({ key, status: 200, body: await api[operation](...given) }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, error: name, detail } = error;
    const body =
      error instanceof RateLimitError
        ? { error: { code: 'rate_limit_exceeded', message: detail, retryAfter: error.retryAfter } }
        : { error: name, detail, status_code: status };
    console.log(JSON.stringify({ key, status, body }));
  }
}
