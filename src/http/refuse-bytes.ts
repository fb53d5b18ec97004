import type { Duplex } from 'node:stream';
import { errorBody, invalidRequest } from '../errors.ts';
import { newRequestId } from './exchange.ts';

/** Answers bytes that are not an HTTP request, for which node creates no request object. */
export function refuseBytes(socket: Duplex): void {
  if (!socket.writable) return;
  const requestId = newRequestId();
  const refusal = invalidRequest([{ path: '', message: 'is not a valid HTTP request.' }]);
  const body = JSON.stringify(errorBody(refusal, requestId));
  const head = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\nx-request-id: ${requestId}\r\ncontent-type: application/json; charset=utf-8`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
