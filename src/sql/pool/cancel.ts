import { once } from 'node:events';
import type { Tls } from '../address/tls.ts';
import { openSocket, type Place } from './socket.ts';
import type { Statement } from './statement.ts';

/** Milliseconds: most statements end sooner, and cancelling takes a connection to the server. */
const cancelAfterMs = 50;
/** Milliseconds after a request in which it may still hit another statement. A pooler passes it on late. */
const strayMs = 1_000;
const requestCode = 80_877_102;

/** The backend that a CancelRequest names: its process and the key that it gave out. */
export interface Session {
  readonly pid: number;
  readonly secret: number;
}

interface CancellerOptions {
  /** The statement that the connection runs. */
  running(): Statement | undefined;
  /** Sends a CancelRequest. Resolves when the server has taken it. */
  request(): Promise<void>;
  /** Nothing is under way any more. */
  onOver(): void;
}

/**
 * Cancels statements of one connection. The server cancels whatever the connection runs when the request arrives. So no
 * other statement is given to it until then, and one that was sent before and is hit is asked again.
 */
export class Canceller {
  isUnderWay = false;
  readonly #options: CancellerOptions;
  #timer: NodeJS.Timeout | undefined;
  #strayUntil = 0;
  #isStopped = false;

  constructor(options: CancellerOptions) {
    this.#options = options;
  }

  /** Cancels a statement that still runs after `ms`. */
  soon(statement: Statement, ms = cancelAfterMs): void {
    if (this.#timer || this.isUnderWay || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#options.running() === statement) void this.#cancel(statement, ms);
    }, ms).unref();
  }

  /** The statement to cancel was answered. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  stop(): void {
    this.#isStopped = true;
    this.forget();
  }

  /** Whether the request for another statement has hit this one, which the server has just cancelled. */
  isStray(statement: Statement): boolean {
    const isNear = this.isUnderWay || performance.now() < this.#strayUntil;
    return isNear && !statement.isWithdrawn && !statement.isLate;
  }

  async #cancel(statement: Statement, ms: number): Promise<void> {
    this.isUnderWay = true;
    await this.#options.request();
    this.isUnderWay = false;
    this.#strayUntil = performance.now() + strayMs;
    const running = this.#options.running();
    // It may not have begun on the server, or be deaf for the moment.
    if (running === statement) this.soon(statement, 2 * ms);
    else if (running?.isWithdrawn) this.soon(running);
    if (!running && !this.#isStopped) this.#options.onOver();
  }
}

/** Resolves when the server has taken the request, or when it cannot be reached. */
export async function requestCancel(place: Place, wanted: Tls, { pid, secret }: Session, msMax: number): Promise<void> {
  const limit = AbortSignal.timeout(msMax);
  try {
    const socket = await openSocket(place, wanted, limit);
    socket.on('error', () => {});
    limit.addEventListener('abort', () => socket.destroy());
    const request = Buffer.alloc(16);
    for (const [at, value] of [request.length, requestCode, pid, secret].entries())
      request.writeUInt32BE(value, 4 * at);
    socket.resume().write(request);
    if (!socket.closed) await once(socket, 'close');
  } catch {
    // The statement ends at its limit.
  }
}
