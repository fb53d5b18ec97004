import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { readJson, requireNoBody } from '../../http/body.ts';
import { type Exchange, requireMethod, sendJson, sendJsonText } from '../../http/exchange.ts';
import { sendResponse, toRequest } from '../../http/fetch.ts';
import { limits } from '../../limits/limits.ts';
import type { Admitted, Face } from '../door.ts';
import { acceptedBy, jsonIn, needsEvents } from './accepted.ts';
import type { McpFace } from './face.ts';
import { readMessages } from './message.ts';
import { narrowingOf } from './narrowing.ts';

/** Longest wait for the first message of a stream, milliseconds (ours). Until then headers can report the limits that a call used. */
export const headersMsMax = 1_000;

/** Serves /mcp: a fast path for plain calls, at half the cost, and the SDK for all other requests. The URL may narrow the tools. */
export function mcpOverHttp(face: () => Promise<McpFace>, publicUrl: () => string): Face {
  return async (exchange, admitted) => serve(exchange, admitted, face, publicUrl());
}

async function serve(
  exchange: Exchange,
  { caller, reportLimit, count: countOne }: Admitted,
  load: () => Promise<McpFace>,
  publicUrl: string,
): Promise<void> {
  const { messages, body: sent } = await read(exchange, countOne);
  exchange.operation = operationOf(messages);
  const count = counted(countOne, messages);
  const { query } = exchange;
  const narrowing = narrowingOf(
    {
      tools: query.get('tools'),
      features: query.get('features'),
      readOnly: query.get('read_only'),
      book: query.get('book'),
    },
    { tools: 'tools', features: 'features', readOnly: 'read_only', book: 'book' },
  );
  const session = { caller: () => caller, count, reportLimit, requestId: () => exchange.requestId, ...narrowing };
  const accepted = exchange.method === 'POST' ? acceptedBy(exchange.req.headers.accept) : undefined;
  const understood = exchange.method === 'POST' ? readMessages(sent) : { body: sent };
  if ('refusal' in understood) return sendJson(exchange, understood.refusal.status, understood.refusal.answer);
  const { body } = understood;
  const face = await load();
  const answer = accepted?.json && face.servePlain(body, exchange.req.headers, session, exchange.signal);
  if (answer) return sendJsonText(exchange, 200, await answer);
  const request = toRequest(exchange, publicUrl, undefined);
  // The SDK knows no wildcards and refuses clients that want JSON alone.
  request.headers.set('accept', 'application/json, text/event-stream');
  const isStream = !accepted || needsEvents(accepted, messages);
  const response = await face.serve(request, session, body);
  if (isStream || !isEvents(response)) return sendResponse(exchange, response, headersMsMax);
  sendJsonText(exchange, response.status, jsonIn(await response.text(), Array.isArray(body)));
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

const loggedMessage = z.object({
  method: z.string().regex(/^[\w/]{1,100}$/),
  params: z
    .object({
      name: z
        .string()
        .regex(/^\w{1,100}$/)
        .optional(),
    })
    .optional(),
});

/** Tool or method of a single message, for the log. Undefined for a batch. */
function operationOf([message, ...others]: readonly unknown[]): string | undefined {
  const { data } = others.length === 0 ? loggedMessage.safeParse(message) : {};
  return data?.params?.name ?? data?.method;
}

/** Reads the body and its messages. An unreadable request counts as one message against the limits. */
async function read(exchange: Exchange, countOne: () => void): Promise<{ messages: unknown[]; body: unknown }> {
  try {
    // The SDK refuses GET and DELETE in the form of the protocol.
    requireMethod(exchange, ['POST', 'GET', 'DELETE']);
    const body = await (exchange.method === 'POST' ? readJson(exchange) : requireNoBody(exchange));
    const messages = Array.isArray(body) && body.length > 0 ? body : [body];
    if (messages.length > limits.batchMessages)
      throw new ServiceError(
        'invalid_request',
        `A batch holds at most ${limits.batchMessages} messages. Send several.`,
        {
          issues: [{ path: '', message: `is ${messages.length} messages; the limit is ${limits.batchMessages}.` }],
        },
      );
    return { messages, body };
  } catch (error) {
    countOne();
    throw error;
  }
}

/**
 * Counts every message against the general limit. Returns the counter that each call then uses. If all messages are tool calls,
 * those over the limit are refused one by one, so that the model reads how long to wait. Otherwise it throws at once.
 */
function counted(countOne: () => void, messages: readonly unknown[]): () => void {
  let remaining = 0;
  let refusal: unknown;
  try {
    for (; remaining < messages.length; remaining += 1) countOne();
  } catch (error) {
    if (!messages.every(isCall)) throw error;
    refusal = error;
  }
  return () => {
    if (refusal && remaining <= 0) throw refusal;
    remaining -= 1;
  };
}

function isCall(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    'method' in message &&
    message.method === 'tools/call'
  );
}
