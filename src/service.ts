import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { RunEngine } from './domain/calls/run/engine.ts';
import { releaseLeases } from './domain/calls/run/lease.ts';
import { sweepRunPrompts } from './domain/calls/run/prompt-store.ts';
import { sweepRunTexts } from './domain/calls/run/store.ts';
import { sweepVisitors } from './domain/leaving/analytics/store.ts';
import { Views } from './domain/leaving/analytics/views.ts';
import { EventFeed } from './domain/leaving/event/feed.ts';
import { Holds } from './domain/leaving/event/holds.ts';
import { countEvents } from './domain/leaving/event/space-store.ts';
import { adoptLog, sweepEvents } from './domain/leaving/event/store.ts';
import { sweepImports } from './domain/leaving/port/import/import-store.ts';
import { coverKinds } from './domain/making/cover/kinds.ts';
import { speaking } from './domain/making/narration/book-job.ts';
import { jobsOfEarlierLives, type OrderKey } from './domain/making/narration/book-store.ts';
import { sweepSpeech } from './domain/making/narration/cache.ts';
import { sweepNarrations } from './domain/making/narration/store.ts';
import { outlineKinds } from './domain/making/outline/kinds.ts';
import { makeDueRecaps } from './domain/making/recap/automatic.ts';
import { recapKinds } from './domain/making/recap/kinds.ts';
import { writingKinds } from './domain/making/writing/kinds.ts';
import { callerByHash } from './domain/story/account/secret-store.ts';
import { signIn, sweepSignInCodes } from './domain/story/account/sign-in.ts';
import { foldStorage } from './domain/story/account/storage.ts';
import { markUsed, revokedChannel, sweepSessions } from './domain/story/account/store.ts';
import { sweepDeleted } from './domain/story/book/deleted-store.ts';
import { sweepArchived } from './domain/text/chapter/remove.ts';
import { trimDecided } from './domain/text/proposal/store.ts';
import { openExecutor } from './executor/executor.ts';
import { Door } from './faces/door.ts';
import { Catalogue } from './faces/mcp/catalogue.ts';
import { openapi } from './faces/openapi/document.ts';
import { noteView } from './faces/reader/note-view.ts';
import type { OpenedPage } from './faces/reader/reader.ts';
import { prepareOperation } from './graphql/execute.ts';
import { openPersisted } from './graphql/persisted.ts';
import type { Services } from './graphql/services.ts';
import { Callers } from './http/caller.ts';
import type { Exchange } from './http/exchange.ts';
import { TokenUses } from './http/token-uses.ts';
import { newId } from './ids/id.ts';
import { chargeFor } from './limits/charge.ts';
import { withTimeout } from './limits/operation-time.ts';
import { dropAnswers } from './limits/storage.ts';
import { once } from './once.ts';
import { operations, toolNames } from './operations.ts';
import { openAiImages } from './providers/image.ts';
import type { DroppedParameters } from './providers/optional-members.ts';
import { Providers } from './providers/providers.ts';
import { openAiSpeech } from './providers/speech.ts';
import { openAiText } from './providers/text.ts';
import { schema } from './schema.ts';
import { withDbTimeout } from './sql/attempt.ts';
import { sweepBuckets } from './sql/bucket.ts';
import type { Database } from './sql/connect.ts';
import { releaseKeys, sweepKeys } from './sql/idempotency.ts';
import { JobQueue } from './sql/queue.ts';
import { moveJobsToNow } from './sql/queue-clock.ts';
import { readiness } from './sql/ready.ts';
import { type Sweep, Sweeper, type SweeperOptions } from './sql/sweep.ts';
import { WorkPool } from './threads/pool.ts';

/** The service over one database, without a transport: HTTP and stdio add theirs. */
export type Service = Awaited<ReturnType<typeof openService>>;

const hourMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;
/** How often a node looks for recaps that are due. */
const recapPollMs = 5_000;

/** Periodic clean-up. Buckets and visitors are many and short-lived; jobs must not wait for a clock that was set back. */
const sweeps: readonly Sweep[] = [
  { what: 'deleted books', everyMs: hourMs, deletePart: sweepDeleted },
  { what: 'archived chapters', everyMs: hourMs, deletePart: sweepArchived },
  { what: 'unfinished imports', everyMs: minuteMs, deletePart: sweepImports },
  { what: 'sign-in codes', everyMs: hourMs, deletePart: sweepSignInCodes },
  { what: 'ended sessions', everyMs: hourMs, deletePart: sweepSessions },
  { what: 'idempotency keys', everyMs: hourMs, deletePart: sweepKeys },
  { what: 'answers beyond the limit', everyMs: minuteMs, deletePart: dropAnswers },
  { what: 'events', everyMs: hourMs, deletePart: sweepEvents },
  { what: 'narrations', everyMs: hourMs, deletePart: sweepNarrations },
  { what: 'words of decided proposals', everyMs: hourMs, deletePart: trimDecided },
  { what: 'speech', everyMs: hourMs, deletePart: sweepSpeech },
  { what: 'texts of runs', everyMs: hourMs, deletePart: sweepRunTexts },
  { what: 'prompts of runs', everyMs: hourMs, deletePart: sweepRunPrompts },
  { what: 'buckets', everyMs: minuteMs, deletePart: sweepBuckets },
  { what: 'events to count', everyMs: minuteMs, deletePart: countEvents },
  { what: 'changes of used space', everyMs: minuteMs, deletePart: foldStorage },
  { what: 'visitors of past days', everyMs: minuteMs, deletePart: sweepVisitors },
  { what: 'jobs ahead of the clock', everyMs: minuteMs, deletePart: moveJobsToNow },
];

