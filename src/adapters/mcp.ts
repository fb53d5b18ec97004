import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequestParams,
  type CallToolResult,
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { errorBody, invalidRequest, ServiceError } from '../errors.ts';
import { requireScope } from '../graphql/builder.ts';
import { type Caller, type Context, type MadeFile, type Note, newContext, type Services } from '../graphql/context.ts';
import { type Prepared, toServiceError, withCurrent } from '../graphql/execute.ts';
import { parse } from '../graphql/issues.ts';
import { type Values, variablesOf, withoutHidden, withoutReadOnly } from './faces.ts';
import type { Catalogue, Narrowing, ToolEntry } from './mcp-catalogue.ts';
import { identity, instructions } from './mcp-identity.ts';
import { plainAnswer, plainCallIn } from './mcp-plain.ts';
import { imageOf, resultOf } from './mcp-result.ts';
import { paced } from './progress.ts';
import { failureOf, type ProseEvent, unlessFailed } from './stream.ts';

/** Who is at the other end, and what that end narrowed the tools to. */
export interface Session extends Narrowing {
  /** Asked for every message: a stdio session may outlive its key. */
  caller(): Caller | Promise<Caller>;
  /** Counts a call against the general limit, or throws `rate_limited`. */
  count(caller: Caller, note: Note): void;
  note: Note;
  requestId(): string;
}

/** The end of one call that hears of it and may give it up. */
type Peer = Pick<ServerContext['mcpReq'], 'signal' | 'notify'>;

/** A token's tools change with a new release only. */
const listsKeepMs = 5 * 60_000;
const options: ServerOptions = {
  capabilities: { tools: {} },
  instructions,
  cacheHints: {
    'tools/list': { ttlMs: listsKeepMs, cacheScope: 'private' },
    'server/discover': { ttlMs: listsKeepMs, cacheScope: 'private' },
  },
};

/** Between two reports of how far a call is. */
const reportMs = 1_000;

