import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * The least that a stream can be: the provider's pieces through node:http by hand, each read, told with its offset and
 * written on at once. Nobody is asked who they are, nothing is checked, saved or watched by a second one. OPENAI_BASE_URL
 * names the provider.
 */

const provider = new URL(`${process.env.OPENAI_BASE_URL ?? ''}/chat/completions`);

interface Piece {
  choices: { delta: { content?: string } }[];
}

/** The data of the whole events in a text, and what is left of it. */
function eventsIn(text: string): { data: string[]; rest: string } {
  const events = text.split('\n\n');
  const rest = events.pop() ?? '';
  return { data: events.map((event) => event.slice('data: '.length)), rest };
}

const server = createServer(async (req, res) => {
  const { instructions } = (await json(req)) as { instructions: string };
  const call = request(provider, { method: 'POST', agent: false }, (answer) => {
    let [rest, offset] = ['', 0];
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    answer.setEncoding('utf8');
    answer.on('data', (bytes: string) => {
      const events = eventsIn(rest + bytes);
      rest = events.rest;
      for (const data of events.data) {
        if (data === '[DONE]') continue;
        const text = (JSON.parse(data) as Piece).choices[0]?.delta.content ?? '';
        offset += text.length;
        if (text) res.write(`id: ${offset}\ndata: ${JSON.stringify({ offset, text })}\n\n`);
      }
    });
    answer.on('end', () => res.end('event: run\ndata: {"state":"completed"}\n\n'));
  });
  call.end(JSON.stringify({ messages: [{ role: 'user', content: instructions }] }));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
