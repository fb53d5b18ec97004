import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql for everybody: node loads the CommonJS one for the tools.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['support/service.setup.ts'],
    // Only what hangs for good reaches these: every wait within them ends before.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    teardownTimeout: 90_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 90_000, interval: 50 } },
    // Each suite prints a line of its own, as it is.
    disableConsoleIntercept: true,
  },
});
