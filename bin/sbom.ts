import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { buildFunctions, distFolder } from './build.ts';
import { root } from './paths.ts';

/** A package that is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX id or expression. */
  readonly license: string;
}

/** The packages whose code a bundle contains, by name and version. */
export function packagesIn({ outputs }: Metafile): BundledPackage[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return { name, version, license: String(license ?? 'unknown') };
  });
}

interface Bundled {
  readonly name: string;
  readonly meta: Metafile;
}

/** What the deployed functions contain, as a CycloneDX 1.6 document. The same sources give the same document. */
export function sbomOf(functions: readonly Bundled[]): object {
  const purl = ({ name, version }: BundledPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const contents = functions.map(({ name, meta }) => ({ name, packages: packagesIn(meta) }));
  const all = new Map(contents.flatMap(({ packages }) => packages).map((each) => [purl(each), each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'client-health-api', name: 'client-health-api' } },
    components: [
      ...contents.map(({ name }) => ({ type: 'application', 'bom-ref': `function:${name}`, name })),
      ...[...all]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([ref, { name, version, license }]) => ({
          type: 'library',
          'bom-ref': ref,
          name,
          version,
          purl: ref,
          licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
        })),
    ],
    dependencies: [
      { ref: 'client-health-api', dependsOn: contents.map(({ name }) => `function:${name}`) },
      ...contents.map(({ name, packages }) => ({ ref: `function:${name}`, dependsOn: packages.map(purl) })),
    ],
  };
}

if (import.meta.main) {
  const file = join(distFolder, 'meta', 'sbom.json');
  const sbom = sbomOf(await buildFunctions());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${file.slice(root.length + 1)} written`);
}
