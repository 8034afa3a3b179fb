import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areas } from '../mutation/areas.ts';
import { seed, share, sized } from '../support/size.ts';
import { root, sourcesIn } from '../support/sources.ts';

const isInstalled = existsSync(join(root, 'test', 'mutation', 'stryker', 'node_modules', '@stryker-mutator'));
if (!isInstalled) console.log('Stryker is not installed: npm ci --prefix test/mutation/stryker');

const named = Object.entries(areas).map(([area, { code }]) => {
  const full = sourcesIn(...code).length;
  const files = sized({ slice: 1, sample: 1, full });
  return { area, files, text: share(files, { full }), isSample: files < full };
});

it.skipIf(!isInstalled).each(named)(
  'tests notice changes in $text files of the area $area (npm ci --prefix test/mutation/stryker)',
  { timeout: 0 },
  ({ area, files, isSample }) => {
    const words = isSample ? ['--files', `${files}`, '--seed', `${seed}`] : [];
    const { status } = spawnSync(process.execPath, [join(root, 'test', 'mutation', 'run.ts'), area, ...words], {
      cwd: root,
      env: { ...process.env, TEST_SIZE: '' },
      stdio: 'inherit',
    });

    expect(status).toBe(0);
  },
);
