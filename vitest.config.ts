import { defineConfig } from 'vitest/config';
import { longestFirst } from './vitest.sequencer.ts';

/** Time after which a test hangs. Tests have no other time limits. */
const hangMs = 300_000;

/** Node strips the types itself and caches what it compiles, which takes 7 % less processor time than modules of vite. */
const experimental = { viteModuleRunner: false };

/** A package of its own. */
const suites = 'test/suites/**';
/** Tests that start and kill processes: they wait for limits, leases and each other. */
const processes = 'test/{commands,engine,processes}/**/*.test.ts';
/** Tests that ask each operation the same. `npm test` leaves them to .ci/run: they take a fifth of the processor time. */
const operations = [
  'test/contract/{bounds,canaries,declared-cost,events,examples,foreign,full-answers}.test.ts',
  'test/contract/{idempotency,plain-path,refusals,scopes,statements,versions}.test.ts',
  'test/mcp/{plain,tools}.test.ts',
  'test/property/{anything,parity}.test.ts',
];
/** Checks of the code, the documents and the registers. They need no database. */
const guards = ['test/guards/**/*.test.ts', 'test/shape.test.ts', 'test/readme.test.ts', 'test/domain/schema.test.ts'];

/** What all tests with a database share. */
const withDatabase = {
  experimental,
  globalSetup: ['test/support/database.setup.ts'],
  // These limits only end a test that hangs, also on a machine that is busy with other work. `npm run proofs` runs the
  // long forms.
  testTimeout: process.env.FABULA_PROOFS ? 3_600_000 : hangMs,
  hookTimeout: hangMs,
  expect: { poll: { timeout: hangMs / 2, interval: 20 } },
  // A worker loads the service once and not for each file anew, which was a third of the time of a short one. Test files
  // keep nothing in modules and leave nothing behind: each starts its own service and closes it.
  isolate: false,
  // Twice the cores that CI has: much of a test's time is spent waiting for limits, leases, processes and the one engine.
  maxWorkers: 4,
  // Most objects of a test die young, and the workers share the processors: few collections, each on one thread, take a
  // sixth less of them.
  execArgv: [
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--initial-old-space-size=800',
    '--single-threaded-gc',
  ],
};

export default defineConfig({
  test: {
    sequence: {
      sequencer: longestFirst(
        /(disk|crash|outage|mcp-stdio|start|demo|survival|idempotency|plans|restart|narration|database-url|queue|write|anything|narration-faults|foreign|statements|rewrite)\.test\.ts$/,
      ),
    },
    projects: [
      {
        test: {
          name: 'guards',
          sequence: { groupOrder: 0 },
          include: guards,
          experimental,
          // One worker loads the schema once.
          maxWorkers: 1,
          isolate: false,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'service',
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts'],
          exclude: [suites, processes, ...operations, ...guards],
        },
      },
      {
        test: { ...withDatabase, name: 'operations', sequence: { groupOrder: 1 }, include: operations },
      },
      {
        test: { ...withDatabase, name: 'processes', sequence: { groupOrder: 2 }, include: [processes] },
      },
      {
        test: {
          ...withDatabase,
          // The tests whose result depends on the database engine. TEST_DATABASE_URL names the server.
          name: 'postgres',
          sequence: { groupOrder: 3 },
          // More workers would need more than the 100 connections that a server has by default.
          maxWorkers: 3,
          include: [
            'test/{contract,processes,property,sql}/**/*.test.ts',
            'test/commands/{database-url,first-start}.test.ts',
            'test/domain/flusher.test.ts',
          ],
          exclude: [
            // HTTP, protocols, limits of input, documents and drawing. Other files send the same statements.
            'test/contract/{answer-size,asked,bounds,executors,flood,graphql-get,hostile,http,hung-up,pages,persisted,plain-path,rate-headers,slow-readers,tokens,unwanted-bodies}.test.ts',
            'test/contract/{examples,export,export-files,hostile-corpus,lint,long-book,pictures}.test.ts',
            'test/processes/mcp-*.test.ts',
            // Faults of providers.
            'test/contract/{continue-faults,faults,narration-faults,outline-faults,rewrite-faults}.test.ts',
            // Statement counts, and foreign records through every face: the engine runs the same SQL.
            'test/contract/{declared-cost,foreign,statements}.test.ts',
            // Rules and providers. Other files send the same statements, or the same with other columns or more rows.
            'test/contract/{continue,estimates,events,gate,long-outline,model-limits,model-settings,passages,profile,prompt}.test.ts',
            'test/contract/{provider-calls,proxied,recap,recap-automatic,recap-faces,rewrite,servers,textless,usage,watchers}.test.ts',
            'test/contract/{graphql-asked,graphql-cost,limits-of-keys,nested-lists}.test.ts',
            // One request after the other. Files that stay send the same SQL, with other columns or more rows.
            'test/contract/{canaries,characters,export-marks,full-review,import-preview,line-ends,long-texts,mood-references}.test.ts',
            'test/contract/{narration,paid-previews,publishing-warnings,scopes,staleness,style,text-merge,viewpoints}.test.ts',
            // No database, or one that is not the subject.
            'test/property/{executors,parity,pure,recap-edits,value-count}.test.ts',
            'test/processes/late-answers.test.ts',
          ],
        },
      },
    ],
  },
});
