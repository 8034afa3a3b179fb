import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areas, sourcesOf } from '../mutation/areas.ts';
import { seed, share, sized } from '../support/size.ts';
import { root } from '../support/sources.ts';

const isInstalled = existsSync(join(root, 'test', 'mutation', 'stryker', 'node_modules', '@stryker-mutator'));
if (!isInstalled) console.log('Stryker is not installed: npm ci --prefix test/mutation/stryker');

const all = Object.keys(areas).map((area) => ({ area, full: sourcesOf(area).length }));
// a sample is of one area, another with each seed
const sample = { ...all[(seed - 1) % all.length], files: 2 };
const chosen =
  sized({ slice: 0, sample: 0, full: 1 }) === 1 ? all.map((each) => ({ ...each, files: each.full })) : [sample];
const named = chosen.map(({ area = '', full = 0, files }) => ({ area, files, full, text: share(files, { full }) }));

it.skipIf(!isInstalled).each(named)(
  'tests notice changes in $text files of the area $area (npm ci --prefix test/mutation/stryker)',
  { timeout: 0 },
  ({ area, files, full }) => {
    const words = files < full ? ['--files', `${files}`, '--seed', `${seed}`] : [];
    const { status } = spawnSync(process.execPath, [join(root, 'test', 'mutation', 'run.ts'), area, ...words], {
      cwd: root,
      env: { ...process.env, TEST_SIZE: '' },
      stdio: 'inherit',
    });

    expect(status).toBe(0);
  },
);
