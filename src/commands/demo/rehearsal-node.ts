import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { newId } from '../../ids/id.ts';
import { startRehearsal } from '../../providers/rehearsal.ts';
import { HttpServer } from '../../server.ts';
import { nodeName, openService } from '../../service.ts';
import { CommandError } from '../command.ts';
import { openDatabase } from '../database.ts';
import { Api, type ServiceAccess } from './api.ts';

/** A service node of the demo that writes placeholder prose. */
interface RehearsalNode {
  api: Api;
  close(): Promise<void>;
}

interface RehearsalOptions {
  config: Config;
  log: Logger;
  /** The running service; it must use the same database. */
  service: Api;
  access: ServiceAccess;
  signal: AbortSignal;
  wordsPerSecond: number;
}

/**
 * Starts a rehearsal provider and a second node on the running service's database, on a free loopback port. The service
 * keeps its configuration, and the new text is visible in it at once.
 */
export async function openRehearsal(options: RehearsalOptions): Promise<RehearsalNode> {
  const { log, service, access, signal } = options;
  // Opening a missing database would create one.
  if (!options.config.databaseUrl && !existsSync(join(options.config.dataDir, 'pg'))) throw elsewhere(service);
  const provider = await startRehearsal({ wordsPerSecond: options.wordsPerSecond });
  const config: Config = {
    ...options.config,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    text: { apiKey: undefined, baseUrl: provider.url },
  };
  const database = await openDatabase(config, log);
  let url = 'http://127.0.0.1';
  const node = nodeName(`demo-${newId('run')}`);
  const own = await openService({ config, database, log, node, publicUrl: () => url });
  const server = new HttpServer(own, config, log);
  url = `http://127.0.0.1:${await server.listen(0)}`;
  const api = new Api({ ...access, url }, signal);
  async function close(): Promise<void> {
    await server.close(() => own.close());
    await database.close();
    await provider.close();
  }
  try {
    const [here, there] = await Promise.all([api.account(), service.account()]);
    if (here.id !== there.id) throw elsewhere(service);
  } catch (error) {
    await close();
    throw error instanceof CommandError ? elsewhere(service) : error;
  }
  return { api, close };
}

function elsewhere({ url }: Api): CommandError {
  return new CommandError(
    `The service at ${url} has no text provider, and its database is not the one of this configuration, so the demo cannot rehearse on it. Set DATA_DIR or DATABASE_URL as the service has it, or give the service OPENAI_API_KEY or OPENAI_BASE_URL.`,
  );
}
