import { Agent, get as httpGet } from 'node:http';
import { expect, it } from 'vitest';
import { proof } from '../support/proofs.ts';
import { until } from '../support/stream.ts';
import { migratedPath, ownDirectory, startServer } from './support.ts';

ownDirectory();

const rounds = proof(1, 20);
const clients = 4;

interface Answer {
  status: number;
  closes: boolean;
  text: string;
}

/** One request; rejects unless the whole response arrives. */
function ask(url: string, agent: Agent | false, key = ''): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { authorization: `Bearer ${key}`, ...(agent ? {} : { connection: 'close' }) };
  const request = httpGet(url, { agent, headers }, (response) => {
    const { statusCode: status = 0, headers: answered } = response;
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    response.on('error', reject);
    response.on('end', () => resolve({ status, closes: answered.connection === 'close', text }));
  });
  request.on('error', reject);
  return promise;
}

/** What clients saw until the node refused connections. */
interface Seen {
  answers: Answer[];
  cut: string[];
}

async function client(url: string, key: string, agent: Agent | false, seen: Seen): Promise<void> {
  for (;;) {
    try {
      seen.answers.push(await ask(`${url}/v1/books`, agent, key));
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      // A refused connection lost no request; a client would try the next node.
      if (code === 'ECONNREFUSED') return;
      seen.cut.push(code || message);
    }
  }
}

/** What /readyz says. Undefined for a database that is late on a busy machine, which tells nothing about a stop. */
function stateIn({ status, text }: Answer): string | undefined {
  if (status === 200) return 'ready';
  if (status !== 503) return `status ${status}`;
  return text.includes('This node is stopping.') ? 'stopping' : undefined;
}

/** What a load balancer sees at /readyz, in order. */
async function balancer(url: string, agent: Agent): Promise<string[]> {
  const states: string[] = [];
  for (;;) {
    const answer = await ask(`${url}/readyz`, agent).catch(() => undefined);
    if (!answer) return states;
    const state = stateIn(answer);
    if (state && states.at(-1) !== state) states.push(state);
  }
}

it('a stop fails /readyz first, cuts no request, and closes the listener last', async () => {
  const DATA_DIR = await migratedPath();
  const seen: Seen = { answers: [], cut: [] };
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer({ DATA_DIR, STOP_GRACE_SECONDS: '3' });
    const agent = new Agent({ keepAlive: true });
    const watching = balancer(server.url, agent);
    const before = seen.answers.length;
    const load = Array.from({ length: clients }, (_, place) =>
      client(server.url, server.key, place % 2 === 0 ? agent : false, seen),
    );
    await until(async () => seen.answers.length > before + 20);
    await server.stop();
    await Promise.all(load);
    agent.destroy();
    expect(await watching).toEqual(['ready', 'stopping']);
  }
  expect(seen.cut).toEqual([]);
  expect(new Set(seen.answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Clients with keep-alive connections are told to close them.
  expect(seen.answers.at(-1)?.closes).toBe(true);
});
