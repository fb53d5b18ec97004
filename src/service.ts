import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Session } from './adapters/mcp.ts';
import { Catalogue } from './adapters/mcp-catalogue.ts';
import { openapi } from './adapters/openapi.ts';
import { restFace } from './adapters/rest.ts';
import type { Config } from './config.ts';
import { announceRevocation, callerByHash, isTokenValid, markUsed, revokedChannel } from './domain/account/store.ts';
import { sweepVisitors } from './domain/analytics/store.ts';
import { Views } from './domain/analytics/views.ts';
import { sweepDeleted } from './domain/book/store.ts';
import { EventFeed } from './domain/event/feed.ts';
import { adoptLog, sweepEvents } from './domain/event/store.ts';
import { RunEngine } from './domain/generation/engine.ts';
import { releaseLeases } from './domain/generation/lease.ts';
import { speaking } from './domain/narration/book-job.ts';
import { jobsOfEarlierLives, type OrderKey } from './domain/narration/book-store.ts';
import { sweepSpeech } from './domain/narration/cache.ts';
import { sweepNarrations } from './domain/narration/store.ts';
import type { Bucket, Caller, Note, Services } from './graphql/context.ts';
import { prepare, withinTime } from './graphql/execute.ts';
import { openPersisted } from './graphql/persisted.ts';
import { schema } from './graphql/schema.ts';
import { Burst, settleDraw } from './http/burst.ts';
import { bearerToken, Callers } from './http/caller.ts';
import type { Exchange } from './http/exchange.ts';
import { noteFor } from './http/rate-headers.ts';
import type { View } from './http/reader.ts';
import { Uses } from './http/uses.ts';
import { noteView } from './http/views.ts';
import { newId } from './id.ts';
import { once } from './once.ts';
import { operations } from './operations.ts';
import { openAiImages } from './providers/image.ts';
import { Providers } from './providers/providers.ts';
import { openAiSpeech } from './providers/speech.ts';
import { openAiText } from './providers/text.ts';
import { sweepBuckets, takeFromBucket } from './sql/bucket.ts';
import { answered, type Database, type Sql } from './sql/connect.ts';
import { sweepKeys } from './sql/idempotency.ts';
import { JobQueue } from './sql/queue.ts';

/** The whole service over one database, without a door: HTTP and stdio open one each. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** What is over is looked for so often. */
const sweepMs = 60 * 60 * 1000;
const bucketSweepMs = 60 * 1000;
const visitorSweepMs = 60 * 1000;

export interface ServiceOptions {
  config: Config;
  database: Database;
  log: Logger;
  /** Names this node in all its lives, so that it lets go of its own leases when it starts again. */
  node: string;
  /** Names the queue of narrations: nodes that share a database and this name share the work. */
  queue?: string;
  publicUrl: () => string;
}

