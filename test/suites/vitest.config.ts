import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql for everybody: node loads the CommonJS one for the tools.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['support/service.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    // Each suite prints a line of its own, as it is.
    disableConsoleIntercept: true,
  },
});
