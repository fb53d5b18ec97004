import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequestParams,
  type CallToolResult,
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from '../../caller.ts';
import { errorBody, invalidRequest, ServiceError } from '../../errors.ts';
import { newContext } from '../../graphql/context.ts';
import { type PreparedOperation, withCurrent } from '../../graphql/execute.ts';
import { parse } from '../../graphql/issues.ts';
import type { MadeFile } from '../../graphql/made-file.ts';
import { permit, requireTool } from '../../graphql/permit.ts';
import { logFault, toServiceError } from '../../graphql/service-error.ts';
import type { Services } from '../../graphql/services.ts';
import type { ReportLimit } from '../../limits/rate-limit.ts';
import { type Values, variablesOf, withoutHidden, withoutReadOnly } from '../faces.ts';
import { throttled } from '../rest/progress.ts';
import { runUnlessFailed } from '../rest/stream.ts';
import type { Catalogue } from './catalogue.ts';
import { nearestTool, type Target, targetOf } from './dispatch.ts';
import type { ToolEntry } from './entry.ts';
import { identity, instructions } from './identity.ts';
import { withoutNull } from './message.ts';
import { Names } from './names.ts';
import type { Narrowing } from './narrowing.ts';
import { plainAnswer, plainCallIn } from './plain.ts';
import { charsReported, type Peer, type Report, reporter, reportMs, writeAndWait } from './progress.ts';
import { listersOf, withRemedy } from './remedy.ts';
import { resultOf, textOf } from './result.ts';

/** A connection: its caller, its limits, and its narrowing of the tools. */
interface Session extends Narrowing {
  /** Authenticates the caller for every message, because a stdio session may outlive its key. */
  caller(): Caller | Promise<Caller>;
  /** Counts a call against the general limit, or throws `rate_limited`. */
  count(caller: Caller, reportLimit: ReportLimit): void;
  reportLimit: ReportLimit;
  requestId(): string;
}

/** Time that clients may cache a list, milliseconds (ours). The tools of a key change only with a release. */
const listTtlMs = 5 * 60_000;
const options: ServerOptions = {
  capabilities: { tools: {} },
  instructions,
  cacheHints: {
    'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' },
    'server/discover': { ttlMs: listTtlMs, cacheScope: 'private' },
  },
};

export type McpFace = ReturnType<typeof mcpFace>;

