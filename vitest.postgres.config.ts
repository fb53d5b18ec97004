import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';
import { longestFirst } from './vitest.sequencer.ts';

/** The tests whose result depends on the database engine. TEST_DATABASE_URL names the server. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // More workers would need more than the 100 connections that a server has by default.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(/(plans|crash|restart|narration|database-url|queue)\.test\.ts$/) },
    include: [
      'test/{contract,processes,property,sql}/**/*.test.ts',
      'test/commands/{database-url,first-start}.test.ts',
      'test/domain/flusher.test.ts',
    ],
    exclude: [
      // HTTP, protocols, limits of input, documents and drawing. Other files send the same statements.
      'test/contract/{answer-size,asked,bounds,executors,graphql-get,hostile,http,hung-up,pages,persisted,plain-path,slow-readers,tokens,unwanted-bodies}.test.ts',
      'test/contract/{covers,examples,export,export-files,hostile-corpus,lint,long-book,pictures,reader}.test.ts',
      'test/processes/mcp-*.test.ts',
      // Faults of providers.
      'test/contract/{continue-faults,faults,narration-faults,outline-faults,rewrite-faults}.test.ts',
      // Statement counts, and foreign records through every face: the engine runs the same SQL.
      'test/contract/{declared-cost,foreign,statements}.test.ts',
      // No database, or one that is not the subject.
      'test/property/{executors,parity,pure}.test.ts',
      'test/processes/late-answers.test.ts',
    ],
  },
});
