import { defineConfig } from 'vitest/config';
import { longestFirst } from './vitest.sequencer.ts';

/** Time after which a test hangs. Tests have no other time limits. */
const hangMs = 300_000;

export default defineConfig({
  // One copy of graphql for everybody: vite would otherwise load its ESM and CJS builds side by side.
  // Without `import`, which is understood, and which Node would else take for `require` too.
  ssr: { resolve: { conditions: ['node', 'module-sync', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // A package of its own.
    exclude: ['test/suites/**'],
    globalSetup: ['test/support/database.setup.ts'],
    // These limits only end a test that hangs, also on a machine that is busy with other work. `npm run proofs` runs the
    // long forms.
    testTimeout: process.env.FABULA_PROOFS ? 3_600_000 : hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs / 2, interval: 20 } },
    // Twice the cores that CI has: much of a test's time is spent waiting for limits, leases, processes and the one engine.
    maxWorkers: 4,
    sequence: {
      sequencer: longestFirst(
        /(disk|crash|outage|mcp-stdio|start|demo|survival|idempotency|narration|write|anything|narration-faults|foreign|statements|rewrite)\.test\.ts$/,
      ),
    },
    // A worker loads the service once and not for each file anew, which was a third of the time of a short one. Test files
    // keep nothing in modules and leave nothing behind: each starts its own service and closes it.
    isolate: false,
  },
});
