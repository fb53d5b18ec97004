import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { PeerTimeout } from '../../peer-timeout.ts';
import { faultIn } from './answer.ts';
import { Canceller, requestCancel } from './cancel.ts';
import type { Connection } from './connection.ts';
import { closed, destroyed, fault, isAnswer, unasked } from './errors.ts';
import { Messages, newsIn } from './messages.ts';
import type { PoolOptions } from './options.ts';
import { beginSession } from './session.ts';
import { openSocket, type Place } from './socket.ts';
import { refuseRetry } from './stale.ts';
import type { Answer, Statement } from './statement.ts';
import { tell, tellSoon } from './watch.ts';

/** Says goodbye to the server. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);
/** A connection lives for 30 minutes, and up to twice as long, so that not all end together. */
const lifetimeMs = 30 * 60_000;

/** What a client tells its pool. */
export interface ClientOwner {
  /** It can take a statement. */
  onRoom(): void;
  /** A statement was not run: the cancellation of another one has hit it, or its plan was out of date. */
  onUnasked(statement: Statement): void;
  onEnd(client: Client, end: ClientEnd): void;
}

export interface ClientEnd {
  error: Error;
  /** Whether the server had let it in. Otherwise its statements were not sent. */
  wasOpen: boolean;
  /** Statements without an answer, in the order in which they were sent. */
  unanswered: readonly Statement[];
  /** Set if the first of them had reached its limit: it may be what ended the server. */
  overdue: Error | undefined;
}

/**
 * A connection with one life: an instance of the package that connects once. At its end all its statements go back to the
 * pool, nothing is asked of it any more, and what it still says counts for nothing.
 */
export class Client implements Connection {
  readonly id: number;
  readonly name: string | undefined;
  readonly place: Place;
  /** The statement that began its transaction. */
  reserved: Statement | undefined;
  /** Whether it waits for its first statement. */
  isNew = true;
  /** Called when it ends. */
  onEnd: ((error: Error) => void) | undefined;
  readonly #options: PoolOptions;
  readonly #owner: ClientOwner;
  readonly #opening = new AbortController();
  readonly #connectLimit: PeerTimeout;
  readonly #canceller: Canceller;
  readonly #messages = new Messages();
  /** Statements without an answer. The server works on the first one. */
  readonly #sent: Statement[] = [];
  #socket: net.Socket | undefined;
  #sql: postgres.Sql | undefined;
  /** Whether the server takes statements. */
  #isLetIn = false;
  #isOver = false;
  /** Whether it ends when it is idle. */
  #isOld = false;
  /** Whether nothing is sent until all is answered. */
  #isHeld = false;
  #heardAt = 0;
  #sentAt = 0;
  /** What the server said before it closed. */
  #lastWords: Error | undefined;
  #clock: NodeJS.Timeout | undefined;
  #lifetime: NodeJS.Timeout | undefined;
  #limitMs: number | undefined;

