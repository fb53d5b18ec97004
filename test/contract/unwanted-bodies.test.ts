import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ownService } from '../support/faces.ts';

const own = ownService();
const mebibyte = 1024 ** 2;
const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

/** Sends up to a gibibyte in chunks until the service closes the connection. */
async function pour(line: string, headers: string[] = []): Promise<{ status: number; sentBytes: number }> {
  const socket = connect(Number(new URL(own.url()).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  let sentBytes = 0;
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  socket.write([`${line} HTTP/1.1`, 'Host: localhost', 'Transfer-Encoding: chunked', ...headers, '', ''].join('\r\n'));
  const send = () => {
    while (!socket.closed && sentBytes < 1024 * mebibyte) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', send);
    }
  };
  send();
  await closed;
  return { status: Number(answer.split(' ')[1]), sentBytes };
}

describe('a body of a gibibyte', () => {
  it('is not read on, whatever the answer', async () => {
    const key = [`Authorization: Bearer ${own.key()}`];
    const type = ['Content-Type: application/json'];
    const bookId = await own.newBook();
    const preflight = ['Origin: http://localhost', 'Access-Control-Request-Method: POST'];
    const cases: [line: string, headers: string[], status: number][] = [
      ['POST /v1/books', type, 401],
      ['POST /v1/books', [...key, 'Content-Type: text/csv'], 415],
      ['POST /v1/nowhere', [...key, ...type], 404],
      ['PUT /v1/books', [...key, ...type], 405],
      [`GET /v1/books/${bookId}`, key, 400],
      ['GET /v1', key, 400],
      ['DELETE /mcp', key, 400],
      ['GET /graphql?query={__typename}', key, 400],
      ['POST /mcp', type, 401],
      ['GET /healthz', [], 400],
      ['GET /nowhere', [], 404],
      ['OPTIONS /v1/books', preflight, 400],
    ];
    const answers = await Promise.all(cases.map(([line, headers]) => pour(line, headers)));
    expect(answers.map(({ status }) => status)).toEqual(cases.map(([, , status]) => status));
    // Socket buffers hold some megabytes.
    for (const { sentBytes } of answers) expect(sentBytes).toBeLessThan(32 * mebibyte);
  });
});

describe('a route without a body', () => {
  it.each(['', '{}', ' { } ', 'null'])('accepts %j', async (body) => {
    const bookId = await own.newBook();
    expect((await own.http('DELETE', `/v1/books/${bookId}`, body)).status).toBe(200);
    expect((await own.http('POST', `/v1/books/${bookId}/restore`, body)).status).toBe(200);
  });

  it.each(['{"title": "x"}', '[]', 'x'.repeat(100)])('refuses %j and changes nothing', async (body) => {
    const bookId = await own.newBook();
    const { status, json } = await own.http('DELETE', `/v1/books/${bookId}`, body);
    expect([status, json.error.code, json.error.issues[0].path]).toEqual([400, 'invalid_request', 'body']);
    expect((await own.http('GET', `/v1/books/${bookId}`)).status).toBe(200);
  });
});
