import { request } from 'node:http';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { ownService } from '../support/faces.ts';

const own = ownService();
const mebibyte = 1024 ** 2;
const chunk = Buffer.alloc(64 * 1024, ' ');

interface Flood {
  status: number;
  code: string;
  sentBytes: number;
}

/** Sends up to a gibibyte in chunks as fast as possible, until a response arrives. */
function flood(path: string): Promise<Flood> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    const sent = request(`${own.url()}${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${own.key()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    });
    let answered = false;
    const pour = () => {
      while (!answered && sentBytes < 1024 * mebibyte) {
        sentBytes += chunk.length;
        if (!sent.write(chunk)) return void sent.once('drain', pour);
      }
    };
    sent.on('error', (error) => answered || reject(error));
    sent.on('response', async (response) => {
      answered = true;
      response.setEncoding('utf8');
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).error.code, sentBytes });
      sent.destroy();
    });
    pour();
  });
}

describe('a gibibyte sent in chunks (quality: danger 3)', () => {
  it.each(['/v1/books', '/graphql', '/mcp'])(
    'is refused by %s after a few megabytes with a readable 413',
    async (path) => {
      const before = process.memoryUsage().rss;
      const floods = await Promise.all(Array.from({ length: 10 }, () => flood(path)));
      for (const { status, code, sentBytes } of floods) {
        expect([status, code]).toEqual([413, 'payload_too_large']);
        // The service reads 4 MB; socket buffers hold some more.
        expect(sentBytes).toBeLessThan(32 * mebibyte);
      }
      // The senders and the receivers of all ten floods share this process.
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * mebibyte);
    },
  );
});
