import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiFile } from '../../../bin/build/openapi/document.ts';

// `info.version` is the version of the contract. Its second number grows with the first field, parameter or endpoint that
// the last released version does not have. `released.txt` has the names of that version: a line for each object and each
// operation. A release writes it: RELEASED=write npx vitest run --project test test/shared/contract/version.test.ts

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: { operationId: string; parameters: Parameter[] } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}

const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as Document;
const released = join(import.meta.dirname, 'released.txt');

function linesOf({ info, paths, components }: Document): string[] {
  const operations = Object.values(paths).map(({ get }) => [
    get.operationId,
    ...get.parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1)),
  ]);
  const objects = Object.entries(components.schemas).map(([name, { properties = {} }]) => [
    name,
    ...Object.keys(properties),
  ]);
  return [
    info.version,
    ...[...operations, ...objects].map(([name, ...names]) => `${name}: ${names.sort().join(' ')}`).sort(),
  ];
}

const namesIn = (lines: readonly string[]) =>
  lines.flatMap((line) => {
    const [name = '', names = ''] = line.split(': ');
    return [name, ...names.split(' ').map((each) => `${name} ${each}`)];
  });

it('nothing is gone that the last version had, and what is new has a version of its own', () => {
  const [before = '', ...lines] = readFileSync(released, 'utf8').trim().split('\n');
  const [version = '', ...now] = linesOf(document);
  const [known, names] = [new Set(namesIn(lines)), new Set(namesIn(now))];
  const minorOf = (text: string) => Number(text.split('.')[1]);

  expect([...known].filter((name) => !names.has(name))).toEqual([]);
  const added = [...names].filter((name) => !known.has(name));
  if (added.length > 0) expect(minorOf(version), `info.version: new are ${added}`).toBeGreaterThan(minorOf(before));
});

it.skipIf(process.env.RELEASED !== 'write')('a release records what it has', () => {
  writeFileSync(released, `${linesOf(document).join('\n')}\n`);
});
