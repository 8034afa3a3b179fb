// Calls the typescript-fetch client of openapi-generator. Arguments: base URL, file of cases, folder of the client.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [baseUrl, cases, folder] = process.argv.slice(2);
const { default: client } = await import(pathToFileURL(join(folder, 'compiled', 'index.js')).href);

const camel = (name) => name.toLowerCase().replaceAll(/[_ -](\w)/g, (_, letter) => letter.toUpperCase());
const title = (name) => name[0].toUpperCase() + name.slice(1);
const argument = (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : value);

for (const { key, tag, operation, parameters, schema } of JSON.parse(readFileSync(cases, 'utf8'))) {
  const api = new client[`${title(camel(tag))}Api`](new client.Configuration({ basePath: baseUrl, apiKey: key }));
  const given = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [camel(name), argument(value)]));
  const read = (name, model) => (typeof model === 'string' ? model : client[`${name}ToJSON`](model));
  try {
    const body = read(schema, await api[operation](given));
    console.log(JSON.stringify({ key, status: 200, body }));
  } catch (error) {
    if (!(error instanceof client.ResponseError)) throw error;
    const { status } = error.response;
    const name = schema === 'Error' ? 'ModelError' : schema;
    const body = status === 304 ? null : read(name, client[`${name}FromJSON`](await error.response.json()));
    console.log(JSON.stringify({ key, status, body }));
  }
}