export interface ServiceOptions {
  config: Config;
  database: Database;
  log: Logger;
  /** Name of this node, stable over restarts, so that it releases its own leases when it starts again. */
  node: string;
  /** Whether no other process can hold anything: what earlier ones held is released at the start. Default: false. */
  isAlone?: boolean;
  /** Name of the narration queue. Nodes with the same database and name share the work. */
  queue?: string;
  publicUrl: () => string;
  /** First run and pace of the sweeps; defaults otherwise. */
  sweeping?: Pick<SweeperOptions, 'firstMs' | 'pauseMs'>;
}

function textOptions({ text, modelSettings, modelLimits }: Config, log: Logger): Parameters<typeof openAiText>[0] {
  const onDropped = (dropped: DroppedParameters) =>
    log.warn(dropped, 'the text provider refuses members of requests, which go without them from now on');
  return { ...text, settings: modelSettings, limits: modelLimits, onDropped };
}

// These depend only on the schema, so all services of a process share them.
const preparedOperations = once(() => operations.map((operation) => prepareOperation(schema, operation)));
const catalogue = once(() => new Catalogue(schema, preparedOperations()));

export async function openService({
  config,
  database,
  log,
  node,
  isAlone = false,
  queue = 'narration',
  publicUrl,
  sweeping = {},
}: ServiceOptions) {
  const persisted = await openPersisted(config, schema);
  const { read, write: sql } = database;
  const holder = `${node}/${newId('run')}`;
  const providers = new Providers({
    text: config.text.apiKey || config.text.baseUrl ? openAiText(textOptions(config, log)) : undefined,
    speech: config.speech.apiKey || config.speech.baseUrl ? openAiSpeech(config.speech) : undefined,
    image: config.image.apiKey || config.image.baseUrl ? openAiImages(config.image) : undefined,
  });
  const runs = new RunEngine({
    sql,
    kinds: { ...writingKinds, ...outlineKinds, ...coverKinds, ...recapKinds },
    providers,
    holder,
    idleSecondsMax: config.generationIdleSecondsMax,
    runsMax: config.runsPerNodeMax,
    providerPerMinute: config.limits.providerPerMinute,
    prices: config.prices,
    log,
  });
  const work = new WorkPool({ threads: config.workThreads });
  const narrations = new JobQueue<OrderKey>({ sql, name: queue, perform: speaking({ sql, config, runs, work }), log });
  const events = new EventFeed(new Holds(read, log), sql);
  const callers = new Callers((hash) => withTimeout(callerByHash(read, hash)));
  const uses = new TokenUses((tokenIds) => withDbTimeout(() => markUsed(sql, tokenIds)), log);
  const door = new Door({ callers, uses, limits: config.limits, trustedProxies: config.trustedProxies });
  const views = new Views(sql, log);
  const services: Services = {
    config,
    read,
    sql,
    runs,
    narrations,
    events,
    work,
    executor: openExecutor(config, log),
    charge: chargeFor({ sql, planPerMinute: config.limits.planPerMinute }),
    forgetTokens: () => callers.forget(),
    toolNames,
    stillValid: (caller) => callers.stillValid(caller),
    publicUrl,
  };

  const prepared = preparedOperations();
  const mcp = once(async () =>
    (await import('./faces/mcp/face.ts')).mcpFace(schema, catalogue(), prepared, services, log),
  );

  await Promise.all([database.listen(revokedChannel, () => callers.forget()), events.listen(database), adoptLog(sql)]);
  const dueRecaps: Sweep = {
    what: 'recaps that are due',
    everyMs: recapPollMs,
    deletePart: async () => ({ count: await makeDueRecaps({ sql, config, runs, work }) }),
  };
  const sweeper = new Sweeper({ sql, log, sweeps: [...sweeps, dueRecaps], ...sweeping });

  return {
    services,
    schema,
    operations: prepared,
    get catalogue() {
      return catalogue();
    },
    openapi: () => openapi(schema, prepared, publicUrl()),
    /**
     * Releases what earlier processes of this node held, or all of them. Call it after the port is bound: until then another
     * process may hold both.
     */
    resumeWork: async () => {
      const former = isAlone ? '' : `${node}/`;
      await releaseLeases(sql, former, holder);
      if (isAlone) await releaseKeys(sql);
      await runs.sweep();
      // Not awaited: the queue is not needed right after the start.
      if (providers.has('speech')) narrations.start(() => jobsOfEarlierLives(sql, former, holder));
    },
    /** Answers within a second. */
    isReady: readiness(database),
    /** Authenticates requests and counts them against their limits. */
    door,
    persisted,
    /** The MCP face, loaded at its first use. */
    mcp,
    views,
    /** Records a view of a published page. */
    noteView: (exchange: Exchange, opened: OpenedPage) =>
      noteView(exchange, opened, { proxies: config.trustedProxies, note: (view) => views.note(view) }),
    /** Exchanges a one-time code for a session key; undefined if the code is not valid. */
    signIn: (code: string) => withTimeout(signIn(sql, code)),
    async close() {
      sweeper.close();
      narrations.drain();
      await runs.close();
      await narrations.close();
      events.close();
      work.close();
      await uses.flush();
      await views.flush();
    },
  };
}

/** Host and port: stable over restarts of a node, and different for two nodes that run at the same time. */
export function nodeName(port: number | string): string {
  return `${hostname()}:${port}`;
}
