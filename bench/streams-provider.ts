import { createHash, type Hash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { doneEvent, eventStreamHeaders, finishEvent, textEvent } from '../src/providers/completions.ts';
import { sharedMs, tokenWithStamp } from './streams-clock.ts';

/** A text provider in a separate process. It sends 20 tokens per second to each stream, with time stamps, until told to end. */

/** Time between two tokens of a stream. Streams are spread over it in slots of one millisecond. */
const tokenMs = 50;

interface Stream {
  response: ServerResponse;
  hash: Hash;
  bytes: number;
}

/** The text sent to each stream, by the number in its instructions. */
export type Sent = Record<string, { md5: string; bytes: number }>;

const slots: Map<string, Stream>[] = Array.from({ length: tokenMs }, () => new Map());
const sent: Sent = {};
let next = 0;
let isEnding = false;

function write(stream: Stream): void {
  const token = tokenWithStamp(sharedMs());
  stream.hash.update(token);
  stream.bytes += token.length;
  stream.response.write(textEvent('bench', token));
}

function end(name: string, { response, hash, bytes }: Stream): void {
  sent[name] = { md5: hash.digest('hex'), bytes };
  response.end(finishEvent('bench', 'stop') + doneEvent);
}

let turn = Math.floor(sharedMs());
setInterval(() => {
  for (const now = Math.floor(sharedMs()); turn < now; turn += 1) {
    const slot = slots[turn % tokenMs];
    for (const [name, stream] of slot ?? [])
      if (isEnding) {
        end(name, stream);
        slot?.delete(name);
      } else write(stream);
  }
}, 1);

const server = createServer(async (request, response) => {
  const name = /stream (\d+)\b/.exec(await text(request))?.[1] ?? 'none';
  response.writeHead(200, eventStreamHeaders).flushHeaders();
  const slot = slots[next++ % tokenMs];
  slot?.set(name, { response, hash: createHash('md5'), bytes: 0 });
  response.on('close', () => slot?.delete(name));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', (what) => {
  if (what === 'end') isEnding = true;
  if (what === 'begin') isEnding = false;
  process.send?.(sent);
});
