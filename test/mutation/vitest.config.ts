import { defineConfig } from 'vitest/config';

// For Stryker, which names the test files.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // most of the time would be starting a worker for each test file
    isolate: false,
    setupFiles: ['test/support/remove-temporary-folders.ts', 'test/mutation/setup.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { CDK_VALIDATION: 'false' },
  },
});
