import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { functionNames } from '../../bin/build.ts';
import { packagesIn, sbomOf } from '../../bin/sbom.ts';
import { root } from '../support/sources.ts';
import { useBuild } from './use-build.ts';

const { built } = useBuild();
const allBuilt = () => functionNames().map(built);

// licences that require only a notice
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

it('every bundled package has a licence that requires only a notice', () => {
  const packages = allBuilt().flatMap(({ meta }) => packagesIn(meta));

  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter(({ license }) => !allowed.includes(license))).toEqual([]);
});

it('the bill of materials lists every function with its packages, in the versions of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const locked = new Set(
    Object.entries(packages).map(([folder, { version }]) => `${folder.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const { components, dependencies } = sbomOf(allBuilt()) as {
    components: { type: string; name: string; version: string; 'bom-ref': string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const libraries = components.filter(({ type }) => type === 'library');
  const refs = new Set(components.map((component) => component['bom-ref']));

  expect(components.filter(({ type }) => type === 'application').map(({ name }) => name)).toEqual(functionNames());
  expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining(['@middy/core', 'zod']));
  expect(libraries.filter(({ name, version }) => !locked.has(`${name}@${version}`))).toEqual([]);
  for (const ref of dependencies.flatMap(({ dependsOn }) => dependsOn)) expect(refs).toContain(ref);
});

it('packages that tree shaking removed are not listed', () => {
  const file = 'node_modules/zod/index.js';
  const inputs = { [file]: { bytesInOutput: 0 } };

  expect(packagesIn({ inputs: {}, outputs: { 'index.mjs': { bytes: 0, inputs, imports: [], exports: [] } } })).toEqual(
    [],
  );
});
