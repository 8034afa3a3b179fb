import { defineConfig } from 'vitest/config';

// Three kinds of runs over one tree: the specification (npm test), the long proofs (npm run proof) and the counted budgets (npm run bench).
export default defineConfig({
  test: {
    globalSetup: 'test/support/leftovers.ts',
    projects: [
      {
        test: {
          name: 'test',
          include: ['test/**/*.test.ts'],
          // for a machine that is busy with something else
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // npm run synth checks the template against the rules; tests look at what is in it
          env: { CDK_VALIDATION: 'false' },
        },
      },
      { test: { name: 'proof', include: ['test/proof/**/*.proof.ts'], testTimeout: 900_000 } },
      // a bench takes as long as the machine needs: it asserts counts and ratios, and no time limit ends it
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.ts'],
          testTimeout: 0,
          hookTimeout: 0,
          fileParallelism: false,
        },
      },
    ],
  },
});
