import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiFile } from './openapi/document.ts';
import { root } from './paths.ts';
import { exampleOf } from './reference/curl.ts';
import { type Document, type Operation, operationsOf } from './reference/document.ts';

export const collectionFile = join(root, 'docs', 'client-health.postman_collection.json');

/** Every operation as a request for Postman (format 2.1), Bruno and Insomnia. The key is an empty variable. */
export function collectionOf(document: Document): object {
  const operations = operationsOf(document);
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000/v1', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map(requestOf),
    })),
  };
}

function requestOf({ path, summary, description, parameters }: Operation): object {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const query = inQuery.map((parameter) => ({
    key: parameter.name,
    value: parameter.required ? exampleOf(parameter) : String(parameter.schema.default ?? ''),
    description: parameter.description,
    // sent only when the caller switches it on
    ...(!parameter.required && { disabled: true }),
  }));
  const required = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return {
    name: summary,
    request: {
      method: 'GET',
      description,
      header: [],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${required.length > 0 ? `?${required.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && { query }),
        ...(inPath.length > 0 && {
          variable: inPath.map((parameter) => ({
            key: parameter.name,
            value: exampleOf(parameter),
            description: parameter.description,
          })),
        }),
      },
    },
  };
}

export function collectionText(): string {
  return `${JSON.stringify(collectionOf(JSON.parse(readFileSync(openApiFile, 'utf8'))), null, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(collectionFile, collectionText());
  console.log('docs/client-health.postman_collection.json written');
}
