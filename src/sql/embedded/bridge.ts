import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { PeerTimeout } from '../../peer-timeout.ts';
import { type Batch, Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { SessionKeeper } from './keeper.ts';
import { type Answer, fatal, int32, ProtocolError, query, type Status, sync, text } from './protocol.ts';
import type { StatementClock } from './statement-clock.ts';

/** Milliseconds of work before yielding to sockets and timers. */
const sliceMs = 5;

/**
 * Multiplexes one engine over many clients. A connection owns the engine for a batch or a whole transaction, until
 * ReadyForQuery reports idle. The others wait in one FIFO queue.
 */
export class Bridge {
  /** When the engine last worked for a client, as performance.now(). */
  busyAt = performance.now();
  readonly #engine: Engine;
  readonly #clock: StatementClock;
  readonly #idle: PeerTimeout;
  readonly #idleTransactionMs: number;
  readonly #keeper: SessionKeeper;
  readonly #connections = new Set<Connection>();
  readonly #queue: (() => Promise<void>)[] = [];
  readonly #queued = new Set<Connection>();
  #owner: Connection | undefined;
  #status: Status | undefined = 'I';
  #working = false;
  #accepted = 0;

  /**
   * `idleTransactionMs`: limit of an idle transaction, after which the client is rolled back and disconnected. A
   * transaction may set another one: SET LOCAL idle_in_transaction_session_timeout.
   */
  constructor(engine: Engine, clock: StatementClock, idleTransactionMs: number) {
    this.#engine = engine;
    this.#clock = clock;
    this.#idleTransactionMs = idleTransactionMs;
    this.#idle = new PeerTimeout(idleTransactionMs, () => this.#loseOwner());
    this.#keeper = new SessionKeeper(engine);
  }

  accept(socket: Socket): void {
    this.#accepted += 1;
    const connection = new Connection(this.#accepted, socket, {
      started: (connection, parameters) => this.#enqueue(() => this.#start(connection, parameters)),
      changed: (connection) => this.#wake(connection),
    });
    this.#connections.add(connection);
  }

  /** Runs internal SQL in turn, with default settings. */
  ask(sql: string): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#enqueue(async () => {
      await this.#keeper.enter('');
      resolve(await this.#engine.run(query(sql)));
    });
    return promise;
  }

  /** Disconnects every client. Resolves when their transactions are rolled back. */
  async close(): Promise<void> {
    for (const connection of this.#connections) {
      connection.dismiss(fatal('57P01', 'terminating connection due to administrator command'));
    }
    while (this.#connections.size) await setImmediate();
  }

  async #start(connection: Connection, startup: ReadonlyMap<string, string>): Promise<void> {
    const { parameters, error } = await this.#keeper.begin(connection.session);
    if (error) return connection.dismiss(error);
    const own = { session_authorization: startup.get('user'), application_name: startup.get('application_name') };
    const named = Object.entries(own).map(([name, value]) => [name, value ?? ''] as const);
    connection.greet(new Map([...this.#engine.parameters, ...parameters, ...named]));
  }

  #enqueue(turn: () => Promise<void>): void {
    this.#queue.push(turn);
    void this.#work();
  }

  #wake(connection: Connection): void {
    if (connection === this.#owner) return void this.#work();
    const waits = this.#connections.has(connection) && (connection.ready || connection.gone);
    if (!waits || this.#queued.has(connection)) return;
    this.#queued.add(connection);
    this.#enqueue(() => this.#serve(connection));
  }

  /** A single loop, so that the engine never has two callers. An error in it ends the thread. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    let since = performance.now();
    for (let turn = this.#next(); turn; turn = this.#next()) {
      await turn();
      if (performance.now() - since < sliceMs) continue;
      await setImmediate();
      since = performance.now();
    }
    this.#working = false;
  }

  #next(): (() => Promise<void>) | undefined {
    const owner = this.#owner;
    if (!owner) return this.#queue.shift();
    return owner.ready || owner.gone ? () => this.#serve(owner) : undefined;
  }

  async #serve(connection: Connection): Promise<void> {
    this.#queued.delete(connection);
    this.#idle.cancel();
    this.busyAt = performance.now();
    const batch = connection.take();
    if (batch) await this.#run(connection, batch);
    else if (connection.gone) await this.#part(connection);
    if (this.#owner === connection) this.#awaitOwner(connection);
    this.#wake(connection);
  }

  async #run(connection: Connection, batch: Batch): Promise<void> {
    const { session } = connection;
    const refusal = this.#owner ? undefined : await this.#keeper.enter(session.settings);
    const messages = refusal ? undefined : translated(connection, batch);
    if (!messages) return connection.dismiss(refusal ?? fatal('08P01', 'a message is cut short'));
    this.#clock.begin(connection, session.limitMs);
    const answer = await this.#engine.run(messages);
    this.#clock.end();
    connection.send(...answer.forClient);
    this.#status = answer.status ?? (batch.closes ? await this.#resync(connection) : undefined);
    this.#owner = this.#status === 'I' ? undefined : connection;
    await this.#keeper.settle(session, answer, this.#status);
    for (const notification of answer.notifications) this.#notify(connection, notification);
  }

  /** A COPY consumed the Sync that ended the batch. */
  async #resync(connection: Connection): Promise<Status | undefined> {
    const { forClient, status } = await this.#engine.run(sync);
    connection.send(...forClient);
    return status;
  }

  async #part(connection: Connection): Promise<void> {
    await this.#keeper.end(connection.session, this.#owner === connection ? this.#status : 'I');
    if (this.#owner === connection) this.#owner = undefined;
    this.#connections.delete(connection);
    connection.close();
  }

  #awaitOwner({ session }: Connection): void {
    const limitMs = session.localIdleMs ?? this.#idleTransactionMs;
    if (limitMs > 0) this.#idle.start(limitMs);
  }

  #loseOwner(): void {
    this.#owner?.dismiss(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'));
  }

  #notify(sender: Connection, notification: Buffer): void {
    const senderAt = 5;
    const channel = text(notification, senderAt + 4);
    int32(sender.id).copy(notification, senderAt);
    for (const connection of this.#connections) {
      if (connection.session.channels.has(channel)) connection.send(notification);
    }
  }
}

/** Undefined for a malformed message. */
function translated(connection: Connection, batch: Batch): Buffer | undefined {
  try {
    return connection.session.translate(batch.messages);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
