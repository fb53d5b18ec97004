import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { identity } from './mcp-identity.ts';

/** One call of a tool, sent alone. */
export interface PlainCall {
  id: string | number;
  params: CallToolRequestParams;
  /** Of the protocol's second generation, whose answers say more. */
  isModern: boolean;
}

const method = 'tools/call';
const modernVersion = '2026-07-28';
const name = z.union([z.string(), z.int()]);
const message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: name,
  method: z.literal(method),
  params: z.strictObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: z.looseObject({ progressToken: name.optional() }).optional(),
  }),
});
type Message = z.infer<typeof message>;

/** What every call of the second generation says of itself. */
const envelope = [CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY];
const isProtocols = (key: string) => key.startsWith('io.modelcontextprotocol/');

/**
 * The call that a request is, where it is nothing else and its caller takes JSON as well as a stream. Undefined for
 * everything else there is in the protocol, or against it.
 */
export function plainCallIn(body: unknown, headers: IncomingHttpHeaders): PlainCall | undefined {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  // Whoever weighs the two may mean the stream.
  if (/;\s*q=0/i.test(accept)) return undefined;
  // As parsed, which leaves out `__proto__`, as the SDK does.
  const { data } = message.safeParse(body);
  if (!data) return undefined;
  const own = Object.keys(data.params._meta ?? {}).filter(isProtocols);
  const isModern = own.length > 0;
  const isPlain = isModern
    ? own.every((key) => envelope.includes(key)) && isModernCall(data, headers)
    : version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  return isPlain ? { id: data.id, params: data.params as CallToolRequestParams, isModern } : undefined;
}

/** The SDK checks what the call says of itself; its headers are to say the same. */
function isModernCall(body: Message, headers: IncomingHttpHeaders): boolean {
  if (headers['mcp-protocol-version'] !== modernVersion || headers['mcp-method'] !== method) return false;
  if (headers['mcp-name'] !== body.params.name) return false;
  return classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: modernVersion, body }).kind === 'modern';
}

/** The answer to it. Structured content has been written as text already, and is not written again. */
export function plainAnswer({ id, isModern }: PlainCall, { structuredContent, ...result }: CallToolResult): string {
  const [first] = result.content;
  const known = JSON.stringify(isModern ? modern(result) : result);
  const whole =
    structuredContent === undefined || first?.type !== 'text'
      ? known
      : `${known.slice(0, -1)},"structuredContent":${first.text}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${whole}}`;
}

function modern(result: CallToolResult): object {
  return { ...result, resultType: 'complete', _meta: { ...result._meta, [SERVER_INFO_META_KEY]: identity } };
}
