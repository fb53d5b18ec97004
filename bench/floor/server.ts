import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from './call.ts';
import { createCharacter, getPlan, listCharacters, updateCharacter } from './rest.ts';
import { graphql } from './screens.ts';
import { saveText } from './text.ts';

/**
 * The floor: a hand-written minimum on node:http and postgres.js with the same answers and one statement per request. No
 * validation library, schema, router, log or error table. The service is compared with it.
 */

function hashOf(req: IncomingMessage): Buffer | undefined {
  const token = /^Bearer +([^\s]+)$/i.exec(req.headers.authorization ?? '')?.[1];
  return token ? createHash('sha256').update(token).digest() : undefined;
}

async function bodyOf(req: IncomingMessage): Promise<Row> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece as Buffer);
  return pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : {};
}

function routeOf(method: string, parts: string[]) {
  if (parts[1] === 'graphql') return graphql;
  if (method === 'PATCH') return parts[4] === 'chapters' ? saveText : updateCharacter;
  if (method === 'POST') return createCharacter;
  return parts[4] === 'plan' ? getPlan : listCharacters;
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const hash = hashOf(req);
  if (!hash) {
    res.writeHead(401).end();
    return;
  }
  const method = req.method ?? 'GET';
  const parts = (req.url ?? '/').split('/');
  const body = method === 'GET' ? {} : await bodyOf(req);
  const answer = await routeOf(method, parts)({ hash, parts: parts.slice(3), body });
  res.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer.body),
    ...(answer.etag ? { etag: answer.etag } : {}),
  });
  res.end(answer.body);
}

const server = createServer((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
