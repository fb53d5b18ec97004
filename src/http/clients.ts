import { ServiceError } from '../errors.ts';
import { rateLimited } from '../limits/burst.ts';
import type { limits } from '../limits/limits.ts';
import { once } from '../once.ts';

/** Limits of one client; other values in tests. */
export type ClientLimits = { [Limit in keyof typeof limits.client]: number };

/** What one client holds. */
export class Client {
  readonly name: string;
  connections = 0;
  waitingBytes = 0;
  exports = 0;

  constructor(name: string) {
    this.name = name;
  }

  get isIdle(): boolean {
    return this.connections === 0 && this.waitingBytes === 0 && this.exports === 0;
  }
}

/** Clients by name. A client that holds nothing is forgotten. */
export class Clients {
  readonly limits: ClientLimits;
  readonly #clients = new Map<string, Client>();

  constructor(limits: ClientLimits) {
    this.limits = limits;
  }

  address(network: string): Client {
    return this.#named(`address ${network}`);
  }

  account(accountId: string): Client {
    return this.#named(`account ${accountId}`);
  }

  addConnection(client: Client): void {
    client.connections += 1;
  }

  removeConnection(client: Client): void {
    client.connections -= 1;
    this.#forgetIdle(client);
  }

  /**
   * Counts bytes that wait for the client, until the returned function is called. Throws `unavailable` over the limit. A
   * single answer may be larger.
   */
  hold(client: Client, bytes: number): () => void {
    const { waitingBytes } = this.limits;
    if (client.waitingBytes > 0 && client.waitingBytes + bytes > waitingBytes) throw tooManyBytes(waitingBytes);
    client.waitingBytes += bytes;
    return once(() => {
      client.waitingBytes -= bytes;
      this.#forgetIdle(client);
    });
  }

  /** Counts an export, until the returned function is called. Throws `rate_limited` over the limit. */
  beginExport(client: Client): () => void {
    const { exportsAtOnce } = this.limits;
    if (client.exports >= exportsAtOnce)
      throw rateLimited(`One address may download ${exportsAtOnce} exports at the same time.`, 5_000);
    client.exports += 1;
    return once(() => {
      client.exports -= 1;
      this.#forgetIdle(client);
    });
  }

  #named(name: string): Client {
    const known = this.#clients.get(name);
    if (known) return known;
    const client = new Client(name);
    this.#clients.set(name, client);
    return client;
  }

  #forgetIdle(client: Client): void {
    if (client.isIdle) this.#clients.delete(client.name);
  }
}

function tooManyBytes(bytesMax: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `Answers of ${bytesMax / 1024 ** 2} MB, the limit, wait to be read by this client. Read them or close their connections, then try again.`,
    { retry_after: 5 },
  );
}
