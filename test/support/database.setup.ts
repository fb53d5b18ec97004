import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/commands/migrate-records.ts';
import { connect } from '../../src/sql/connect.ts';
import { openEmbedded } from '../../src/sql/embedded/embedded.ts';
import type { SessionKind } from '../../src/sql/session.ts';
import { copyFiles } from './data-directory.ts';
import { makeScratch } from './scratch.ts';
import { createDatabase, dropDatabase } from './server-databases.ts';
import { newSqlTextFolder, takeSqlTexts } from './sql-texts.ts';
import { refuseUnscoped } from './tenancy.ts';

/** The database of the tests: the URL of a server, or the socket of an embedded engine. */
export interface TestDatabase {
  url?: string;
  /** `pooled` behind a pooler. */
  session?: SessionKind;
  socketPath?: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase;
    /** The folder in which workers record the SQL texts that they send. */
    sqlTexts: string;
    /** The files of an embedded database that is migrated and empty (data-directory.ts). */
    migratedFiles: string | undefined;
  }
}

/** Creates one database for the whole run, on the server of TEST_DATABASE_URL if set. Each test file uses its own accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const texts = newSqlTextFolder();
  project.provide('sqlTexts', texts);
  const drop = await (process.env.TEST_DATABASE_URL
    ? onServer(project, process.env.TEST_DATABASE_URL)
    : embedded(project));
  return async () => {
    const sent = takeSqlTexts(texts);
    await drop();
    refuseUnscoped(sent);
  };
}

async function embedded(project: TestProject) {
  const dataDir = await makeScratch('fabula-test-');
  let engine = await openEmbedded(dataDir);
  await prepare({ socketPath: engine.socketPath });
  if (project.name === 'processes') {
    // Copied while nothing writes to it.
    await engine.close();
    const files = join(dataDir, 'migrated');
    await copyFiles(join(dataDir, 'pg'), files);
    project.provide('migratedFiles', files);
    engine = await openEmbedded(dataDir);
  }
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

/** A new, migrated database on a server. */
export async function newDatabase(serverUrl: string, name: string): Promise<{ url: string; drop(): Promise<void> }> {
  await dropDatabase(serverUrl, name);
  const url = await createDatabase(serverUrl, name);
  await prepare({ url });
  return { url, drop: () => dropDatabase(serverUrl, name) };
}

async function prepare(target: TestDatabase): Promise<void> {
  const database = connect({ url: target.url, socketPath: target.socketPath, prepare: true });
  await migrate(database.write);
  await database.close();
}
