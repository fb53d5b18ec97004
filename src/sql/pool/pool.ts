import type { QueryReads } from '../statement-scope.ts';
import { Client } from './client.ts';
import type { ClientEnd, ClientOwner } from './client-end.ts';
import { closed, destroyed, fault, nobodyWaits } from './errors.ts';
import type { PoolOptions } from './options.ts';
import type { Place } from './socket.ts';
import { Statement } from './statement.ts';
import { StatementQueue } from './statement-queue.ts';

/** Numbers the connections of this process. */
let lastId = 0;

/** Milliseconds between attempts to connect. Random, so that nodes do not reconnect at the same moment. */
const retryMs = () => 100 + Math.random() * 200;

/** Gives statements to connections. Those that find none wait in turn. */
export class Pool implements ClientOwner {
  readonly #options: PoolOptions;
  readonly #queue = new StatementQueue();
  /** The next statement in turn, if it waits for a connection. */
  #next: Statement | undefined;
  #clients: readonly Client[] = [];
  /** Connections that wait for the server to close them. */
  readonly #closing = new Set<Client>();
  readonly #drained = Promise.withResolvers<void>();
  /** The place that is tried, until it fails. */
  #placeAt = 0;
  /** When a connection may be tried again, as performance.now(). */
  #retryAt = 0;
  #ended: Promise<void> | undefined;
  #isDestroyed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get clients(): readonly Client[] {
    return this.#clients;
  }

  /** Sends a statement, now or in its turn. */
  ask(statement: Statement): void {
    const refusal = this.#ended ? fault('CONNECTION_ENDED', 'The pool was closed.') : this.#options.refusal?.();
    if (refusal) {
      statement.reject(refusal);
      return;
    }
    statement.isRepeatable ||= this.#options.repeatsLost;
    // A transaction is left to finish.
    if (!statement.isBegin) statement.reads = this.#options.readsOf?.(this.#withdraw);
    if (statement.isWithdrawn) {
      statement.reject(nobodyWaits());
      return;
    }
    this.#place(statement);
  }

  /** Begins a transaction. Its connection takes no statement of others until `release`. */
  async begin(): Promise<Client> {
    const begin = new Statement(
      (sql) => sql.unsafe(this.#options.begin),
      0,
      (one) => this.ask(one),
    );
    // One that did not begin can begin once more.
    begin.isBegin = begin.isRepeatable = true;
    await begin;
    const client = this.#clients.find(({ reserved }) => reserved === begin);
    if (!client) throw closed();
    return client;
  }

  /** Resolves when all statements are answered and the connections closed, or after `timeout` seconds. */
  end(timeout?: number): Promise<void> {
    this.#ended ??= this.#end(timeout);
    return this.#ended;
  }

  onRoom(): void {
    this.#serve();
    if (this.#ended) this.#closeIdle();
  }

  onUnasked(statement: Statement): void {
    this.#place(statement);
  }

  onEnd(client: { readonly place: Place }, { error, wasOpen, unanswered, overdue }: ClientEnd): void {
    this.#clients = this.#clients.filter((one) => one !== client);
    if (!wasOpen) this.#leave(client.place);
    this.#options.onClose?.();
    for (const [at, statement] of unanswered.entries()) {
      if (at === 0 && overdue) statement.reject(overdue);
      else if (wasOpen ? this.#mayRepeat(statement) : this.#mayConnectAgain(statement)) this.#place(statement);
      else statement.reject(error);
    }
    this.#serve();
    if (this.#ended) this.#closeIdle();
  }

  readonly #withdraw = (reads: QueryReads): void => {
    const waiting = this.#queue.takeOf(reads);
    if (this.#next?.reads === reads) {
      waiting.push(this.#next);
      this.#next = undefined;
    }
    for (const statement of waiting) statement.reject(nobodyWaits());
    for (const client of this.#clients) client.withdraw();
  };

  #place(statement: Statement): void {
    if (this.#isDestroyed) {
      statement.reject(destroyed());
      return;
    }
    const client = this.#isWaiting ? undefined : this.#clientFor(statement);
    if (client) this.#give(client, statement);
    else this.#queue.push(statement);
  }

  #serve(): void {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      const client = this.#clientFor(next);
      if (!client) {
        this.#next = next;
        return;
      }
      this.#give(client, next);
    }
  }

  #takeNext(): Statement | undefined {
    const next = this.#next ?? this.#queue.shift();
    this.#next = undefined;
    return next;
  }

  #give(client: Client, statement: Statement): void {
    if (client.isNew) void client.open(statement, Math.max(0, this.#retryAt - performance.now()));
    else client.take(statement);
  }

  /**
   * An idle connection, else a new one, else the one with the fewest statements before this one. A transaction takes no
   * connection with statements of others, so that nothing that concerns them reaches it.
   */
  #clientFor({ isBegin }: Statement): Client | undefined {
    let best: Client | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const client of this.#clients) {
      const { depth = least } = client;
      if (depth < least) [best, least] = [client, depth];
    }
    if (least === 0) return best;
    return this.#newClient() ?? (isBegin ? undefined : best);
  }

  #newClient(): Client | undefined {
    if (this.#clients.length >= this.#options.max) return undefined;
    const place = this.#options.places[this.#placeAt];
    if (!place) return undefined;
    lastId += 1;
    const client = new Client(lastId, place, this.#options, this);
    this.#clients = [...this.#clients, client];
    return client;
  }

  /** The next place is tried at once, and the first one again after a pause. Those that failed beside it change nothing. */
  #leave(place: Place): void {
    const { places } = this.#options;
    if (places[this.#placeAt] === place) this.#placeAt = (this.#placeAt + 1) % places.length;
    if (this.#placeAt === 0) this.#retryAt = performance.now() + retryMs();
  }

  /** Reads and BEGIN are sent once more. */
  #mayRepeat(statement: Statement): boolean {
    if (!statement.isRepeatable || statement.isWithdrawn || this.#isDestroyed) return false;
    statement.isRepeatable = false;
    return true;
  }

  /** There are as many attempts as places. More follow where the server may be about to start. */
  #mayConnectAgain(statement: Statement): boolean {
    if (this.#isDestroyed || statement.isWithdrawn) return false;
    const { places, connectAgainMs = 0, isAway } = this.#options;
    statement.failedAttempts += 1;
    if (statement.failedAttempts < places.length) return true;
    statement.triedSince ??= performance.now();
    return !isAway?.() && performance.now() - statement.triedSince < connectAgainMs;
  }

  async #end(timeout: number | undefined): Promise<void> {
    const limit = timeout === undefined ? undefined : setTimeout(() => this.#destroy(), timeout * 1_000);
    this.#closeIdle();
    await this.#drained.promise;
    clearTimeout(limit);
  }

  get #isWaiting(): boolean {
    return this.#next !== undefined || this.#queue.length > 0;
  }

  #closeIdle(): void {
    if (this.#isWaiting) return;
    for (const client of this.#clients) if (client.isIdle) this.#close(client);
    if (this.#clients.length + this.#closing.size === 0) this.#drained.resolve();
  }

  #close(client: Client): void {
    this.#closing.add(client);
    void client.close().then(() => {
      this.#closing.delete(client);
      this.#closeIdle();
    });
  }

  #destroy(): void {
    this.#isDestroyed = true;
    for (let next = this.#takeNext(); next; next = this.#takeNext()) next.reject(destroyed());
    for (const client of this.#clients) client.destroy(destroyed());
    for (const client of this.#closing) client.abandon();
    this.#drained.resolve();
  }
}
