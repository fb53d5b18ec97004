import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql for everybody: vite would otherwise load its ESM and CJS builds side by side.
  // Without `import`, which is understood, and which Node would else take for `require` too.
  ssr: { resolve: { conditions: ['node', 'module-sync', 'default'] } },
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
