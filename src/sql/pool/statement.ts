import type postgres from 'postgres';
import type { QueryReads } from '../statement-scope.ts';

/** What the package answers: rows, with the columns and the text of the statement. */
export type Answer = postgres.RowList<postgres.Row[]>;

/** A statement of the package, and what it knows of it once it is sent. */
export type Query = postgres.PendingQuery<postgres.Row[]> & {
  readonly string?: string;
  readonly parameters?: readonly unknown[];
  /** The session that runs it, as a CancelRequest names it. */
  readonly state?: { readonly pid: number; readonly secret: number } | null;
  /** Ours: takes the error when its plan is out of date. */
  onStale?: (error: Error) => void;
};

/** A part of a statement: a fragment, a name, a value with a type, or rows. It is made anew for each attempt to send it. */
export class Part<Made = unknown> {
  readonly make: (sql: postgres.Sql) => Made;
  /** Parameters at most: names count as well. */
  readonly size: number;

  constructor(make: (sql: postgres.Sql) => Made, size: number) {
    this.make = make;
    this.size = size;
  }
}

/** A statement, sent when somebody waits for it; inside another statement, a fragment of it. */
export class Statement extends Part<Query> implements Promise<Answer> {
  readonly [Symbol.toStringTag] = 'Statement';
  /** The account in whose turn it waits for a connection. */
  accountId?: string;
  /** The query that it belongs to, if it can be withdrawn. */
  reads?: QueryReads | undefined;
  /** Whether it is asked once more if its connection is lost before the answer. */
  isRepeatable = false;
  /** Whether it begins a transaction, which has its connection to itself. */
  isBegin = false;
  /** Whether it is cancelled because it took too long. */
  isLate = false;
  /** Whether those know of it who watched statements when it was sent. */
  isTold = false;
  /** Attempts to connect that failed. */
  failedAttempts = 0;
  /** When it first failed to connect, as performance.now(). */
  triedSince: number | undefined;
  /** Its latest attempt. */
  query: Query | undefined;
  readonly #ask: (statement: Statement) => void;
  /** A fragment never needs it. */
  #settled: PromiseWithResolvers<Answer> | undefined;
  readonly #origin: Origin | undefined;
  #isAsked = false;

  constructor(make: (sql: postgres.Sql) => Query, size: number, ask: (statement: Statement) => void, origin?: Origin) {
    super(make, size);
    this.#ask = ask;
    this.#origin = origin;
  }

  /** The SQL text; undefined until it is sent. */
  get text(): string | undefined {
    return this.query?.string;
  }

  get isWithdrawn(): boolean {
    return this.reads?.isOver === true;
  }

  /** Sends it now. */
  execute(): this {
    if (this.#isAsked) return this;
    this.#isAsked = true;
    this.#ask(this);
    return this;
  }

  get #outcome(): PromiseWithResolvers<Answer> {
    this.#settled ??= Promise.withResolvers();
    return this.#settled;
  }

  resolve(answer: Answer): void {
    this.#outcome.resolve(answer);
  }

  reject(error: unknown): void {
    if (error instanceof Error) this.#origin?.addTo(error);
    this.#outcome.reject(error);
  }

  // biome-ignore lint/suspicious/noThenProperty: A statement is sent when somebody waits for it.
  then<Result = Answer, Failure = never>(
    onAnswer?: ((answer: Answer) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.execute();
    return this.#outcome.promise.then(onAnswer, onError);
  }

  catch<Failure = never>(onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null) {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Answer> {
    this.execute();
    return this.#outcome.promise.finally(onEnd);
  }
}

/** Where statements of one template are written. The stack of an error begins where its answer was read. */
export class Origin {
  static readonly #known = new WeakMap<object, Origin>();
  readonly #made: Error;

  /** Costs a stack once for each template. */
  static of(template: object): Origin {
    const known = Origin.#known.get(template) ?? new Origin();
    Origin.#known.set(template, known);
    return known;
  }

  private constructor() {
    const usual = Error.stackTraceLimit;
    Error.stackTraceLimit = 8;
    this.#made = new Error();
    Error.stackTraceLimit = usual;
  }

  addTo(error: Error): void {
    const frames = this.#made.stack?.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('/sql/pool/'));
    // The package makes the stack read-only.
    if (frames?.length) Object.defineProperty(error, 'stack', { value: `${error.stack}\n${frames.join('\n')}` });
  }
}
