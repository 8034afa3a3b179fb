import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { functionNames } from '../../bin/build.ts';
import { root } from '../support/sources.ts';
import { useBuild } from './use-build.ts';

const { built } = useBuild();

// licences that require only a notice
const allowed = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** The folders of the packages whose code a bundle contains. */
function packagesIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
}

it('every bundled package has a licence that requires only a notice', () => {
  const folders = new Set(functionNames().flatMap((name) => packagesIn(built(name).meta)));
  const licences = [...folders].map((folder) => {
    const { license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return [folder, license];
  });

  expect(licences.length).toBeGreaterThan(10);
  expect(licences.filter(([, licence]) => !allowed.includes(licence))).toEqual([]);
});
