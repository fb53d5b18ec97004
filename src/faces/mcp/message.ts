import type { Values } from '../faces.ts';

/** A JSON-RPC error for a message that is not understood, with the status over HTTP. */
export interface Refusal {
  status: number;
  answer: { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } };
}

/** Codes of JSON-RPC, each with its status: faults of parameters are answers like any other. */
const codes = { request: [-32_600, 400], params: [-32_602, 200] } as const;

/** A rule of a method: the member at a path, what it must be, and the same in words. */
type Rule = readonly [path: readonly string[], holds: (value: unknown) => boolean, words: string];

const isText = (value: unknown) => typeof value === 'string';
const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
const optional = (holds: (value: unknown) => boolean) => (value: unknown) => value === undefined || holds(value);

/** Rules of every request. */
const rules: readonly Rule[] = [
  [['params'], optional(isRecord), 'an object'],
  [['params', '_meta'], optional(isRecord), 'an object'],
  [['params', '_meta', 'progressToken'], optional(isId), 'a string or an integer'],
];

const rulesOf: Readonly<Record<string, readonly Rule[]>> = {
  initialize: [
    [['params', 'protocolVersion'], isText, 'a version of the protocol, such as "2025-11-25"'],
    [['params', 'capabilities'], isRecord, 'an object, {} for none'],
    [['params', 'clientInfo', 'name'], isText, 'the name of the client, a string'],
    [['params', 'clientInfo', 'version'], isText, 'the version of the client, a string'],
  ],
  'tools/list': [[['params', 'cursor'], optional(isText), 'a string from an earlier answer']],
  'tools/call': [
    [['params', 'name'], isText, 'the name of a tool, such as "list_books"'],
    [['params', 'arguments'], optional(isRecord), 'an object'],
  ],
};

/** A line of standard input that is not JSON. */
export const notJson = refusalOf(-32_700, 400, null, 'The line is not JSON. Send one message on each line.');

const members = ['jsonrpc', 'id', 'method', 'params'];

/** A message or a batch of messages without members that are null, or why it is refused. */
export function readMessages(body: unknown): { body: unknown } | { refusal: Refusal } {
  if (!Array.isArray(body)) return readMessage(body);
  const read = body.map(readMessage);
  const at = read.findIndex((one) => 'refusal' in one);
  const found = read[at];
  if (!found || !('refusal' in found)) return { body: read.map((one) => ('body' in one ? one.body : undefined)) };
  const { code, message } = found.refusal.answer.error;
  return { refusal: refusalOf(code, 400, null, `Message ${at + 1} of ${body.length}: ${message}`) };
}

/** The same for one message. Responses are left to the SDK. */
function readMessage(value: unknown): { body: unknown } | { refusal: Refusal } {
  if (isRecord(value) && !('method' in value) && ('result' in value || 'error' in value)) return { body: value };
  const message = isRecord(value) ? withoutNulls(value) : value;
  const fault = faultOf(message);
  if (!fault) return { body: message };
  const id = isRecord(message) && isId(message.id) ? (message.id as string | number) : null;
  const [code, status] = codes[fault.in];
  return { refusal: refusalOf(code, status, id, fault.words) };
}

function refusalOf(code: number, status: number, id: string | number | null, message: string): Refusal {
  return { status, answer: { jsonrpc: '2.0', id, error: { code, message } } };
}

/** Clients send null for what they leave out. */
function withoutNulls({ params, ...message }: Values): Values {
  if (!isRecord(params)) return params === undefined || params === null ? message : { ...message, params };
  const { _meta, ...others } = withoutNull(params, ['_meta', 'arguments', 'cursor']);
  const meta = isRecord(_meta) ? withoutNull(_meta, ['progressToken']) : _meta;
  return { ...message, params: { ...others, ...(meta === undefined ? {} : { _meta: meta }) } };
}

/** The values without those of these names that are null. */
export function withoutNull(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== null || !names.includes(name)));
}

function faultOf(message: unknown): { in: keyof typeof codes; words: string } | undefined {
  const request = requestFault(message);
  if (request) return { in: 'request', words: request };
  const { method } = message as Values;
  for (const [path, holds, words] of [...rules, ...(rulesOf[String(method)] ?? [])])
    if (!holds(valueAt(message, path))) return { in: 'params', words: `${path.join('.')} must be ${words}.` };
  return undefined;
}

function requestFault(message: unknown): string | undefined {
  if (!isRecord(message))
    return 'A message must be an object, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';
  if (message.jsonrpc !== '2.0') return 'jsonrpc must be "2.0".';
  if (!isText(message.method)) return 'method must be the name of a method, such as "tools/call".';
  if ('id' in message && !isId(message.id)) return 'id must be a string or an integer; a notification has none.';
  const [unknown] = Object.keys(message).filter((name) => !members.includes(name));
  return unknown === undefined ? undefined : `${unknown.slice(0, 100)} is not a member of a message. Leave it out.`;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