export async function openService({ config, database, log, node, queue = 'narration', publicUrl }: ServiceOptions) {
  const persisted = await openPersisted(config, schema);
  const { read, write: sql } = database;
  const holder = `${node}/${newId('run')}`;
  const providers = new Providers({
    text: config.text.apiKey || config.text.baseUrl ? openAiText(config.text) : undefined,
    speech: config.speech.apiKey || config.speech.baseUrl ? openAiSpeech(config.speech) : undefined,
    image: config.image.apiKey || config.image.baseUrl ? openAiImages(config.image) : undefined,
  });
  const runs = new RunEngine({
    sql,
    providers,
    holder,
    idleSecondsMax: config.generationIdleSecondsMax,
    runsMax: config.runsPerNodeMax,
    prices: config.prices,
    log,
  });
  const narrations = new JobQueue<OrderKey>({ sql, name: queue, perform: speaking({ sql, config, runs }), log });
  const events = new EventFeed();
  const callers = new Callers((hash) => withinTime(callerByHash(read, hash)));
  const burst = new Burst(config.limits.requestsPerMinute);
  const uses = new Uses((tokenIds) => answered(markUsed(sql, tokenIds)), log);
  const views = new Views(sql, log);
  const services: Services = {
    config,
    read,
    sql,
    runs,
    narrations,
    events,
    charge,
    forgetToken: async (tokenId) => {
      callers.forget();
      await announceRevocation(sql, tokenId);
    },
    stillValid: callers.validity((tokenId) => isTokenValid(read, tokenId)),
    publicUrl,
  };

  async function charge(bucket: Bucket, caller: Caller, note: Note): Promise<void> {
    const perMinute = config.limits.planPerMinute;
    const draw = await takeFromBucket(sql, `${bucket}:${caller.tokenId}`, perMinute);
    settleDraw(bucket, perMinute, draw, note, `This key may make ${perMinute} ${bucket} calls a minute.`);
  }

  /** Draws on the general limit. */
  function count(caller: Caller, note: Note): void {
    const perMinute = config.limits.requestsPerMinute;
    const draw = burst.take(caller.tokenId);
    settleDraw('requests', perMinute, draw, note, `This key may make ${perMinute} requests a minute.`);
  }

  const prepared = operations.map((operation) => prepare(schema, operation));
  const rest = restFace(schema, prepared, services, count);
  const catalogue = once(() => new Catalogue(schema, prepared));
  // Loading the two takes as long as all the rest. Who asks for one before they are loaded waits for it alone.
  const graphql = once(async () => {
    const { graphqlFace, sendGraphqlError } = await import('./adapters/graphql.ts');
    return { serve: graphqlFace(schema, prepared, persisted, services, log), refuse: sendGraphqlError };
  });
  const mcp = once(async () => (await import('./adapters/mcp.ts')).mcpFace(catalogue(), prepared, services, log));

  await Promise.all([database.listen(revokedChannel, () => callers.forget()), events.listen(database), adoptLog(sql)]);
  const sweeps = [
    sweeping('deleted books', sweepMs, sweepDeleted),
    sweeping('idempotency keys', sweepMs, sweepKeys),
    sweeping('events', sweepMs, sweepEvents),
    sweeping('narrations', sweepMs, sweepNarrations),
    sweeping('speech', sweepMs, sweepSpeech),
    sweeping('buckets', bucketSweepMs, sweepBuckets),
    sweeping('visitors of past days', visitorSweepMs, sweepVisitors),
  ];

  function sweeping(what: string, everyMs: number, sweep: (sql: Sql) => Promise<unknown>): NodeJS.Timeout {
    const run = () => sweep(sql).catch((error: unknown) => log.warn({ err: error }, `sweep of ${what}`));
    return setInterval(() => void run(), everyMs).unref();
  }

  async function callerOfToken(token: string): Promise<Caller> {
    const caller = await callers.of(token);
    uses.note(caller.tokenId);
    return caller;
  }

  const callerOf = async (exchange: Exchange) => callerOfToken(bearerToken(exchange.req));

  return {
    services,
    schema,
    operations: prepared,
    get catalogue() {
      return catalogue();
    },
    openapi: () => openapi(schema, prepared, publicUrl()),
    /** Lets go of what earlier lives of this node were writing. Not before its port is taken: another process may still hold both. */
    takeUp: async () => {
      await releaseLeases(sql, node, holder);
      await runs.sweep();
      // Not waited for: nobody who starts a node needs the queue at once.
      if (providers.has('speech')) narrations.start(() => jobsOfEarlierLives(sql, node, holder));
    },
    isReady: async () => {
      await withinTime(read`SELECT 1`);
    },
    rest: async (exchange: Exchange) => rest(exchange, await callerOf(exchange)),
    graphql: async (exchange: Exchange) => {
      const { serve, refuse } = await graphql();
      try {
        const caller = await callerOf(exchange);
        count(caller, noteFor(exchange));
        await serve(exchange, caller);
      } catch (error) {
        if (exchange.res.headersSent) throw error;
        refuse(exchange, error);
      }
    },
    /** Draws on the general limit, as REST and GraphQL do by themselves. */
    count,
    mcp,
    mcpFactory: async (session: Session) => (await mcp()).factoryFor(session),
    /** Loads what nobody has asked for yet. */
    warmUp: async () => {
      await graphql();
      await mcp();
    },
    views,
    /** Notes that a page of a published book is being read. */
    noteView: (exchange: Exchange, opened: View) =>
      noteView(exchange, opened, { proxies: config.trustedProxies, note: (view) => views.note(view) }),
    callerOf,
    callerOfToken,
    /** The same without counting as a use of the key. */
    callerUnnoted: (token: string) => callers.of(token),
    async close() {
      for (const sweep of sweeps) clearInterval(sweep);
      narrations.drain();
      await runs.close();
      await narrations.close();
      events.close();
      await uses.flush();
      await views.flush();
    },
  };
}

/** Host and port: the same for every life of a node, different for two nodes at a time. */
export function nodeName(port: number | string): string {
  return `${hostname()}:${port}`;
}
