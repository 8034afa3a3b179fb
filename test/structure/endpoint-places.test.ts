import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import { root } from '../support/sources.ts';

// The compiler requires a function for every endpoint of the contract. This test checks the rest: it names every place
// that a new endpoint still lacks. docs/architecture.md has the recipe.

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const model = readdirSync(join(root, 'test/model'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => textOf(`test/model/${file}`))
  .join('\n');
const texts = {
  openapi: textOf('openapi.json'),
  guide: textOf('docs/api.md'),
  specification: textOf('test/contract/specified.ts'),
  model,
  examples: textOf('bin/openapi/example-requests.ts'),
  client: textOf('test/client/operations.test.ts'),
};

interface EndpointName {
  readonly group: string;
  readonly operationId: string;
  readonly path: string;
}

function missingPlaces({ group, operationId, path }: EndpointName): string[] {
  const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const places: [place: string, isThere: boolean][] = [
    [`functions/${group}/${file}.ts: the operation`, existsSync(join(root, `functions/${group}/${file}.ts`))],
    [
      'test/contract/specified.ts: path, parameters, statuses, fields',
      texts.specification.includes(`'${operationId}'`),
    ],
    ['test/model: the expected answer, in a second implementation', new RegExp(`\\b${operationId}: ?\\(`).test(model)],
    ['test/client/operations.test.ts: a call through the client', texts.client.includes(operationId)],
    ['bin/openapi/example-requests.ts: a request for the example', texts.examples.includes(operationId)],
    ['docs/api.md: a row in the table of endpoints', texts.guide.includes(`| \`${path}\``)],
    ['openapi.json: run npm run openapi', texts.openapi.includes(`"operationId": "${operationId}"`)],
  ];
  return places.flatMap(([place, isThere]) => (isThere ? [] : [`${operationId} is missing in ${place}`]));
}

const endpoints = groups.flatMap(({ name, endpoints: ofGroup }) =>
  Object.entries(ofGroup).map(([operationId, { path }]) => ({ group: name, operationId, path })),
);

describe('every endpoint of the contract', () => {
  it('is in every required place', () => {
    expect(endpoints.flatMap(missingPlaces)).toEqual([]);
  });
});
