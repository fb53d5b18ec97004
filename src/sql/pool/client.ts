import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { PeerTimeout } from '../../peer-timeout.ts';
import { faultIn } from './answer.ts';
import { beginSession } from './begin-session.ts';
import { Canceller, requestCancel } from './cancel.ts';
import type { ClientOwner } from './client-end.ts';
import type { Connection } from './connection.ts';
import { closed, destroyed, fault, isAnswer } from './errors.ts';
import { Line } from './line.ts';
import type { PoolOptions } from './options.ts';
import { openSocket, type Place } from './socket.ts';
import { refuseRetry } from './stale.ts';
import type { Answer, Statement } from './statement.ts';
import { tell, tellSoon } from './watch.ts';

/** A connection lives for 30 minutes, and up to twice as long, so that not all end together. */
const lifetimeMs = 30 * 60_000;

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
  /** Whether `open` was not called yet. */
  isNew = true;
  /** Called when it ends. */
  onEnd: ((error: Error) => void) | undefined;
  readonly #options: PoolOptions;
  readonly #owner: ClientOwner;
  readonly #opening = new AbortController();
  readonly #connectLimit: PeerTimeout;
  readonly #canceller: Canceller;
  /** Statements without an answer. The server works on the first one. */
  readonly #sent: Statement[] = [];
  #line: Line | undefined;
  #sql: postgres.Sql | undefined;
  /** Whether the server has accepted this process. */
  #isLetIn = false;
  #isOver = false;
  /** Whether its lifetime is over. It ends between two statements. */
  #isOld = false;
  /** Whether it takes no statement until those that it has are answered and no cancellation is under way. */
  #isHeld = false;
  #sentAt = 0;
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
    return this.#line !== undefined && !this.#isOver;
  }

  get isAwaitingReply(): boolean {
    return this.#isLetIn && this.#sent.length > 0;
  }

  /** The greeting of a new connection is asked too. */
  get #isAsked(): boolean {
    return !this.#isLetIn || this.#sent.length > 0;
  }

  get silentSince(): number {
    return Math.max(this.#line?.heardAt ?? 0, this.#sentAt);
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
      this.#line = new Line(
        socket,
        () => this.#isAsked,
        (error) => this.destroy(error),
      );
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
    if (this.#isOver) return;
    const gone = this.#line?.terminate();
    this.#end(destroyed());
    await gone;
  }

  /** Its server did not close it in time. */
  abandon(): void {
    this.#line?.destroy();
  }

  /** Ends it at once, whatever it does. */
  destroy(error: Error): void {
    if (this.#isOver) return;
    this.#line?.destroy();
    this.#end(error);
  }

  #end(error: Error): void {
    const overdue = this.#isOverdue()
      ? fault('57014', 'The connection was lost at the time limit of its statement.')
      : undefined;
    this.#isOver = true;
    for (const timer of [this.#clock, this.#lifetime]) clearTimeout(timer);
    this.#connectLimit.cancel();
    this.#canceller.stop();
    this.#opening.abort(error);
    const told = (this.reserved && overdue) ?? this.#line?.lastWords ?? error;
    this.onEnd?.(told);
    this.#owner.onEnd(this, { error: told, wasOpen: this.#isLetIn, unanswered: this.#sent.splice(0), overdue });
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
