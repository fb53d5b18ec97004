import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { withoutReaderKey } from './domain/leaving/publication/rules.ts';
import { ServiceError } from './errors.ts';
import type { Admitted, Face } from './faces/door.ts';
import type { Page } from './faces/explorers/document.ts';
import { explorersOf, pagesOf } from './faces/explorers/pages.ts';
import { mcpOverHttp } from './faces/mcp/http.ts';
import { resourceMetadata, signInAnswer } from './faces/mcp/sign-in.ts';
import { readerOf } from './faces/reader/reader.ts';
import { robotsPages } from './faces/reader/robots.ts';
import { restFace } from './faces/rest/face.ts';
import { sessionFace } from './faces/session.ts';
import { requireNoBody } from './http/body.ts';
import { allowBrowser, refuseWebSocket } from './http/browser.ts';
import { Connections, type ConnectionsOptions } from './http/connections.ts';
import { boundUnreadBody } from './http/drain.ts';
import { type Exchange, newExchange, requireMethod, sendError, sendJson } from './http/exchange.ts';
import { refuseSecondHost } from './http/host.ts';
import { ListenerDrain } from './http/listener-drain.ts';
import { redirectPage } from './http/page.ts';
import { refuseRebinding } from './http/rebinding.ts';
import { refuseBytes } from './http/refuse-bytes.ts';
import { logWhenDone } from './http/request-log.ts';
import { limits } from './limits/limits.ts';
import { once } from './once.ts';
import { tokenCounter } from './providers/tokenizer.ts';
import type { Service } from './service.ts';
import { onBehalfOf } from './sql/statement-scope.ts';

const drainMsMax = 10_000;
/** Probes are answered over the limit of connections too. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Interval at which connections are checked for clients that do not read. */
const checkMs = 1_000;

/** Limits of clients, and clock and pace of their check; defaults otherwise. */
export interface HttpServerOptions extends Pick<ConnectionsOptions, 'now' | 'limits'> {
  checkMs?: number;
}

/** Listens on a port: selects the face by path, and answers every error in the contract's shape. */
export class HttpServer {
  private readonly service: Service;
  private readonly config: Config;
  private readonly log: Logger;
  private readonly server: Server;
  private readonly rest: Face;
  private readonly mcp: Face;
  /** Takes long to load. Early callers of other faces do not wait for it. */
  private readonly graphql: () => Promise<Page>;
  /** Pages and probes without authentication, by path. */
  private readonly open: ReadonlyMap<string, Page>;
  private readonly explorerOf: ReturnType<typeof explorersOf>;
  private readonly reader: Page;
  private readonly session: Page;
  private readonly stopping: ListenerDrain;
  private readonly connections: Connections;
  private readonly checkMs: number;
  private checking: NodeJS.Timeout | undefined;
  private draining = false;
  private resuming: Promise<void> | undefined;

  constructor(
    service: Service,
    config: Config,
    log: Logger,
    { now, limits: clientLimits, ...pace }: HttpServerOptions = {},
  ) {
    this.service = service;
    this.config = config;
    this.log = log;
    const { schema, operations, services } = service;
    const { read, work, publicUrl } = services;
    this.checkMs = pace.checkMs ?? checkMs;
    this.connections = new Connections({
      trustedProxies: config.trustedProxies,
      onCut: (remoteAddress) => log.info({ remoteAddress }, 'a connection was cut: its client took no bytes for 30 s'),
      now,
      limits: clientLimits,
    });
    this.rest = restFace(schema, operations, services);
    this.mcp = mcpOverHttp(service.mcp, publicUrl);
    this.graphql = once(() => this.loadGraphql());
    this.explorerOf = explorersOf(service);
    this.reader = readerOf({ read, work, publicUrl, onView: service.noteView });
    this.session = sessionFace(service);
    this.open = new Map<string, Page>([
      ...pagesOf(service),
      ...robotsPages(read, publicUrl),
      ['/healthz', (exchange) => sendJson(exchange, 200, { status: 'ok' })],
      ['/readyz', (exchange) => this.ready(exchange)],
    ]);
    this.server = createServer(
      {
        headersTimeout: limits.headersSeconds * 1000,
        requestTimeout: limits.requestSeconds * 1000,
        connectionsCheckingInterval: 2_000,
        keepAliveTimeout: config.keepAliveSeconds * 1000,
      },
      (req, res) => {
        const exchange = newExchange(req, res, this.connections.begin(req, res));
        if (this.draining) res.setHeader('connection', 'close');
        logWhenDone(exchange, log, withoutReaderKey);
        boundUnreadBody(req, res);
        this.serve(exchange)
          .catch((error: unknown) => sendError(exchange, error, log))
          .catch((error: unknown) => {
            log.error({ err: error, requestId: exchange.requestId }, 'an error response could not be sent');
            res.destroy();
          });
      },
    );
    this.stopping = new ListenerDrain(this.server);
    this.server.on('connection', (socket) => this.connections.accept(socket));
    this.server.on('clientError', refuseBytes);
  }

