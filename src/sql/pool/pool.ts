import type { QueryReads } from '../statement-scope.ts';
import { Client, type ClientEnd, type ClientOwner } from './client.ts';
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
  #clients: readonly Client[] = [];
  /** Connections that wait for the server to close them. */
  #closing = 0;
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

  onRoom(client: Client): void {
    while (this.#queue.length > 0 && client.depth !== undefined) this.#give(client);
    if (this.#ended) this.#closeIdle();
  }

  /** However often that happens. */
  onStray(statement: Statement): void {
    this.#place(statement);
  }

  onEnd(client: Client, { error, wasOpen, unanswered, overdue }: ClientEnd): void {
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
    for (const statement of this.#queue.takeOf(reads)) statement.reject(nobodyWaits());
    for (const client of this.#clients) client.withdraw();
  };

  #place(statement: Statement): void {
    if (this.#isDestroyed) {
      statement.reject(destroyed());
      return;
    }
    this.#queue.push(statement);
    this.#serve();
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const client = this.#clients.find(({ isIdle }) => isIdle) ?? this.#newClient() ?? this.#shallowest();
      if (!client) return;
      this.#give(client);
    }
  }

  /** The next statement in turn. */
  #give(client: Client): void {
    const statement = this.#queue.shift();
    if (!statement) return;
    if (client.isNew) void client.open(statement, Math.max(0, this.#retryAt - performance.now()));
    else client.take(statement);
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

  /** The connection with the fewest statements before the next one. */
  #shallowest(): Client | undefined {
    const [found] = this.#clients
      .filter(({ depth }) => depth !== undefined)
      .toSorted((a, b) => Number(a.depth) - Number(b.depth));
    return found;
  }

  /** Asked again, once, where that can do no harm: its owner says that it changes nothing. */
  #mayRepeat(statement: Statement): boolean {
    if (!statement.isRepeatable || statement.isWithdrawn || this.#isDestroyed) return false;
    statement.isRepeatable = false;
    return true;
  }

  /** Each place is tried once. The other side may also be about to start. */
  #mayConnectAgain(statement: Statement): boolean {
    if (this.#isDestroyed || statement.isWithdrawn) return false;
    const { places, connectAgainMs = 0, isAway } = this.#options;
    statement.hostsTried += 1;
    if (statement.hostsTried < places.length) return true;
    statement.triedSince ??= performance.now();
    return !isAway?.() && performance.now() - statement.triedSince < connectAgainMs;
  }

  async #end(timeout: number | undefined): Promise<void> {
    const limit = timeout === undefined ? undefined : setTimeout(() => this.#destroy(), timeout * 1_000);
    this.#closeIdle();
    await this.#drained.promise;
    clearTimeout(limit);
  }

  #closeIdle(): void {
    if (this.#queue.length === 0) for (const client of this.#clients) if (client.isIdle) this.#close(client);
    if (this.#queue.length + this.#clients.length + this.#closing === 0) this.#drained.resolve();
  }

  #close(client: Client): void {
    this.#closing += 1;
    void client.close().then(() => {
      this.#closing -= 1;
      this.#closeIdle();
    });
  }

  #destroy(): void {
    this.#isDestroyed = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next.reject(destroyed());
    for (const client of this.#clients) client.destroy(destroyed());
    this.#drained.resolve();
  }
}
