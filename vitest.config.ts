import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql for everybody: vite would otherwise load its ESM and CJS builds side by side.
  ssr: { resolve: { conditions: ['node', 'import', 'module-sync', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // A package of its own.
    exclude: ['test/suites/**'],
    globalSetup: ['test/support/database.setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
