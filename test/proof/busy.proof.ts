import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { share, sized } from '../support/size.ts';
import { root } from '../support/sources.ts';

const count = 8;
// ends with this process, even if that is killed
const keepBusy = 'const parent = process.ppid; while (process.ppid === parent);';
const sizes = { slice: 0, sample: 1, full: 3 };
const runs = Array.from({ length: sized(sizes) }, (_, at) => at + 1);

describe(`npm test passes beside ${count} busy processes, ${share(runs.length, sizes)} runs`, { timeout: 0 }, () => {
  let stop: () => void;

  beforeAll(() => {
    const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', keepBusy]));
    stop = () => {
      for (const each of busy) each.kill('SIGKILL');
    };
  });

  afterAll(() => stop());

  it.each(runs)('run %i', async (run) => {
    const startedAt = performance.now();
    const tests = spawn(
      process.execPath,
      [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'test'],
      { cwd: root, env: { ...process.env, TEST_SIZE: '' }, stdio: 'inherit' },
    );
    const [exitCode] = await once(tests, 'exit');
    console.log(`run ${run} beside ${count} busy processes: ${Math.round((performance.now() - startedAt) / 1000)} s`);

    expect(exitCode).toBe(0);
  });
});