/** The operations as tools, for both generations of the protocol; HTTP and stdio bring the sessions. */
export function mcpFace(catalogue: Catalogue, operations: readonly Prepared[], services: Services, log: Logger) {
  function serverFor(session: Session): Server {
    const server = new Server(identity, options);
    server.setRequestHandler('tools/list', async () => {
      try {
        return { tools: catalogue.list((await session.caller()).scopes, session) };
      } catch (thrown) {
        const error = shown(thrown, session.requestId());
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.error.message, error);
      }
    });
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => answer(params, session, mcpReq));
    return server;
  }

  /** The checks in the order of contract 2, then the call. What fails is an answer too, in the contract's envelope. */
  async function answer(params: CallToolRequestParams, session: Session, peer: Peer): Promise<CallToolResult> {
    try {
      const caller = await session.caller();
      const tool = catalogue.find(params.name, session);
      if (tool?.prepared.scope) requireScope(caller, tool.prepared.scope);
      session.count(caller, session.note);
      if (!tool) throw unknownTool(params.name);
      if (tool.prepared.bucket) await services.charge(tool.prepared.bucket, caller, session.note);
      return await call(
        tool,
        aboutBook(tool, params.arguments ?? {}, session),
        { caller, note: session.note },
        peer,
        reporter(params, peer),
      );
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      // Structured content would hide the error from older clients, which hold it against the tool's output schema.
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(shown(thrown, session.requestId())) }] };
    }
  }

  async function call(
    { prepared, shape, bodyKeys, readOnly }: ToolEntry,
    args: Values,
    { caller, note }: { caller: Caller; note: Note },
    { signal }: Peer,
    report: Report,
  ): Promise<CallToolResult> {
    const given = Object.entries(parse(shape, withoutReadOnly(args, readOnly)));
    const body = Object.fromEntries(given.filter(([key]) => bodyKeys.has(key)));
    const others = Object.fromEntries(given.filter(([key]) => !bodyKeys.has(key)));
    const variables = variablesOf(prepared, others, prepared.operation.body && body);
    const another = () =>
      newContext(services, caller, signal, { charged: prepared.bucket ? [prepared.bucket] : [], note });
    const files: MadeFile[] = [];
    const context = {
      ...another(),
      ...(prepared.operation.tool?.shows ? { takeFile: (file: MadeFile) => files.push(file) } : {}),
      report: paced(
        ({ percent, stage, done, total }) => report(percent, `${stage}: ${done} of ${total}`, 100),
        reportMs,
      ),
    };
    const found = prepared.operation.stream
      ? writeAndWait(prepared, variables, context, another(), charsReported(report))
      : prepared.operation.startsRun
        ? prepared.run(variables, context).then(unlessFailed)
        : prepared.run(variables, context);
    const result = resultOf(
      prepared,
      await found.catch(async (error: unknown) => {
        throw lean(prepared, await withCurrent(error, operations, another()));
      }),
    );
    result.content.push(...files.map(imageOf));
    return context.replayed.size > 0 ? { ...result, _meta: { idempotencyReplayed: true } } : result;
  }

  function shown(thrown: unknown, requestId: string) {
    const error = toServiceError(thrown);
    if (error.code === 'internal') log.error({ err: thrown, requestId }, 'defect');
    return errorBody(error, requestId);
  }

  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.session as Session), {
    onerror: ({ message }) => log.debug({ why: message }, 'outside the protocol'),
  });

  return {
    /** One HTTP request, whose body has been read; streams and sessions outlive none. */
    serve: (request: Request, session: Session, parsedBody: unknown): Promise<Response> =>
      handler.fetch(request, {
        // The handler's one way to the factory; who calls has been settled before.
        authInfo: { token: '', clientId: '', scopes: [], extra: { session } },
        ...(parsedBody === undefined ? {} : { parsedBody }),
      }),
    /** The answer to a call that is a request of its own, without the protocol around it; undefined for what may need more of that than an answer. */
    servePlain(
      body: unknown,
      headers: IncomingHttpHeaders,
      session: Session,
      signal: AbortSignal,
    ): Promise<string> | undefined {
      const plain = plainCallIn(body, headers);
      if (!plain || !catalogue.find(plain.params.name, session)?.isPrompt) return undefined;
      const peer = { signal, notify: async () => {} };
      return answer(plain.params, session, peer).then((result) => plainAnswer(plain, result));
    },
    /** Makes the servers of a connection that stays, such as stdio. */
    factoryFor:
      (session: Session): McpServerFactory =>
      () =>
        serverFor(session),
  };
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${name.slice(0, 100)} here. tools/list shows those there are.`,
  );
}

/** The arguments of a call on a connection that is about one book; a call about another one is a mistake, not that book's. */
function aboutBook({ shape }: ToolEntry, args: Values, { bookId }: Session): Values {
  if (bookId === undefined || !shape.shape.bookId) return args;
  if (args.bookId !== undefined && args.bookId !== bookId)
    throw invalidRequest([{ path: 'bookId', message: `is settled on this connection: ${bookId}. Leave it out.` }]);
  return { ...args, bookId };
}

/** Tells a client how far a call is; the protocol wants the number to grow. */
type Report = (progress: number, message: string, total?: number) => void;

/** Tells only a client that asked for it. One that has gone away is none of the call's business. */
function reporter({ _meta }: CallToolRequestParams, { notify }: Peer): Report {
  const progressToken = _meta?.progressToken;
  return (progress, message, total) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, message, ...(total === undefined ? {} : { total }) };
    notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** How far a chapter is, in counts. */
function charsReported(report: Report): (chars: number) => void {
  let reportedAt = 0;
  return (chars) => {
    if (Date.now() - reportedAt < reportMs) return;
    reportedAt = Date.now();
    report(chars, `${chars} characters written`);
  };
}

/** Starts a run and waits for it as long as was asked, reporting how much it has written. One that failed is the tool's failure, as it is over REST. */
async function writeAndWait(
  prepared: Prepared,
  { waitSeconds, ...variables }: Values,
  context: Context,
  watching: Context,
  report: (chars: number) => void,
): Promise<unknown> {
  const run = (await prepared.run(variables, context)) as Values & { id: string };
  const until = AbortSignal.timeout(Number(waitSeconds ?? 0) * 1000);
  const events = (await prepared.read(
    { runId: run.id, fromOffset: 0 },
    { ...watching, signal: AbortSignal.any([watching.signal, until]) },
  )) as AsyncGenerator<ProseEvent, void, void>;
  let charsWritten = 0;
  for await (const event of events) {
    if (event.run) {
      const failure = failureOf(event.run);
      if (failure) throw failure;
      return event.run;
    }
    charsWritten = event.offset;
    report(charsWritten);
  }
  return { ...run, charsWritten };
}

/** A lost race with the record as the tool would show it: without what it hides. */
function lean({ operation }: Prepared, thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError) || !thrown.details.current) return thrown;
  const current = withoutHidden(thrown.details.current, operation.hidden?.tool);
  return new ServiceError(thrown.code, thrown.message, { ...thrown.details, current });
}
