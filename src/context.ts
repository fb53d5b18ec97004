import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Config } from './config.ts';
import type { EventFeed } from './domain/event/feed.ts';
import type { OrderKey } from './domain/narration/book-store.ts';
import type { RunEngine } from './domain/run/engine.ts';
import type { Run } from './domain/run/store.ts';
import type { Executor } from './executor/executor.ts';
import type { AnswerRoom } from './graphql/answer-size.ts';
import type { Cost } from './graphql/limits.ts';
import type { RequestedFields } from './graphql/requested-fields.ts';
import type { AnySql, Sql, Transaction } from './sql/connect.ts';
import type { JobQueue } from './sql/queue.ts';
import type { WorkPool } from './threads/pool.ts';

export type { Run };

/** Scopes of a key (contract 2), in the order in which answers list them. */
export const scopes = [
  'books:read',
  'books:write',
  'proposals:write',
  'generation:run',
  'publish:write',
  'account:read',
  'account:write',
  'analytics:read',
  'admin:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Kinds of user of a key. */
export const keyKinds = ['person', 'agent'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Limits of a key besides its scopes (docs/access.md). */
export interface Bounds {
  /** Ids of the books that the key can see; null means every book of the account. */
  bookIds: readonly string[] | null;
  /** True: the key can run queries, but no mutations. */
  readOnly: boolean;
  /** Names of the MCP tools that the key can list and call; null means all. */
  tools: readonly string[] | null;
}

export const unbound: Bounds = { bookIds: null, readOnly: false, tools: null };

/** An authenticated key and its account, as of the start of the request. */
export interface Caller extends Bounds {
  tokenId: string;
  /** SHA-256, base64, of the secret that admitted it. */
  secretHash: string;
  accountId: string;
  scopes: readonly Scope[];
  kind: KeyKind;
  /** Null means never. */
  expiresAt: Date | null;
}

/** Caller for work without a key at hand, such as a queued job. */
export function keylessCaller(accountId: string, scopes: readonly Scope[] = [], tokenId = ''): Caller {
  return { ...unbound, tokenId, secretHash: '', accountId, scopes, kind: 'person', expiresAt: null };
}

/** An extra rate limit of some operations. */
export type Bucket = 'plan';

/** State of a limit after a call drew on it. */
export interface RateLimitState {
  limit:
    | 'requests'
    | 'account-requests'
    | 'graphql-cost'
    | Bucket
    | 'runs'
    | 'concurrent-runs'
    | 'chapters'
    | 'narrations'
    | 'outlines'
    | 'covers'
    | 'output-tokens';
  quota: number;
  /** Null for a limit of concurrency. */
  windowSeconds: number | null;
  remaining: number;
  /** Until the quota is full again or, for a refused call, until a retry can succeed. Null if unknown. */
  resetSeconds: number | null;
}

/** Receives the state of each limit that a request draws on. */
export type ReportLimit = (drawn: RateLimitState) => void;

/** Progress of long work. */
export interface Progress {
  /** Name of the current stage, in one word. */
  stage: string;
  /** Units done in this stage, out of `total`. */
  done: number;
  total: number;
  /** 0–100 over all stages. Never decreases. */
  percent: number;
}

/** A file that a field produced, and its link. */
export interface MadeFile {
  fileName: string;
  /** Includes the charset if it is text. */
  mediaType: string;
  /** The bytes, in order. */
  pieces: Uint8Array[];
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Path and query of the link. */
  path: string;
  /** Present for a stored file, which has no pieces: reads a range of bytes, both ends inclusive. */
  read?: (first: number, last: number) => AsyncIterable<Uint8Array>;
  /** Text alternative of a picture. */
  altText?: string;
  /** True: browsers display the file. False: they save it. */
  isShown?: boolean;
}

/** Services that all operations of a process share. */
export interface Services {
  config: Config;
  read: Sql;
  sql: Sql;
  runs: RunEngine;
  /** Queue of chapters of whole-book narrations. */
  narrations: JobQueue<OrderKey>;
  events: EventFeed;
  /** Threads for work that reads whole texts. */
  work: WorkPool;
  /** Runs all documents. */
  executor: Executor;
  /** Takes one call from a bucket of the caller. Throws `rate_limited`. */
  charge(bucket: Bucket, caller: Caller, reportLimit: ReportLimit): Promise<void>;
  /** Throws `invalid_state` if the account is full (QUOTA_BYTES). */
  requireSpace(sql: AnySql, accountId: string): Promise<void>;
  /** Throws `invalid_state` if the transaction has added to a full account. Changes may add a little. */
  refuseGrowth(tx: Transaction, accountId: string, kind: 'adds' | 'changes'): Promise<void>;
  /** Clears the token cache of this node. Other nodes are notified through the database. */
  forgetTokens(): void;
  /** Names of all MCP tools. */
  toolNames: ReadonlySet<string>;
  /** False once the secret with which the caller came is no longer accepted, with a delay of at most one second. */
  stillValid(caller: Caller): Promise<boolean>;
  /** Base URL of links in answers, without a trailing slash. */
  publicUrl(): string;
}

/** Context of one operation. Never reused, because authorization and batching keep caches keyed by it. */
export interface Context extends Services {
  caller: Caller;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Buckets that the face has drawn on for the whole operation. */
  charged: ReadonlySet<Bucket>;
  /** Draws of this operation, by bucket and response key of the root field. */
  draws: Map<string, Promise<void>>;
  reportLimit: ReportLimit;
  timeAllowance: TimeAllowance;
  answerRoom: AnswerRoom;
  /** Request id for the log; absent if the face logs it. */
  requestId?: string | undefined;
  /**
   * Values made by `perOperation`. Not a WeakMap keyed by context: V8 frees values of such a map only with the old
   * generation, so every request and its data would live on for seconds.
   */
  operationCache: Map<unknown, object>;
  /** Response keys of root fields that were answered from an earlier request with the same idempotency key. */
  replayed: Set<string>;
  /** Set for a run that starts under an idempotency key. */
  keyedRun?: KeyedRun;
  /** Fields that the document selects, so that only their columns are read. Undefined means that any field may be needed. */
  requestedFields?: RequestedFields;
  /** Cost of a document sent to /graphql. Documents of REST and MCP have no cost limit. */
  cost?: Cost;
  /** For work that stores its own answer under an idempotency key, in its own transaction. */
  keepAnswer?: (tx: Transaction, answer: object) => Promise<void>;
  /** Receives the progress of long work. The operation may call it at any rate. */
  report?: (progress: Progress) => void;
  /** Receives the file itself, on faces that serve it instead of a link. */
  takeFile?: (file: MadeFile) => void;
}

/** Connects a run with the idempotency key of the request that starts it. */
export interface KeyedRun {
  /** The run of an earlier request with the same key, if that run stopped before its end. */
  former: Run | undefined;
  /** Stores the run id under the key, in the transaction that records the run. Throws if the key has another run by now. */
  bind(tx: Transaction, runId: string): Promise<void>;
}

/** Extra seconds that an operation may wait for long work, beyond its own time limit. */
export class TimeAllowance {
  seconds = 0;

  allow(seconds: number): void {
    this.seconds = Math.max(this.seconds, seconds);
  }
}

export function newContext(
  services: Services,
  caller: Caller,
  signal: AbortSignal,
  {
    charged = [],
    reportLimit = () => {},
    requestId,
  }: { charged?: Iterable<Bucket>; reportLimit?: ReportLimit; requestId?: string } = {},
): Context {
  return {
    ...services,
    caller,
    signal,
    charged: new Set(charged),
    draws: new Map(),
    reportLimit,
    timeAllowance: new TimeAllowance(),
    answerRoom: { bytes: services.config.answerBytesMax },
    requestId,
    replayed: new Set(),
    operationCache: new Map(),
  };
}

/** Caches one value per operation, or per root field of a mutation: usually a DataLoader. */
export function perOperation<T extends object>(make: (context: Context) => T): (context: Context) => T {
  return (context) => {
    const made = (context.operationCache.get(make) as T | undefined) ?? make(context);
    context.operationCache.set(make, made);
    return made;
  };
}

/** Clears cached reads after a change. */
export function clearReadCache({ operationCache }: Context): void {
  operationCache.clear();
}

/**
 * Call this at the end of an operation. Otherwise the Pothos cache keeps the context and everything it references alive
 * through many collections.
 */
export function releasePothosCache(context: Context): void {
  RequestCache.clearForContext(context);
}
