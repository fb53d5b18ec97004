import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Checks of the code, the documents and the registers. They need no database and run before all other tests. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/guards/**/*.test.ts', 'test/shape.test.ts', 'test/readme.test.ts', 'test/domain/schema.test.ts'],
    globalSetup: [],
    // One worker loads the schema once. Node strips the types itself, and caches what it compiles.
    maxWorkers: 1,
    experimental: { viteModuleRunner: false },
  },
});
