/** Cells of the shared memory. */
const at = { lock: 0, turn: 1, limitMs: 2, connectionId: 3, secret: 4, cancelled: 5 } as const;
const cellCount = 6;

/** Where the engine's own memory has PostgreSQL's two flags of interrupts, in bytes. */
export interface InterruptFlags {
  memory: SharedArrayBuffer;
  interruptPending: number;
  queryCancelPending: number;
}

/** What the engine's thread sends when it accepts connections. */
export interface ClockMemory {
  cells: SharedArrayBuffer;
  flags: InterruptFlags;
}

export interface RunningStatement {
  turn: number;
  /** 0 means no limit. */
  limitMs: number;
  connectionId: number;
  /** What a CancelRequest for the connection must know. */
  secret: number;
}

/**
 * The statement that the engine runs and the way to cancel it, in memory that the main thread shares: a running statement
 * blocks the engine's own thread. A turn is odd while a statement runs.
 */
export class StatementClock {
  readonly memory: ClockMemory;
  readonly #cells: Int32Array;
  readonly #flags: Int32Array;

  constructor(memory: ClockMemory) {
    this.memory = memory;
    this.#cells = new Int32Array(memory.cells);
    this.#flags = new Int32Array(memory.flags.memory);
  }

  static create(flags: InterruptFlags): StatementClock {
    return new StatementClock({ cells: new SharedArrayBuffer(cellCount * Int32Array.BYTES_PER_ELEMENT), flags });
  }

  /** For the engine's thread. */
  begin({ id, secret }: { id: number; secret: number }, limitMs: number): void {
    Atomics.store(this.#cells, at.limitMs, limitMs);
    Atomics.store(this.#cells, at.connectionId, id);
    Atomics.store(this.#cells, at.secret, secret);
    Atomics.add(this.#cells, at.turn, 1);
  }

  /** For the engine's thread. A late cancellation does not reach the next statement. */
  end(): void {
    this.#locked(() => {
      Atomics.add(this.#cells, at.turn, 1);
      if (Atomics.exchange(this.#cells, at.cancelled, 0)) this.#flag('queryCancelPending', 0);
    });
  }

  /** Undefined while no client's statement runs. */
  get running(): RunningStatement | undefined {
    const turn = Atomics.load(this.#cells, at.turn);
    if (turn % 2 === 0) return undefined;
    const cell = (index: number) => Atomics.load(this.#cells, index);
    return { turn, limitMs: cell(at.limitMs), connectionId: cell(at.connectionId), secret: cell(at.secret) };
  }

  /** Asks the engine to cancel the statement of this turn, as a server's signal does. Does nothing if it has ended. */
  cancel(turn: number): void {
    this.#locked(() => {
      if (Atomics.load(this.#cells, at.turn) !== turn) return;
      Atomics.store(this.#cells, at.cancelled, 1);
      this.#flag('queryCancelPending', 1);
      this.#flag('interruptPending', 1);
    });
  }

  /** As a CancelRequest asks. Does nothing if this connection runs no statement now. */
  cancelOf(connectionId: number, secret: number): void {
    const { running } = this;
    if (running?.connectionId === connectionId && running.secret === secret) this.cancel(running.turn);
  }

  #flag(flag: 'queryCancelPending' | 'interruptPending', value: 0 | 1): void {
    Atomics.store(this.#flags, this.memory.flags[flag] / Int32Array.BYTES_PER_ELEMENT, value);
  }

  /** The lock is held for a few instructions, so waiting by spinning is enough. */
  #locked(work: () => void): void {
    while (Atomics.compareExchange(this.#cells, at.lock, 0, 1) !== 0);
    work();
    Atomics.store(this.#cells, at.lock, 0);
  }
}

const tickMs = 50;
/** Time, milliseconds, in which a cancelled statement must end. */
const graceMs = 500;

/**
 * Cancels a statement at its limit, and calls `stuck` if it does not end soon after. Time is counted in ticks: a process that
 * was suspended has one late tick, and its statements are not slow. Call the result to stop.
 */
export function watchStatements(clock: StatementClock, stuck: (statement: RunningStatement) => void): () => void {
  let turn = 0;
  let ranMs = 0;
  const timer = setInterval(() => {
    const { running } = clock;
    ranMs = running?.turn === turn ? ranMs + tickMs : 0;
    turn = running?.turn ?? 0;
    if (!running?.limitMs || ranMs < running.limitMs) return;
    clock.cancel(turn);
    if (ranMs < running.limitMs + graceMs) return;
    clearInterval(timer);
    stuck(running);
  }, tickMs).unref();
  return () => clearInterval(timer);
}
