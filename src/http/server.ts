import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { errorBody, invalidRequest, ServiceError } from '../errors.ts';
import type { Service } from '../service.ts';
import { allowBrowser, refuseRebinding } from './browser.ts';
import { type Exchange, newExchange, newRequestId, requireMethod, sendError, sendJson } from './exchange.ts';
import { serveMcp } from './mcp.ts';
import type { Page } from './pages/document.ts';
import { explorersOf, pagesOf } from './pages.ts';
import { robotsPages } from './reader/robots.ts';
import { readerOf } from './reader.ts';

const headersMsMax = 10_000;
const requestMsMax = 30_000;
const drainMsMax = 10_000;

/** The one door: node:http, a fixed set of paths, and errors in the contract's shape whatever happens. */
export class HttpDoor {
  private readonly service: Service;
  private readonly config: Config;
  private readonly log: Logger;
  private readonly server: Server;
  /** Pages and probes that need no token, by path. */
  private readonly open: ReadonlyMap<string, Page>;
  private readonly explorerOf: ReturnType<typeof explorersOf>;
  private readonly reader: Page;
  private draining = false;

  constructor(service: Service, config: Config, log: Logger) {
    this.service = service;
    this.config = config;
    this.log = log;
    this.explorerOf = explorersOf(service);
    const { read, publicUrl } = service.services;
    this.reader = readerOf({ read, publicUrl, onView: service.noteView });
    this.open = new Map<string, Page>([
      ...pagesOf(service),
      ...robotsPages(read, publicUrl),
      ['/healthz', (exchange) => sendJson(exchange, 200, { status: 'ok' })],
      ['/readyz', (exchange) => this.ready(exchange)],
    ]);
    this.server = createServer(
      {
        headersTimeout: headersMsMax,
        requestTimeout: requestMsMax,
        connectionsCheckingInterval: 2_000,
        keepAliveTimeout: 65_000,
      },
      (req, res) => {
        const exchange = newExchange(req, res);
        if (this.draining) res.setHeader('connection', 'close');
        this.logWhenDone(exchange);
        this.serve(exchange)
          .catch((error: unknown) => sendError(exchange, error, log))
          .catch((error: unknown) => {
            log.error({ err: error, requestId: exchange.requestId }, 'an error could not be answered');
            res.destroy();
          });
      },
    );
    this.server.on('clientError', (_error, socket) => refuseBytes(socket));
  }

  /** Resolves with the port once it listens; rejects when the address is taken. What a former life on it left is taken up. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, this.config.host, resolve);
    });
    await this.service.takeUp();
    return (this.server.address() as AddressInfo).port;
  }

  /** Not ready any more, no new connections, requests under way are finished; within 10 s. */
  async close(finishRuns: () => Promise<void>): Promise<void> {
    this.draining = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const idle = setInterval(() => this.server.closeIdleConnections(), 100);
    const giveUp = setTimeout(() => this.server.closeAllConnections(), drainMsMax - 1_000);
    await finishRuns();
    await closed;
    clearInterval(idle);
    clearTimeout(giveUp);
    // Pages that were under way until now have been noted since the service closed.
    await this.service.views.flush();
  }

  private async serve(exchange: Exchange): Promise<void> {
    const { path } = exchange;
    if (allowBrowser(exchange, this.config.allowedOrigins)) return;
    if (path === '/v1' || path.startsWith('/v1/')) return this.service.rest(exchange);
    if (path === '/read' || path.startsWith('/read/')) return this.reader(exchange);
    const explorer = this.explorerOf(exchange);
    if (explorer) return explorer(exchange);
    if (path === '/graphql') return this.service.graphql(exchange);
    if (path === '/mcp') {
      refuseRebinding(exchange, this.config, this.service.services.publicUrl());
      return serveMcp(exchange, this.service);
    }
    const page = this.open.get(path);
    if (!page) throw new ServiceError('not_found', 'Nothing is here. GET / lists what there is.');
    requireMethod(exchange, ['GET', 'HEAD']);
    return page(exchange);
  }

  private async ready(exchange: Exchange): Promise<void> {
    if (this.draining)
      throw new ServiceError('unavailable', 'This node is stopping. Ask another one.', { retry_after: 1 });
    await this.service.isReady();
    sendJson(exchange, 200, { status: 'ready' });
  }

  /** Method, path and outcome; never a query, a header or a body, which may hold secrets or prose. */
  private logWhenDone({ req, res, method, path, requestId }: Exchange): void {
    const began = performance.now();
    res.once('close', () =>
      this.log.info(
        {
          requestId,
          method,
          path,
          status: res.statusCode,
          ms: Math.round(performance.now() - began),
          ...(req.aborted ? { aborted: true } : {}),
        },
        'request',
      ),
    );
  }
}

/** Answers bytes that are no HTTP request; node has made no request of them. */
function refuseBytes(socket: Duplex): void {
  if (!socket.writable) return;
  const requestId = newRequestId();
  const refusal = invalidRequest([{ path: '', message: 'is not an HTTP request that can be read.' }]);
  const body = JSON.stringify(errorBody(refusal, requestId));
  const head = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\nx-request-id: ${requestId}\r\ncontent-type: application/json; charset=utf-8`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
