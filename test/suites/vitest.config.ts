import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A single copy of graphql; Node loads the CommonJS build for the tools.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['support/service.setup.ts'],
    // Only hanging tests reach these limits; every wait inside ends earlier.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    teardownTimeout: 90_000,
    maxWorkers: 2,
    // A worker loads the clients and the tools once. Each file has a browser of its own.
    isolate: false,
    expect: { poll: { timeout: 90_000, interval: 50 } },
    // Each suite prints one result line without decoration.
    disableConsoleIntercept: true,
  },
});
