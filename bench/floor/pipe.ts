import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * The floor of streams: forwards each piece of the provider's text with its offset over node:http. No authentication, no
 * checks, no saving, no second reader. OPENAI_BASE_URL names the provider.
 */

const provider = new URL(`${process.env.OPENAI_BASE_URL ?? ''}/chat/completions`);

interface Piece {
  choices: { delta: { content?: string } }[];
}

/** The data of the complete events in a text, and the rest of the text. */
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
