import { createHash, type Hash } from 'node:crypto';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedMs, stampsIn } from './streams-clock.ts';

/** How a text is read: by the answer of the write (of the floor or of the service), by a subscription, by that answer and a second reader, or by one that loses its connection and comes back. */
export const ways = ['floor', 'rest', 'graphql', 'watched', 'rejoined'] as const;
export type Way = (typeof ways)[number];

export interface Chapter {
  name: string;
  key: string;
  bookId: string;
  chapterId: string;
}

/** What the client process is told to do. */
export type Order =
  | { do: 'open'; port: number; way: Way; chapters: Chapter[] }
  | { do: 'measure' }
  | { do: 'rejoin' }
  | { do: 'report' }
  | { do: 'end' };

export interface Opened {
  opened: number;
  /** Refusals, of which most came in at a later try. */
  refused: number;
  retryAfter: string | undefined;
}
export interface Latency {
  tokens: number;
  p50: number;
  p99: number;
  max: number;
}
/** What each reader saw, by the name of its stream. */
export type Seen = { name: string; md5: string; bytes: number; state: string }[];

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const mutation = `mutation ($bookId: ID!, $chapterId: ID!, $instructions: String!) {
  writeChapter(bookId: $bookId, chapterId: $chapterId, input: { instructions: $instructions }) { id } }`;
const subscription = `subscription ($runId: ID!, $fromOffset: Int) {
  proseStream(runId: $runId, fromOffset: $fromOffset) { offset text run { id state charsWritten } } }`;

let port = 0;
let latencies: number[] | undefined;
let readers: Reader[] = [];
let cuttable: { reader: Reader; response: IncomingMessage; runId: string; key: string }[] = [];

interface Prose {
  offset: number;
  text: string;
  run?: { state: string } | null;
}

function ask(path: string, key: string, body: object | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: body && 'query' in body && body.query === mutation ? 'application/json' : 'text/event-stream',
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const call: ClientRequest = request({
      agent,
      host: '127.0.0.1',
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      const isExpected = response.statusCode === 200 || response.statusCode === 503;
      if (isExpected) resolve(response);
      else reject(new Error(`${path}: ${response.statusCode}`));
    });
    call.end(body && JSON.stringify(body));
  });
}

/** One reader of one stream, over all its connections. */
class Reader {
  readonly name: string;
  readonly hash: Hash = createHash('md5');
  bytes = 0;
  offset = 0;
  state = '';
  readonly ended = Promise.withResolvers<void>();
  private isCatchingUp = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Reads an event stream, REST's or GraphQL's; `isLate` for one whose first event holds what was written before it. */
  follow(response: IncomingMessage, isLate: boolean): void {
    this.isCatchingUp = isLate;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      const events = (rest + piece).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.hear(event);
    });
    response.on('error', () => {});
  }

  private hear(event: string): void {
    const at = event.indexOf('data: ');
    if (at < 0) return;
    const data = JSON.parse(event.slice(at + 6)) as Prose & { state?: string; data?: { proseStream: Prose } };
    const prose = data.data?.proseStream ?? data;
    if (prose.text) this.take(prose);
    const state = prose.run?.state ?? data.state ?? (event.includes('event: error') ? 'error' : '');
    if (!state) return;
    this.state = state;
    this.ended.resolve();
  }

  private take({ text, offset }: Prose): void {
    this.hash.update(text);
    this.bytes += text.length;
    this.offset = offset;
    const now = sharedMs();
    if (latencies && !this.isCatchingUp) for (const stamp of stampsIn(text)) latencies.push(now - stamp);
    this.isCatchingUp = false;
  }
}

function newReader(name: string): Reader {
  const reader = new Reader(name);
  readers.push(reader);
  return reader;
}

/** Begins to write a chapter and to read it; the answer's `retry-after` where it is refused. */
async function openOne(way: Way, { name, key, bookId, chapterId }: Chapter): Promise<string | undefined> {
  const instructions = `This is stream ${name}.`;
  if (way === 'graphql') {
    const variables = { bookId, chapterId, instructions };
    const made = await ask('/graphql', key, { query: mutation, variables });
    const { data } = JSON.parse(await text(made)) as { data?: { writeChapter: { id: string } } };
    if (!data) return made.headers['retry-after'] ?? 'never';
    const runId = data.writeChapter.id;
    newReader(name).follow(await ask('/graphql', key, { query: subscription, variables: { runId } }), true);
    return undefined;
  }
  const response = await ask(`/v1/books/${bookId}/chapters/${chapterId}/write`, key, { instructions });
  if (response.statusCode !== 200) {
    response.resume();
    return response.headers['retry-after'] ?? 'never';
  }
  const reader = newReader(name);
  reader.follow(response, false);
  const runId = String(response.headers['x-run-id']);
  if (way === 'watched') newReader(name).follow(await ask(`/v1/runs/${runId}/stream`, key, undefined), true);
  if (way === 'rejoined') cuttable.push({ reader, response, runId, key });
  return undefined;
}

/** Begun so many at a time. */
const atOnce = 8;
/** Those that are refused are asked for again after the time that a refusal names, so often in all. */
const triesMax = 2;

async function open(way: Way, chapters: Chapter[]): Promise<Opened> {
  readers = [];
  cuttable = [];
  const outcome: Opened = { opened: 0, refused: 0, retryAfter: undefined };
  let waiting = [...chapters];
  for (let tries = 1; waiting.length > 0 && tries <= triesMax; tries += 1) {
    if (outcome.retryAfter) await sleep(Number(outcome.retryAfter) * 1000);
    const refused: Chapter[] = [];
    const worker = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const refusal = await openOne(way, one);
        if (refusal === undefined) outcome.opened += 1;
        else {
          refused.push(one);
          outcome.retryAfter = refusal;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    outcome.refused += refused.length;
    waiting = refused;
  }
  return outcome;
}

/** Cuts every connection and comes back to where it was. */
async function rejoin(): Promise<void> {
  for (const { reader, response, runId, key } of cuttable) {
    response.destroy();
    reader.follow(await ask(`/v1/runs/${runId}/stream?from_offset=${reader.offset}`, key, undefined), true);
  }
}

function report(): Latency {
  const sorted = Float64Array.from(latencies ?? []).sort();
  latencies = undefined;
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { tokens: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function end(): Promise<Seen> {
  await Promise.all(readers.map(({ ended }) => ended.promise));
  return readers.map(({ name, hash, bytes, state }) => ({ name, md5: hash.digest('hex'), bytes, state }));
}

async function obey(order: Order): Promise<unknown> {
  if (order.do === 'open') {
    port = order.port;
    return open(order.way, order.chapters);
  }
  if (order.do === 'measure') latencies = [];
  if (order.do === 'rejoin') await rejoin();
  if (order.do === 'report') return report();
  if (order.do === 'end') return end();
  return 'done';
}

if (process.send) process.on('message', async (order: Order) => process.send?.(await obey(order)));
