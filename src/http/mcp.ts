import { narrowingOf } from '../adapters/mcp-catalogue.ts';
import { ServiceError } from '../errors.ts';
import type { Service } from '../service.ts';
import { readJson } from './body.ts';
import { type Exchange, requireMethod, sendJsonText } from './exchange.ts';
import { sendResponse, toRequest } from './fetch.ts';
import { noteFor } from './rate-headers.ts';

/** A streamed answer begins with its first message or after so long: its headers tell of the limits that a call drew on (ours). */
const headersMsMax = 1_000;

/** Messages in one HTTP request (design of the protocol's batches). */
const batchMax = 100;

/** /mcp: the protocol's own handler, behind our authentication and limits, but for plain calls, which cost half without it. The URL may narrow what is there. */
export async function serveMcp(exchange: Exchange, service: Service): Promise<void> {
  const caller = await service.callerOf(exchange);
  const note = noteFor(exchange);
  const countOne = () => service.count(caller, note);
  const { messages, body } = await read(exchange, countOne);
  const count = counted(countOne, messages);
  const { query } = exchange;
  const narrowing = narrowingOf(
    { features: query.get('features'), readOnly: query.get('read_only'), book: query.get('book') },
    { features: 'features', readOnly: 'read_only', book: 'book' },
  );
  const session = { caller: () => caller, count, note, requestId: () => exchange.requestId, ...narrowing };
  const face = await service.mcp();
  const answer = face.servePlain(body, exchange.req.headers, session, exchange.signal);
  if (answer) return sendJsonText(exchange, 200, await answer);
  const request = toRequest(exchange, service.services.publicUrl(), undefined);
  await sendResponse(exchange, await face.serve(request, session, body), headersMsMax);
}

/** The body and the messages in it. A request that cannot be read, or that holds none, has been one all the same. */
async function read(exchange: Exchange, countOne: () => void): Promise<{ messages: unknown[]; body: unknown }> {
  try {
    // GET and DELETE are the protocol's to refuse.
    requireMethod(exchange, ['POST', 'GET', 'DELETE']);
    const body = exchange.method === 'POST' ? await readJson(exchange) : undefined;
    const messages = Array.isArray(body) && body.length > 0 ? body : [body];
    if (messages.length > batchMax)
      throw new ServiceError('invalid_request', `A batch holds at most ${batchMax} messages. Send several.`, {
        issues: [{ path: '', message: `is ${messages.length} messages; the limit is ${batchMax}.` }],
      });
    return { messages, body };
  } catch (error) {
    countOne();
    throw error;
  }
}

/** Every message draws on the general limit. Calls of tools that it refuses are answered one by one, so that the model learns how long to wait; a request of anything else is refused as a whole. */
function counted(countOne: () => void, messages: readonly unknown[]): () => void {
  let left = 0;
  let refusal: unknown;
  try {
    for (; left < messages.length; left += 1) countOne();
  } catch (error) {
    if (!messages.every(isCall)) throw error;
    refusal = error;
  }
  return () => {
    if (refusal && left <= 0) throw refusal;
    left -= 1;
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