  /**
   * Resolves with the port when it listens; rejects if the address is in use. Then resumes work that an earlier process of
   * this node left.
   */
  async listen(port: number): Promise<number> {
    const listening = new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, this.config.host, resolve);
    });
    this.resuming = listening.then(() => this.service.resumeWork());
    this.checking = setInterval(() => this.connections.check(), this.checkMs).unref();
    await this.resuming;
    return (this.server.address() as AddressInfo).port;
  }

  /**
   * Stops in three steps. `/readyz` fails at once, and requests are served for `graceMs` more with `connection: close`, so
   * that load balancers and clients move away. Then the listener closes. Requests in flight may finish within 10 s.
   */
  async close(finishRuns: () => Promise<void>, graceMs = 0): Promise<void> {
    this.draining = true;
    if (graceMs > 0) await sleep(graceMs);
    const { closed } = graceMs > 0 ? await this.stopping.closeListener() : this.closeAtOnce();
    this.server.closeIdleConnections();
    const idle = setInterval(() => this.server.closeIdleConnections(), 100);
    const giveUp = setTimeout(() => this.server.closeAllConnections(), drainMsMax - 1_000);
    await finishRuns();
    await closed;
    clearInterval(idle);
    clearInterval(this.checking);
    clearTimeout(giveUp);
    // Page views can arrive after the service closed.
    await this.service.views.flush();
  }

  private closeAtOnce(): { closed: Promise<void> } {
    return { closed: new Promise<void>((resolve) => this.server.close(() => resolve())) };
  }

  private async serve(exchange: Exchange): Promise<void> {
    const { path } = exchange;
    if (this.stopping.passed) await this.stopping.passed;
    refuseSecondHost(exchange.req);
    // Otherwise a chapter of a run that died with its process would read `generating`.
    if (!probes.has(path)) await this.resuming;
    refuseWebSocket(exchange);
    if (exchange.method === 'OPTIONS') await requireNoBody(exchange);
    if (allowBrowser(exchange, this.config.allowedOrigins)) return;
    if (path === '/v1' || path.startsWith('/v1/')) return this.enter(this.rest, exchange);
    if (redirectPage(exchange)) return;
    const explorer = this.explorerOf(exchange);
    if (path === '/graphql' && !explorer) return (await this.graphql())(exchange);
    if (path === '/mcp' && !explorer) {
      const publicUrl = this.service.services.publicUrl();
      refuseRebinding(exchange, this.config, publicUrl);
      exchange.challenge = resourceMetadata(publicUrl);
      return this.enter(this.mcp, exchange);
    }
    const page = explorer ?? signInAnswer(exchange, this.service.services.publicUrl) ?? this.openPage(path);
    if (!probes.has(path)) this.connections.refuseSurplus(exchange.req.socket);
    if (exchange.method !== 'POST') await requireNoBody(exchange);
    return page(exchange);
  }

  /** Authenticates a request. Its connection then counts for the account. */
  private async admit(exchange: Exchange): Promise<Admitted> {
    const { socket, headers } = exchange.req;
    if (!headers.authorization) this.connections.refuseSurplus(socket);
    const admitted = await this.service.door.admit(exchange);
    this.connections.own(exchange, admitted.caller.accountId);
    return admitted;
  }

  /** A page or probe that needs no key. Throws `not_found` for an unknown path. */
  private openPage(path: string): Page {
    if (path === '/read' || path.startsWith('/read/')) return this.reader;
    if (path === '/session') return this.session;
    const page = this.open.get(path);
    if (!page) throw new ServiceError('not_found', 'No such path. GET / lists the endpoints.');
    return (exchange) => {
      requireMethod(exchange, ['GET', 'HEAD']);
      return page(exchange);
    };
  }

  /** The statements of an account wait in a queue of its own. */
  private async enter(face: Face, exchange: Exchange): Promise<void> {
    const admitted = await this.admit(exchange);
    return onBehalfOf(admitted.caller.accountId, () => face(exchange, admitted));
  }

  private async loadGraphql(): Promise<Page> {
    const { graphqlFace, sendGraphqlError } = await import('./faces/graphql/face.ts');
    const { schema, operations, persisted, services } = this.service;
    const face = graphqlFace(schema, operations, persisted, services, this.log);
    return async (exchange) => {
      try {
        await this.enter(face, exchange);
      } catch (error) {
        if (exchange.res.headersSent) throw error;
        sendGraphqlError(exchange, error);
      }
    };
  }

  /** Loads the faces that were not used yet, and what every prompt needs: later it would hold up other requests. */
  async warmUp(): Promise<void> {
    await this.graphql();
    await this.service.mcp();
    await tokenCounter();
  }

  private async ready(exchange: Exchange): Promise<void> {
    if (this.draining)
      throw new ServiceError('unavailable', 'This node is stopping. Try again; another node will answer.', {
        retry_after: 1,
      });
    await this.service.isReady();
    sendJson(exchange, 200, { status: 'ready' });
  }
}
