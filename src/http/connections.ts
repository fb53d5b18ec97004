import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors.ts';
import { networkOf } from '../limits/auth-failures.ts';
import { rateLimited } from '../limits/burst.ts';
import { limits } from '../limits/limits.ts';
import { type Client, type ClientLimits, Clients } from './clients.ts';
import { clientAddress } from './views.ts';

/** Time that one check counts at most. A process that was suspended sent nothing meanwhile. */
const countedMsMax = 5_000;

export interface ConnectionsOptions {
  trustedProxies: number;
  /** Called for each connection that is cut. */
  onCut: (remoteAddress: string | undefined) => void;
  now?: (() => number) | undefined;
  limits?: Partial<ClientLimits> | undefined;
}

interface Connection {
  socket: Socket;
  /** The client that the connection counts for. Undefined for an idle connection of a trusted proxy. */
  client?: Client | undefined;
  /** Whether it is over the limit of its address, so that only a valid key keeps it. */
  isSurplus: boolean;
  /** Bytes that the client has taken. Undefined if none wait. */
  taken?: number | undefined;
  /** Time since it took the last of them. */
  waitedMs: number;
}

/** The client of one request, to which its response counts. */
export interface RequestClient {
  /** Counts bytes that wait for the client. The returned function ends it. */
  hold(bytes: number): () => void;
  /** Counts an export until the response closes. */
  beginExport(): void;
}

/** Open connections by client. Enforces the limits of clients, and cuts connections whose client does not read. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #now: () => number;
  readonly #clients: Clients;
  readonly #connections = new Map<Socket, Connection>();
  #checkedAt: number;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#clients = new Clients({ ...limits.client, ...options.limits });
    this.#now = options.now ?? (() => performance.now());
    this.#checkedAt = this.#now();
  }

  /** Counts a new connection for its address, which behind proxies is known only from a request. */
  accept(socket: Socket): void {
    const connection: Connection = { socket, isSurplus: false, waitedMs: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#move(connection, undefined);
      this.#connections.delete(socket);
    });
    if (this.#options.trustedProxies > 0) return;
    this.#moveToAddress(connection, this.#clients.address(networkOf(socket.remoteAddress ?? '')));
    if ((connection.client?.connections ?? 0) > this.#clients.limits.openingConnections) socket.destroy();
  }

  /** The client of a request: its address, until a key is found valid. */
  begin(req: IncomingMessage, res: ServerResponse): RequestClient {
    const { trustedProxies } = this.#options;
    const connection = this.#connections.get(req.socket);
    const address = () => this.#clients.address(networkOf(clientAddress({ req }, trustedProxies)));
    if (connection && trustedProxies > 0) {
      this.#moveToAddress(connection, address());
      res.once('close', () => this.#move(connection, undefined));
    }
    if (connection?.isSurplus) res.setHeader('connection', 'close');
    return {
      hold: (bytes) => this.#clients.hold(connection?.client ?? address(), bytes),
      beginExport: () => void res.once('close', this.#clients.beginExport(address())),
    };
  }

  /**
   * Counts the connection of a request with a valid key for the account. Throws `rate_limited` and closes the connection if
   * the account has too many.
   */
  own({ req, res }: { req: IncomingMessage; res: ServerResponse }, accountId: string): void {
    const connection = this.#connections.get(req.socket);
    if (!connection) return;
    const account = this.#clients.account(accountId);
    if (connection.client === account) return;
    const { accountConnections } = this.#clients.limits;
    if (account.connections >= accountConnections) {
      res.setHeader('connection', 'close');
      throw rateLimited(`One account may have ${accountConnections} connections at the same time.`, 1_000);
    }
    connection.isSurplus = false;
    this.#move(connection, account);
  }

  /** Throws `unavailable` for a request without a valid key on a connection over the limit of its address. */
  refuseSurplus(socket: Socket): void {
    if (!this.#connections.get(socket)?.isSurplus) return;
    throw new ServiceError(
      'unavailable',
      `One address may have ${this.#clients.limits.addressConnections} connections without a valid key. Close some, then try again.`,
      { retry_after: 5 },
    );
  }

  /** Cuts connections whose client took nothing for too long. Those that wait for us have no bytes waiting. */
  check(): void {
    const now = this.#now();
    const passedMs = Math.min(now - this.#checkedAt, countedMsMax);
    this.#checkedAt = now;
    for (const connection of this.#connections.values()) if (hasStalled(connection, passedMs)) this.#cut(connection);
  }

  #cut({ socket }: Connection): void {
    const { remoteAddress } = socket;
    socket.destroy();
    this.#options.onCut(remoteAddress);
  }

  #moveToAddress(connection: Connection, address: Client): void {
    this.#move(connection, address);
    connection.isSurplus = address.connections > this.#clients.limits.addressConnections;
  }

  #move(connection: Connection, client: Client | undefined): void {
    const former = connection.client;
    connection.client = client;
    if (client) this.#clients.addConnection(client);
    if (former) this.#clients.removeConnection(former);
  }
}

/** Whether bytes have waited for the whole time while the client took none. */
function hasStalled(connection: Connection, passedMs: number): boolean {
  const { socket } = connection;
  if (socket.writableLength === 0) {
    connection.taken = undefined;
    return false;
  }
  const taken = socket.bytesWritten - socket.writableLength;
  connection.waitedMs = connection.taken === taken ? connection.waitedMs + passedMs : 0;
  connection.taken = taken;
  return connection.waitedMs >= limits.unreadSeconds * 1000;
}
