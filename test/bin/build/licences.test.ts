import { expect, it } from 'vitest';
import { functionNames } from '../../../bin/build.ts';
import { packagesIn, sbomOf } from '../../../bin/sbom.ts';
import { useBuild } from './use-build.ts';

const { built } = useBuild();

// licences that require only a notice
const allowed = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

const packages = () => functionNames().flatMap((name) => packagesIn(built(name).meta));

it('every bundled package has a licence that requires only a notice', () => {
  expect(packages().filter(({ license }) => !allowed.includes(license))).toEqual([]);
});

it('the list of packages has what is bundled, each once, and nothing that only the CLI or the tests need', () => {
  const { components } = sbomOf(packages());
  const names = components.map(({ name }) => name);

  expect(names).toEqual([...new Set(packages().map(({ name }) => name))].sort());
  expect(names).toEqual(expect.arrayContaining(['@aws-sdk/client-dynamodb', '@middy/core', '@smithy/core', 'zod']));
  for (const { hashes } of components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  expect(names.filter((name) => /commander|cdk|vitest|swagger/.test(name))).toEqual([]);
});
