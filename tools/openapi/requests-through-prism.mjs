// Sends requests of every kind through a Prism proxy and reports every response that openapi.json does not allow.
// PROXY is the proxy's URL, API_KEYS are API keys of the demo account northlight, separated by commas.

import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const proxy = process.env.PROXY ?? 'http://127.0.0.1:4010';
const keys = (process.env.API_KEYS ?? '').split(',');
const ids = {
  client_id: ['n-04', 'c-1001', 'n-99'],
  stream_id: ['s-2011', 's-9999'],
  portfolio_id: ['pf_n8w4zc6jtq', 'all-clients', 'archived-clients', 'none'],
};
const values = { boolean: ['true', 'false', 'maybe'], integer: ['1', '3', '0', 'x'], string: ['m', '2026-11-18', ''] };

function valuesOf({ name, schema }) {
  return ids[name] ?? (schema.enum ? [...schema.enum, 'other'] : (values[schema.type] ?? ['x']));
}

/** Every path with every value of one parameter at a time. */
function requestsOf(path, parameters) {
  const named = parameters.filter(({ name }) => name !== undefined);
  const filled = (changed, value) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      changed === name ? value : valuesOf(named.find((each) => each.name === name))[0],
    );
  const required = named.filter((each) => each.in === 'query' && each.required).map(({ name }) => [name, 'm']);
  return [
    `${filled()}?${new URLSearchParams(required)}`,
    filled(),
    ...named.flatMap((parameter) =>
      valuesOf(parameter).map((value) => {
        if (parameter.in === 'path') return `${filled(parameter.name, value)}?${new URLSearchParams(required)}`;
        return `${filled()}?${new URLSearchParams([...required.filter(([name]) => name !== parameter.name), [parameter.name, value]])}`;
      }),
    ),
  ];
}

let sent = 0;
let violations = 0;
const statuses = {};
async function send(url, headers) {
  const response = await fetch(`${proxy}${url}`, { headers });
  const found = JSON.parse(response.headers.get('sl-violations') ?? '[]');
  // what a caller sends may be wrong on purpose; the answer may not
  const wrong = found.filter(({ location }) => location[0] === 'response');
  const body = await response.text();
  sent += 1;
  statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  if (wrong.length > 0) {
    violations += 1;
    console.log(url, response.status, JSON.stringify(wrong), body.slice(0, 200));
  }
  return response;
}

for (const [path, { get }] of Object.entries(document.paths)) {
  for (const url of requestsOf(path, get.parameters)) {
    const headers = { 'X-API-Key': keys[sent % keys.length] };
    const { headers: answered } = await send(url, headers);
    const etag = answered.get('etag');
    if (etag) await send(url, { ...headers, 'If-None-Match': etag });
  }
  await send(requestsOf(path, get.parameters)[0], { 'X-API-Key': 'wrong' });
}
for (let repeat = 0; repeat < 105; repeat += 1) await send('/topics', { 'X-API-Key': keys[0] });

console.log(`${sent} requests, ${violations} violations; statuses ${JSON.stringify(statuses)}`);
process.exitCode = violations === 0 ? 0 : 1;
