import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, invalidRequest, ServiceError, statusOf } from '../errors.ts';
import { limits } from '../limits/limits.ts';
import { newRequestId } from './exchange.ts';

function refusalFor({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError(
      'headers_too_large',
      `The address and the headers are over ${Math.round(maxHeaderSize / 1024)} KB. Send fewer cookies, a shorter query, or the values in a body.`,
    );
  const message =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? `The request took too long to arrive: at most ${limits.headersSeconds} s for the headers, ${limits.requestSeconds} s in all. Send it again.`
      : 'This is not a valid HTTP request.';
  return invalidRequest([{ path: '', message }]);
}

/**
 * Answers bytes that are not an HTTP request, and requests that do not arrive in time, for which node creates no request
 * object.
 */
export function refuseBytes(error: Error, socket: Socket): void {
  if (socket.bytesRead === 0) closeUnused(socket);
  else if (socket.writable) refuse(error, socket);
}

function refuse(error: Error, socket: Socket): void {
  const requestId = newRequestId();
  const refusal = refusalFor(error);
  const status = statusOf[refusal.code];
  const body = JSON.stringify(errorBody(refusal, requestId));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\nx-request-id: ${requestId}\r\ncontent-type: application/json; charset=utf-8`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/**
 * Closes a connection on which nothing arrived. Browsers open some in advance and would take an answer for that of their
 * next request, which may be on its way. After a stall node looks at the time before it reads; what waits is served.
 */
function closeUnused(socket: Socket): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) socket.destroy();
  });
}
