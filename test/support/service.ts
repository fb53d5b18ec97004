import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Bounds, KeyKind, Scope } from '../../src/caller.ts';
import { readConfig } from '../../src/config.ts';
import { makeKeyAsOwner } from '../../src/domain/story/account/keys.ts';
import { allScopes } from '../../src/domain/story/account/rules.ts';
import { ensureAccount } from '../../src/domain/story/account/store.ts';
import { newLog } from '../../src/log/log.ts';
import { HttpServer, type HttpServerOptions } from '../../src/server.ts';
import { nodeName, openService, type Service, type ServiceOptions } from '../../src/service.ts';
import { connect, type Database } from '../../src/sql/connect.ts';
import type { TestDatabase } from './database.setup.ts';
import { recordSqlTexts } from './sql-texts.ts';
import { withStatementCapture } from './statement-capture.ts';

/** A running service of a test file, reached over HTTP. */
export interface TestService {
  url: string;
  service: Service;
  database: Database;
  /** The log lines so far. */
  logged: string[];
  /** Creates a key of a new account or of the named one. */
  newKey(
    options?: {
      account?: string;
      kind?: KeyKind;
      scopes?: readonly Scope[];
      expiresInDays?: number;
    } & Partial<Bounds>,
  ): Promise<string>;
  close(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

/**
 * Starts the service on a free port. `target` is the run's database, or a proxy in front of it. Summaries are off unless
 * `env` turns them on, because they would send requests to the provider between those of a test. Sweeps are off unless
 * `sweeping` is given, because their statements would be counted as those of a request.
 */
export async function startService(
  env: Record<string, string> = {},
  target: TestDatabase = inject('database'),
  sweeping: ServiceOptions['sweeping'] = { firstMs: { min: hourMs, max: hourMs } },
  listening: HttpServerOptions = {},
): Promise<TestService> {
  const logged: string[] = [];
  const log = newLog('trace', { write: (line: string) => void logged.push(line) });
  const config = readConfig({ PORT: '0', CHAPTER_RECAPS: 'off', EXECUTOR: process.env.EXECUTOR, ...env });
  const { url: directUrl, session, socketPath } = target;
  const prepare = session !== 'pooled';
  const database = withStatementCapture(
    connect({ url: directUrl, directUrl, session, directSession: session, socketPath, prepare }),
  );
  // Statements of the tests themselves are not recorded.
  const recordedDatabase = recordSqlTexts(database, inject('sqlTexts'));
  let url = 'http://127.0.0.1';
  const service = await openService({
    config,
    database: recordedDatabase,
    log,
    node: nodeName(randomUUID()),
    queue: randomUUID(),
    publicUrl: () => config.publicUrl ?? url,
    sweeping,
  });
  const server = new HttpServer(service, config, log, listening);
  url = `http://127.0.0.1:${await server.listen(0)}`;
  return {
    url,
    service,
    database,
    logged,
    async newKey({ account = `account ${randomUUID()}`, kind, scopes = allScopes, expiresInDays, ...bounds } = {}) {
      const { id } = await ensureAccount(database.write, account);
      const [, key] = await makeKeyAsOwner(database.write, id, {
        name: 'test',
        kind,
        scopes,
        expiresInSeconds: expiresInDays && expiresInDays * 86_400,
        ...bounds,
      });
      return key;
    },
    async close() {
      await server.close(() => service.close());
      await recordedDatabase.close();
    },
  };
}
