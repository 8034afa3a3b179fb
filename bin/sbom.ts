import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './build/paths.ts';
import { bundleOf, functionNames } from './build.ts';

// npm run -s sbom: the packages whose code is in a function's bundle, as CycloneDX. They come from what esbuild says of
// each bundle: package.json does not tell which of its packages are bundled, and npm's own list leaves out those that a
// development dependency needs too.

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of the archive that npm installed, as the lock file has it: an algorithm and base64. */
  readonly integrity: string | undefined;
}

const lock = () =>
  (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    }
  ).packages;

/** The packages of which some bytes are in the output. */
export function packagesIn(meta: Metafile): BundledPackage[] {
  const inputs = Object.values(meta.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []) : [],
  );
  const locked = lock();
  return [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const { integrity } = locked[folder.slice(folder.indexOf('node_modules'))] ?? {};
    return { name, version, license: String(license), integrity };
  });
}

export function sbomOf(packages: readonly BundledPackage[]) {
  const byPurl = new Map(packages.map((each) => [`pkg:npm/${each.name.replace('@', '%40')}@${each.version}`, each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'client-health-api', 'bom-ref': 'client-health-api' } },
    components: [...byPurl]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([purl, { name, version, license, integrity }]) => ({
        type: 'library',
        'bom-ref': purl,
        name,
        version,
        purl,
        licenses: [{ license: { id: license } }],
        ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
      })),
  };
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

if (import.meta.main) {
  const bundles = await Promise.all(functionNames().map(bundleOf));
  console.log(JSON.stringify(sbomOf(bundles.flatMap(({ meta }) => packagesIn(meta))), null, 2));
}
