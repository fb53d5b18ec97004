import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/sql/connect.ts';
import { openEmbedded } from '../../src/sql/embedded.ts';
import { migrate } from '../../src/sql/migrate.ts';

/** Where the tests find their database: a URL of a server, or the socket of an embedded engine. */
export interface TestDatabase {
  url?: string;
  socketPath?: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase;
  }
}

/** One fresh database for the whole run; test files keep apart by account. TEST_DATABASE_URL names a server to make it on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return process.env.TEST_DATABASE_URL ? onServer(project, process.env.TEST_DATABASE_URL) : embedded(project);
}

async function embedded(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'fabula-test-'));
  const engine = await openEmbedded(dataDir);
  await prepare({ socketPath: engine.socketPath });
  project.provide('database', { socketPath: engine.socketPath });
  return async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function onServer(project: TestProject, serverUrl: string) {
  const { url, drop } = await newDatabase(serverUrl, `fabula_test_${process.pid}`);
  project.provide('database', { url });
  return drop;
}

/** A database of its own on a server, migrated. */
export async function newDatabase(serverUrl: string, name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.unsafe(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await prepare({ url: url.href });
  return {
    url: url.href,
    async drop() {
      await server.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

async function prepare(target: TestDatabase): Promise<void> {
  const database = connect({ url: target.url, socketPath: target.socketPath, prepare: true });
  await migrate(database.write);
  await database.close();
}
