import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Config } from '../config.ts';
import type { EventFeed } from '../domain/event/feed.ts';
import type { RunEngine } from '../domain/generation/engine.ts';
import type { Run } from '../domain/generation/store.ts';
import type { OrderKey } from '../domain/narration/book-store.ts';
import type { Sql, Transaction } from '../sql/connect.ts';
import type { JobQueue } from '../sql/queue.ts';
import type { Asked } from './asked.ts';
import type { Cost } from './limits.ts';

export type { Run };

/** What a token may do (contract 2), in the order in which answers list them. */
export const scopes = [
  'books:read',
  'books:write',
  'generation:run',
  'publish:write',
  'account:read',
  'account:write',
  'analytics:read',
] as const;
export type Scope = (typeof scopes)[number];

/** Who asks: a token of an account, as it stood when the request came in. */
export interface Caller {
  tokenId: string;
  accountId: string;
  scopes: readonly Scope[];
}

/** A limit that an operation draws on besides the general one. */
export type Bucket = 'plan';

/** How a limit stands after a call drew on it. */
export interface Drawn {
  limit:
    | 'requests'
    | Bucket
    | 'runs'
    | 'concurrent-runs'
    | 'chapters'
    | 'narrations'
    | 'outlines'
    | 'covers'
    | 'output-tokens';
  quota: number;
  /** Null for what is limited at a time, not over a time. */
  windowSeconds: number | null;
  remaining: number;
  /** Until the whole quota is there again, or for a call that was refused until it may come again; null where nobody knows. */
  resetSeconds: number | null;
}

/** Hears of every limit that a request draws on, to tell its caller. */
export type Note = (drawn: Drawn) => void;

/** How far work is that takes its time. */
export interface Progress {
  /** What is being done, in one word. */
  stage: string;
  /** Of `total`, in this stage. */
  done: number;
  total: number;
  /** 0–100, of the whole work; it never goes back. */
  percent: number;
}

/** A file as a field made it, and where it can be fetched. */
export interface MadeFile {
  fileName: string;
  /** With its charset, where it is text. */
  mediaType: string;
  /** Its bytes, one piece after the other. */
  pieces: readonly Uint8Array[];
  sizeBytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** Path of the link, with its query. */
  path: string;
  /** For a file that is kept: its bytes from one to another, both included. It has no pieces. */
  read?: (first: number, last: number) => AsyncIterable<Uint8Array>;
  /** A picture in words, for those who do not see it. */
  altText?: string;
  /** To be looked at where it is fetched, and not saved. */
  isShown?: boolean;
}

/** What every operation of one process shares. */
export interface Services {
  config: Config;
  read: Sql;
  sql: Sql;
  runs: RunEngine;
  /** Chapters that are to be narrated with their books. */
  narrations: JobQueue<OrderKey>;
  events: EventFeed;
  /** Takes one from a bucket of the caller's, or throws `rate_limited`. */
  charge(bucket: Bucket, caller: Caller, note: Note): Promise<void>;
  /** Makes this and every other node forget what it knows of a token. */
  forgetToken(tokenId: string): Promise<void>;
  /** False once a token has been revoked or has expired; at most a second late. */
  stillValid(caller: Caller): Promise<boolean>;
  /** Base of the URLs that answers carry, without a slash at the end. */
  publicUrl(): string;
}

/** One operation's context: fresh each time, because authorization and batching are remembered on it. */
export interface Context extends Services {
  caller: Caller;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  charged: Set<Bucket>;
  note: Note;
  patience: Patience;
  /**
   * What `perOperation` has made. Not in a WeakMap by context: V8 collects what such a map holds of the young only with the
   * old, so that every request with all that it read lives on for seconds.
   */
  remembered: Map<unknown, object>;
  /** Response keys of the root fields that were answered from an earlier request under the same idempotency key. */
  replayed: Set<string>;
  /** For a run that is started under an idempotency key. */
  keyedRun?: KeyedRun;
  /** What the document asks for, so that nothing else need be read; undefined: anything may be. */
  asked?: Asked;
  /** What a document that was sent to /graphql costs; REST and MCP run ours, which are not weighed. */
  cost?: Cost;
  /** For work under an idempotency key that keeps its answer itself, in its own transaction. */
  keepAnswer?: (tx: Transaction, answer: object) => Promise<void>;
  /** Hears how far long work is; the operation may tell as often as it likes. */
  report?: (progress: Progress) => void;
  /** Takes the file itself, on a face that serves it instead of a link. */
  takeFile?: (file: MadeFile) => void;
}

/** What ties a run to the idempotency key of the request that starts it. */
export interface KeyedRun {
  /** The run that an earlier request under the key had and that stopped before its end. */
  former: Run | undefined;
  /** Notes the run under the key, in the transaction that records it; throws where the key has another run by now. */
  bind(tx: Transaction, runId: string): Promise<void>;
}

/** How long an operation may wait for work that takes its time, beside its own time. */
export class Patience {
  seconds = 0;

  allow(seconds: number): void {
    this.seconds = Math.max(this.seconds, seconds);
  }
}

export function newContext(
  services: Services,
  caller: Caller,
  signal: AbortSignal,
  { charged = [], note = () => {} }: { charged?: Iterable<Bucket>; note?: Note } = {},
): Context {
  return {
    ...services,
    caller,
    signal,
    charged: new Set(charged),
    note,
    patience: new Patience(),
    replayed: new Set(),
    remembered: new Map(),
  };
}

/** One of something for the length of an operation, or of one root field of a mutation: a DataLoader, usually. */
export function perOperation<T extends object>(make: (context: Context) => T): (context: Context) => T {
  return (context) => {
    const made = (context.remembered.get(make) as T | undefined) ?? make(context);
    context.remembered.set(make, made);
    return made;
  };
}

/** What was read before a change may no longer be true after it. */
export function forgetRead({ remembered }: Context): void {
  remembered.clear();
}

/** To be called when an operation is over: what Pothos remembers of its context would keep it, and all that hangs on it, through many collections. */
export function letGo(context: Context): void {
  RequestCache.clearForContext(context);
}
