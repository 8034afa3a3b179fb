import { defineConfig } from 'vitest/config';

// For Stryker, which names the test files.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // for one mutant after another, each in a worker of its own: most of the time would be starting a worker per test file
    isolate: false,
    setupFiles: 'test/support/remove-temporary-folders.ts',
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { CDK_VALIDATION: 'false' },
  },
});
