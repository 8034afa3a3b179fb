import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The scenarios take longest, and their file is one of the smallest, with which vitest ends. */
class ScenariosFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isScenarios = ({ moduleId }: TestSpecification) => moduleId.endsWith('scenarios.test.ts');
    return [...sorted.filter(isScenarios), ...sorted.filter((file) => !isScenarios(file))];
  }
}

// Three kinds of runs over one tree: the specification (npm test), the long proofs (npm run proof) and the counted budgets (npm run bench).
export default defineConfig({
  test: {
    // one more than processors, because tests also wait: for timers, for other processes
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'test/support/leftovers.ts',
    sequence: { sequencer: ScenariosFirst },
    projects: [
      {
        test: {
          name: 'test',
          include: ['test/**/*.test.ts'],
          // every module is evaluated once per worker, not once per file: half of the time of a run. A test undoes what it
          // changes in a module or in the process.
          isolate: false,
          setupFiles: 'test/support/after-each-file.ts',
          restoreMocks: true,
          unstubEnvs: true,
          // only to end what hangs: a busy machine may take ten times as long as a quiet one
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // npm run synth checks every template against the rules
          env: {
            CDK_VALIDATION: 'false',
            // tests start Node some fifty times: with it, a process takes half of the time to load our sources
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'compiled'),
          },
        },
      },
      {
        test: {
          name: 'proof',
          include: ['test/proof/**/*.proof.ts'],
          setupFiles: ['test/support/after-each-file.ts', 'test/support/seed-properties.ts'],
          // only to end what hangs
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
        },
      },
      // a bench takes as long as the machine needs: it asserts counts and ratios, and no time limit ends it
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.ts'],
          setupFiles: 'test/support/after-each-file.ts',
          testTimeout: 0,
          hookTimeout: 0,
          fileParallelism: false,
        },
      },
    ],
  },
});
