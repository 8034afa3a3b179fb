import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';

const textOf = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const json = (...path: string[]) => JSON.parse(textOf(...path));

const manifests = ['.', 'tools/openapi', 'tools/unused'];

it('every version is exact, in package.json and in those of heavy tools', () => {
  const loose = manifests.flatMap((folder) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = json(folder, 'package.json');
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(`${version}`))
      .map(([name, version]) => `${folder}: ${name} ${version}`);
  });

  expect(loose).toEqual([]);
});

it('the lock file has a hash of every package but the database engines of other systems than linux-x64', () => {
  const { packages } = json('package-lock.json') as { packages: Record<string, Record<string, unknown>> };
  const unverified = Object.entries(packages).filter(
    ([path, each]) => path !== '' && !each.integrity && !each.inBundle,
  );

  expect(unverified.map(([path]) => path.replace('node_modules/', ''))).toEqual([
    '@dynoxide/darwin-arm64',
    '@dynoxide/darwin-x64',
    '@dynoxide/linux-arm64',
    '@dynoxide/win32-x64',
  ]);
  expect(packages['node_modules/node']?.integrity).toMatch(/^sha512-/);
});
