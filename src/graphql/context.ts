import type { Caller } from '../caller.ts';
import { TimeAllowance } from '../limits/operation-time.ts';
import type { Bucket, ReportLimit } from '../limits/rate-limit.ts';
import type { Transaction } from '../sql/connect.ts';
import type { QueryReads } from '../sql/statement-scope.ts';
import type { AnswerRoom } from './answer-room.ts';
import type { Cost } from './document-limits.ts';
import type { MadeFile } from './made-file.ts';
import type { Progress } from './progress.ts';
import type { RequestedFields } from './requested-fields.ts';
import type { Services } from './services.ts';

/** Context of one operation. Never reused, because authorization and batching keep caches keyed by it. */
export interface Context extends Services {
  caller: Caller;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** The reads of a query, which end with its caller and at its time limit. */
  reads?: QueryReads;
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
  /** Fields that the document selects, so that only their columns are read. Undefined means that any field may be needed. */
  requestedFields?: RequestedFields;
  /** Cost of a document sent to /graphql. Documents of REST and MCP have no cost limit. */
  cost?: Cost;
  /**
   * For work that stores its own answer under an idempotency key, in its own transaction. One that is repeatable is not stored
   * in a full account: the work is done again.
   */
  keepAnswer?: (tx: Transaction, answer: object, isRepeatable?: boolean) => Promise<void>;
  /** Receives the progress of long work. The operation may call it at any rate. */
  report?: (progress: Progress) => void;
  /** Receives the file itself, on faces that serve it instead of a link. */
  takeFile?: (file: MadeFile) => void;
}

/** Aborted when nobody waits for the answer of an operation any more. Changes are left to finish until the caller is gone. */
export function endOf({ reads, signal }: Context): AbortSignal {
  return reads?.signal ?? signal;
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
