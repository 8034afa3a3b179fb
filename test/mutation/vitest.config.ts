import { defineConfig } from 'vitest/config';

// The tests of the area whose code is mutated; run.ts names them.
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { CDK_VALIDATION: 'false' },
  },
});
