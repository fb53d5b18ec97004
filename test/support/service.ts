import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { allScopes } from '../../src/domain/account/rules.ts';
import { ensureAccount, insertToken } from '../../src/domain/account/store.ts';
import type { Scope } from '../../src/graphql/context.ts';
import { HttpDoor } from '../../src/http/server.ts';
import { newLog } from '../../src/log.ts';
import { nodeName, openService, type Service } from '../../src/service.ts';
import { connect, type Database } from '../../src/sql/connect.ts';
import type { TestDatabase } from './database.setup.ts';
import { overheard } from './overheard.ts';

/** A running service of a test file, reached through its outer door. */
export interface TestService {
  url: string;
  service: Service;
  database: Database;
  /** Every line that was logged so far. */
  logged: string[];
  /** A key of a new account, or of a given one. */
  newKey(options?: { account?: string; scopes?: readonly Scope[]; expiresInDays?: number }): Promise<string>;
  close(): Promise<void>;
}

/** Starts the service on a free port over the run's database, or another way to it; `env` as a user would set it. Summaries are off unless it says so: they would ask the provider between the requests of a test. */
export async function startService(
  env: Record<string, string> = {},
  target: TestDatabase = inject('database'),
): Promise<TestService> {
  const logged: string[] = [];
  const log = newLog('trace', { write: (line: string) => void logged.push(line) });
  const config = readConfig({ PORT: '0', CHAPTER_SUMMARIES: 'off', ...env });
  const { url: directUrl, socketPath } = target;
  const database = overheard(connect({ url: directUrl, directUrl, socketPath, prepare: true }));
  let url = 'http://127.0.0.1';
  const service = await openService({
    config,
    database,
    log,
    node: nodeName(randomUUID()),
    queue: randomUUID(),
    publicUrl: () => url,
  });
  const door = new HttpDoor(service, config, log);
  url = `http://127.0.0.1:${await door.listen(0)}`;
  return {
    url,
    service,
    database,
    logged,
    async newKey({ account = `account ${randomUUID()}`, scopes = allScopes, expiresInDays } = {}) {
      const { id } = await ensureAccount(database.write, account);
      const [, key] = await insertToken(database.write, id, { name: 'test', scopes, expiresInDays });
      return key;
    },
    async close() {
      await door.close(() => service.close());
      await database.close();
    },
  };
}