  constructor(id: number, place: Place, options: PoolOptions, owner: ClientOwner) {
    this.id = id;
    this.name = options.nameOf?.(id);
    this.place = place;
    this.#options = options;
    this.#owner = owner;
    const late = () => this.destroy(fault('CONNECT_TIMEOUT', 'The server did not answer a new connection.'));
    this.#connectLimit = new PeerTimeout(options.connectMs, late, { isRef: false });
    this.#canceller = new Canceller({
      running: () => (this.#isLetIn && !this.#isOver ? this.#sent[0] : undefined),
      request: () => this.#requestCancel(),
      onOver: () => this.#offer(),
    });
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#isOver;
  }

  get isAwaitingReply(): boolean {
    return this.#isLetIn && this.#sent.length > 0;
  }

  get silentSince(): number {
    return Math.max(this.#heardAt, this.#sentAt);
  }

  get isIdle(): boolean {
    return this.#hasRoom && this.#sent.length === 0;
  }

  /** Statements that another one would wait for; undefined if it can take none. */
  get depth(): number | undefined {
    return this.#hasRoom && this.#sent.length <= this.#options.pipelineMax ? this.#sent.length : undefined;
  }

  get #hasRoom(): boolean {
    return this.#isLetIn && !this.#isOver && !this.reserved && !this.#isHeld && !this.#isOld;
  }

  /** Connects after `delayMs`, and sends a statement. */
  async open(first: Statement, delayMs: number): Promise<void> {
    const { signal } = this.#opening;
    this.isNew = false;
    this.#note(first);
    try {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal });
      this.#connectLimit.start();
      const socket = await openSocket(this.place, this.#options.tls, signal);
      this.#listenTo(socket);
      this.#opened(await beginSession(this.#options, this.name, socket), first);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  /** Sends a statement behind those that it has. */
  take(statement: Statement): void {
    if (this.#isOver) {
      statement.reject(closed());
      return;
    }
    this.#note(statement);
    this.#write(statement);
  }

  /** Its transaction is over. */
  release(): void {
    this.reserved = undefined;
    this.#limitMs = undefined;
    if (!this.#isOver) this.#offer();
  }

  /** Some reads are over. Those behind the running statement are cancelled when they are the running one. */
  withdraw(): void {
    const [running] = this.#sent;
    if (this.#isLetIn && running?.isWithdrawn) this.#canceller.soon(running);
  }

  /** Ends it between two statements. Resolves when the server has closed it too. */
  async close(): Promise<void> {
    const socket = this.#socket;
    if (this.#isOver || !socket) {
      this.destroy(destroyed());
      return;
    }
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.#end(destroyed(), () => socket.end(terminate));
    await gone;
  }

  /** Its server did not close it in time. */
  abandon(): void {
    this.#socket?.destroy();
  }

  /** Ends it at once, whatever it does. */
  destroy(error: Error): void {
    this.#end(error, () => this.#socket?.destroy());
  }

  #end(error: Error, hangUp: () => void): void {
    if (this.#isOver) return;
    const overdue = this.#isOverdue()
      ? fault('57014', 'The connection was lost at the time limit of its statement.')
      : undefined;
    this.#isOver = true;
    for (const timer of [this.#clock, this.#lifetime]) clearTimeout(timer);
    this.#connectLimit.cancel();
    this.#canceller.stop();
    this.#opening.abort(error);
    hangUp();
    const told = (this.reserved && overdue) ?? this.#lastWords ?? error;
    this.onEnd?.(told);
    this.#owner.onEnd(this, { error: told, wasOpen: this.#isLetIn, unanswered: this.#sent.splice(0), overdue });
  }

  #listenTo(socket: net.Socket): void {
    this.#socket = socket;
    this.#heardAt = performance.now();
    // Before the package listens: this connection is over when the package tells its statements.
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy(closed()));
    socket.on('data', (bytes: Buffer) => {
      this.#heardAt = performance.now();
      const { lastWords, isAnswer: answers } = newsIn(this.#messages, bytes);
      this.#lastWords ??= lastWords;
      // It would be taken for the answer to the next statement.
      if (answers && this.#isLetIn && this.#sent.length === 0) this.destroy(unasked());
    });
  }

  #opened(sql: postgres.Sql, first: Statement): void {
    if (this.#isOver) return;
    this.#sql = sql;
    this.#isLetIn = true;
    this.#connectLimit.cancel();
    if (this.#options.hasLifetime)
      this.#lifetime = setTimeout(() => this.#retire(), lifetimeMs * (1 + Math.random())).unref();
    this.#begin(first);
    this.#write(first);
  }

  #retire(): void {
    this.#isOld = true;
    if (this.#sent.length === 0 && !this.reserved) void this.close();
  }

  #note(statement: Statement): void {
    this.#sent.push(statement);
    if (statement.isBegin) this.reserved = statement;
    if (this.#isLetIn && this.#sent.length === 1) this.#begin(statement);
  }

  /** The server works on this statement from now on. */
  #begin(statement: Statement): void {
    this.#sentAt = performance.now();
    const { cancelMs } = this.#options;
    if (cancelMs !== undefined && !this.reserved)
      this.#clock = setTimeout(() => {
        statement.isLate = true;
        this.#canceller.soon(statement);
      }, cancelMs).unref();
    if (statement.isWithdrawn) this.#canceller.soon(statement);
  }

  #write(statement: Statement): void {
    if (!this.#sql) return;
    const query = statement.make(this.#sql);
    statement.query = query;
    if (this.#options.prepare) refuseRetry(query, (error) => this.#stale(statement, error));
    query.then(
      (answer) => this.#answered(statement, answer),
      (error: unknown) => this.#failed(statement, error),
    );
    tellSoon(this, statement);
  }

  #answered(statement: Statement, answer: Answer): void {
    if (this.#isOver) return;
    const refused = faultIn(answer, statement.query?.parameters ?? [], this.reserved !== undefined);
    this.#remove(statement);
    if (refused) {
      statement.reject(refused);
      // If an answer went astray, those behind it did as well.
      this.destroy(this.reserved ? refused : closed());
      return;
    }
    if (this.reserved) this.#limitMs = this.#options.limitIn?.(statement.text ?? '') ?? this.#limitMs;
    statement.resolve(answer);
    this.#offer();
  }

  #failed(statement: Statement, error: unknown): void {
    if (this.#isOver) return;
    this.#remove(statement);
    if (this.#wasHit(statement, error)) this.#owner.onUnasked(statement);
    else statement.reject(error);
    // A value that cannot be read says that nothing is as expected. A failed BEGIN may have begun a transaction.
    if (!isAnswer(error) || statement.isBegin) this.destroy(closed());
    else this.#offer();
  }

  /** Whether the cancellation of another statement has hit this one. It cannot be repeated alone in a transaction. */
  #wasHit(statement: Statement, error: unknown): boolean {
    const isAlone = !this.reserved || statement.isBegin;
    return isAlone && isAnswer(error) && error.code === '57014' && this.#canceller.isStray(statement);
  }

  /** A statement was not run because its plan is out of date. That has failed its transaction. */
  #stale(statement: Statement, error: Error): void {
    if (this.#isOver) return;
    this.#remove(statement);
    if (this.reserved) statement.reject(error);
    else this.#owner.onUnasked(statement);
    this.#offer();
  }

  #remove(statement: Statement): void {
    this.#sent.splice(this.#sent.indexOf(statement), 1);
    clearTimeout(this.#clock);
    this.#canceller.forget();
    tell(this, statement);
    const [next] = this.#sent;
    if (next) this.#begin(next);
  }

  #offer(): void {
    if (this.#sent.length === 0 && !this.#canceller.isUnderWay) this.#isHeld = false;
    if (this.#isOld) this.#retire();
    else if (!this.reserved) this.#owner.onRoom();
  }

  async #requestCancel(): Promise<void> {
    const session = this.#sent[0]?.query?.state;
    this.#isHeld = true;
    const { cancelPath, tls, connectMs } = this.#options;
    if (session) await requestCancel(cancelPath ? { path: cancelPath } : this.place, tls, session, connectMs);
  }

  #isOverdue(): boolean {
    const limitMs = this.#limitMs ?? this.#options.statementMs;
    return limitMs !== undefined && this.isAwaitingReply && performance.now() - this.silentSince >= limitMs;
  }
}
