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
import { identity } from './identity.ts';

/** A request with a single tool call. */
interface PlainCall {
  id: string | number;
  params: CallToolRequestParams;
  /** Second generation of the protocol, whose results carry more metadata. */
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

/** Metadata keys of every call of the second generation. */
const envelope = [CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY];
const isProtocolKey = (key: string) => key.startsWith('io.modelcontextprotocol/');

/**
 * Parses a request that is a single tool call. Undefined for any other request, which the SDK serves or refuses. The client
 * accepts JSON.
 */
export function plainCallIn(body: unknown, headers: IncomingHttpHeaders): PlainCall | undefined {
  const { 'mcp-protocol-version': version } = headers;
  // Use the parsed copy: like the SDK, zod drops `__proto__`.
  const { data } = message.safeParse(body);
  if (!data) return undefined;
  const protocolKeys = Object.keys(data.params._meta ?? {}).filter(isProtocolKey);
  const isModern = protocolKeys.length > 0;
  const isPlain = isModern
    ? protocolKeys.every((key) => envelope.includes(key)) && isModernCall(data, headers)
    : version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
  return isPlain ? { id: data.id, params: data.params as CallToolRequestParams, isModern } : undefined;
}

/** Checks that the headers equal the metadata, and lets the SDK validate the metadata. */
function isModernCall(body: Message, headers: IncomingHttpHeaders): boolean {
  if (headers['mcp-protocol-version'] !== modernVersion || headers['mcp-method'] !== method) return false;
  if (headers['mcp-name'] !== body.params.name) return false;
  return classifyInboundRequest({ httpMethod: 'POST', protocolVersionHeader: modernVersion, body }).kind === 'modern';
}

/** Serializes the JSON-RPC response. The first text item in the form of an object is the structured content, so it is not serialized twice. */
export function plainAnswer({ id, isModern }: PlainCall, { structuredContent, ...result }: CallToolResult): string {
  const json = result.content.find((item) => item.type === 'text' && item.text.startsWith('{'));
  const known = JSON.stringify(isModern ? modern(result) : result);
  const whole =
    structuredContent === undefined || json?.type !== 'text'
      ? known
      : `${known.slice(0, -1)},"structuredContent":${json.text}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${whole}}`;
}

function modern(result: CallToolResult): object {
  return { ...result, resultType: 'complete', _meta: { ...result._meta, [SERVER_INFO_META_KEY]: identity } };
}
