import { type Server as NetServer, Server as PlainServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Shorter intervals between connections suggest that more wait in the backlog. */
const quietMs = 25;
/** Maximum wait for a pause of that length. */
const quietMsMax = 500;
/** Time for the request of the last accepted connection to arrive. */
const arrivalMs = 500;

/**
 * Closes a listener without dropping requests. Closing resets connections that the kernel has not handed over yet. So new
 * requests are held for a moment: clients wait instead of opening connections, the backlog drains, the listener closes and
 * the held requests are served.
 */
export class ListenerDrain {
  private readonly server: NetServer;
  private connectedAt = 0;
  private gate: Promise<void> | undefined;

  constructor(server: NetServer) {
    this.server = server;
    server.on('connection', () => {
      this.connectedAt = performance.now();
    });
  }

  /** Resolves when a request may be served; undefined unless the listener is closing. */
  get passed(): Promise<void> | undefined {
    return this.gate;
  }

  /** Closes the listener. `closed` resolves when the last connection has ended. */
  async closeListener(): Promise<{ closed: Promise<void> }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    const deadline = performance.now() + quietMsMax;
    do {
      await sleep(quietMs);
      // After a stall of the process the timer comes before the connections that wait; these come in this turn.
      await turn();
    } while (performance.now() - this.connectedAt < quietMs && performance.now() < deadline);
    // Not `close` of node:http, which also closes connections whose first request is still in transit.
    const closed = new Promise<void>((done) => PlainServer.prototype.close.call(this.server, () => done()));
    this.gate = undefined;
    resolve();
    await sleep(arrivalMs);
    return { closed };
  }
}