/** Serves operations as tools, for both generations of the protocol. HTTP and stdio create the sessions. */
export function mcpFace(
  schema: GraphQLSchema,
  catalogue: Catalogue,
  operations: readonly PreparedOperation[],
  services: Services,
  log: Logger,
) {
  const names = new Names(schema);
  const listers = listersOf(
    schema,
    operations.map(({ operation }) => operation),
  );

  function serverFor(session: Session): Server {
    const server = new Server(identity, options);
    server.setRequestHandler('tools/list', async () => {
      try {
        return { tools: catalogue.list(await session.caller(), session) };
      } catch (thrown) {
        const error = errorBodyFor(thrown, session.requestId());
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.error.message, error);
      }
    });
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
      answer(params, targetOf(params, catalogue, session), session, mcpReq),
    );
    return server;
  }

  /** Checks a call in the order of contract 2, then runs it. A failure is an answer with the error of the contract. */
  async function answer(
    params: CallToolRequestParams,
    target: Target | undefined,
    session: Session,
    peer: Peer,
  ): Promise<CallToolResult> {
    try {
      // Every caller over MCP counts as an agent, whatever the kind of its key.
      const caller: Caller = { ...(await session.caller()), kind: 'agent' };
      const tool = target && 'tool' in target ? target.tool : undefined;
      if (tool) requireTool(caller, tool.names);
      if (tool) permit(caller, tool.prepared);
      session.count(caller, session.reportLimit);
      if (!target) throw unknownTool(params.name, nearestTool(params.name, catalogue, session));
      if ('answer' in target) return target.answer(caller);
      if (target.tool.prepared.bucket) await services.charge(target.tool.prepared.bucket, caller, session.reportLimit);
      return await call(
        { ...target, args: withBoundBook(target.tool, target.args, session) },
        { caller, reportLimit: session.reportLimit },
        peer,
        reporter(params, peer),
      );
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown;
      const remedied = target && 'tool' in target ? withRemedy(thrown, { ...target, listers }) : thrown;
      // No structured content: older clients would validate it against the output schema and hide the error.
      return { isError: true, content: [textOf(JSON.stringify(errorBodyFor(remedied, session.requestId())))] };
    }
  }

  async function call(
    { tool: entry, args }: Call,
    { caller, reportLimit }: { caller: Caller; reportLimit: ReportLimit },
    { signal }: Peer,
    report: Report,
  ): Promise<CallToolResult> {
    const { prepared, mask } = entry;
    const freshContext = () =>
      newContext(services, caller, signal, { charged: prepared.bucket ? [prepared.bucket] : [], reportLimit });
    const { found: foundIds, refusal } = await names.idsOf(
      args,
      entry.ids,
      { archived: entry.tool.ofArchived ?? false, isExact: entry.listing.annotations?.destructiveHint ?? true },
      freshContext,
    );
    const sent = withoutReadOnly({ ...withoutNull(args, entry.omissible), ...foundIds }, entry.readOnly);
    const { variables, detail } = readArguments(entry, sent);
    if (refusal) throw refusal;
    const isFull = detail === 'full';
    const files: MadeFile[] = [];
    const context = {
      ...freshContext(),
      ...(prepared.operation.tool?.shows ? { takeFile: (file: MadeFile) => files.push(file) } : {}),
      report: throttled(
        ({ percent, stage, done, total }) => report(percent, `${stage}: ${done} of ${total}`, 100),
        reportMs,
      ),
    };
    const found = prepared.operation.stream
      ? writeAndWait(prepared, variables, context, freshContext(), charsReported(report))
      : prepared.operation.startsRun
        ? prepared.run(variables, context).then(runUnlessFailed)
        : prepared.run(variables, context);
    const answer = await found.catch(async (error: unknown) => {
      throw isFull
        ? await withCurrent(error, operations, freshContext())
        : withLeanCurrent(prepared, await withCurrent(error, operations, freshContext()));
    });
    const visible = mask.apply(answer, caller.scopes, new Set(Object.keys(Object(sent))));
    const leanAnswer = isFull ? visible : entry.lean.of(withoutHidden(visible, prepared.operation.hidden?.tool));
    const result = resultOf({ entry, found: leanAnswer, args: { ...args, ...foundIds }, foundIds, files });
    return context.replayed.size > 0 ? { ...result, _meta: { idempotencyReplayed: true } } : result;
  }

  function errorBodyFor(thrown: unknown, requestId: string) {
    const error = toServiceError(thrown);
    logFault(log, thrown, error, requestId);
    return errorBody(error, requestId);
  }

  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.session as Session), {
    onerror: ({ message }) => log.debug({ why: message }, 'MCP protocol error'),
  });

  return {
    /** Serves one HTTP request with its parsed body. No stream or session outlives the request. */
    serve: (request: Request, session: Session, parsedBody: unknown): Promise<Response> =>
      handler.fetch(request, {
        // The SDK passes only `authInfo` to the factory, so it carries the session. The caller is authenticated already.
        authInfo: { token: '', clientId: '', scopes: [], extra: { session } },
        ...(parsedBody === undefined ? {} : { parsedBody }),
      }),
    /** Fast path without the SDK, for a request that is one prompt call. Undefined if the SDK must serve the request. */
    servePlain(
      body: unknown,
      headers: IncomingHttpHeaders,
      session: Session,
      signal: AbortSignal,
    ): Promise<string> | undefined {
      const plain = plainCallIn(body, headers);
      const target = plain && targetOf(plain.params, catalogue, session);
      if (!plain || !isPrompt(target)) return undefined;
      const peer = { signal, notify: async () => {} };
      return answer(plain.params, target, session, peer).then((result) => plainAnswer(plain, result));
    },
    /** Creates servers for a long-lived connection, such as stdio. */
    factoryFor:
      (session: Session): McpServerFactory =>
      () =>
        serverFor(session),
  };
}

/** Whether a call ends at once. An unknown tool is left to the SDK. */
function isPrompt(target: Target | undefined): boolean {
  return target !== undefined && ('answer' in target || target.tool.isPrompt);
}

function unknownTool(name: string, hint: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${name.slice(0, 100)} here.${hint} find_tool shows the tools that tools/list omits.`,
  );
}

type Call = Extract<Target, { tool: ToolEntry }>;

/** Validates arguments. Returns the variables of the document and the requested detail. */
function readArguments(
  { prepared, preview, shape, bodyKeys }: ToolEntry,
  sent: unknown,
): { variables: Values; detail: unknown } {
  const { detail, ...parsed }: Values = parse(shape, sent);
  // `preview: false` asks for the operation itself.
  if (preview) delete parsed.preview;
  const given = Object.entries(parsed);
  const body = Object.fromEntries(given.filter(([key]) => bodyKeys.has(key)));
  const others = Object.fromEntries(given.filter(([key]) => !bodyKeys.has(key)));
  return { variables: variablesOf(prepared, others, prepared.operation.body && body), detail };
}

/** Adds the book that the connection is bound to. Throws `invalid_request` if the call names another book. */
function withBoundBook({ shape }: ToolEntry, args: Values, { bookId }: Session): Values {
  if (bookId === undefined || !shape.shape.bookId) return args;
  if (args.bookId !== undefined && args.bookId !== bookId)
    throw invalidRequest([{ path: 'bookId', message: `is fixed on this connection: ${bookId}. Leave it out.` }]);
  return { ...args, bookId };
}

/** Removes hidden members from the current record of a conflict. */
function withLeanCurrent({ operation }: PreparedOperation, thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError) || !thrown.details.current) return thrown;
  const current = withoutHidden(thrown.details.current, operation.hidden?.tool);
  return new ServiceError(thrown.code, thrown.message, { ...thrown.details, current });
}
