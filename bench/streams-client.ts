import { createHash, type Hash } from 'node:crypto';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedMs, stampsIn } from './streams-clock.ts';

/**
 * How a text is read. `floor` and `rest` read the response of the write, `graphql` a subscription. `watched` has a second
 * reader. `rejoined` loses its connection once and reconnects.
 */
export const ways = ['floor', 'rest', 'graphql', 'watched', 'rejoined'] as const;
export type Way = (typeof ways)[number];

export interface Chapter {
  name: string;
  key: string;
  bookId: string;
  chapterId: string;
}

/** A command to the client process. */
export type Command =
  | { do: 'open'; port: number; way: Way; chapters: Chapter[] }
  | { do: 'measure' }
  | { do: 'rejoin' }
  | { do: 'report' }
  | { do: 'end' };

export interface Opened {
  opened: number;
  /** Number of refusals. Refused streams are tried again. */
  refused: number;
  retryAfter: string | undefined;
}
export interface Latency {
  tokens: number;
  p50: number;
  p99: number;
  max: number;
}
/** The text that each reader received. */
export type ReaderResults = { name: string; md5: string; bytes: number; state: string }[];

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const mutation = `mutation ($bookId: ID!, $chapterId: ID!, $instructions: String!) {
  writeChapter(bookId: $bookId, chapterId: $chapterId, input: { instructions: $instructions }) { id } }`;
const subscription = `subscription ($runId: ID!, $fromOffset: Int) {
  proseStream(runId: $runId, fromOffset: $fromOffset) { offset text run { id state charsWritten } } }`;

let port = 0;
let latencies: number[] | undefined;
let readers: Reader[] = [];
let reconnectable: { reader: Reader; response: IncomingMessage; runId: string; key: string }[] = [];

interface Prose {
  offset: number;
  text: string;
  run?: { state: string } | null;
}

function send(path: string, key: string, body: object | undefined): Promise<IncomingMessage> {
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

/** A reader of one stream, across reconnections. */
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

  /** Reads an event stream of REST or GraphQL. With `isLate` the first event contains earlier text. */
  follow(response: IncomingMessage, isLate: boolean): void {
    this.isCatchingUp = isLate;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      const events = (rest + piece).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.handleEvent(event);
    });
    response.on('error', () => {});
  }

  private handleEvent(event: string): void {
    const at = event.indexOf('data: ');
    if (at < 0) return;
    const data = JSON.parse(event.slice(at + 6)) as Prose & { state?: string; data?: { proseStream: Prose } };
    const prose = data.data?.proseStream ?? data;
    if (prose.text) this.append(prose);
    const state = prose.run?.state ?? data.state ?? (event.includes('event: error') ? 'error' : '');
    if (!state) return;
    this.state = state;
    this.ended.resolve();
  }

  private append({ text, offset }: Prose): void {
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

/** Starts a write and reads its stream. Returns `retry-after` if the write is refused. */
async function openOne(way: Way, { name, key, bookId, chapterId }: Chapter): Promise<string | undefined> {
  const instructions = `This is stream ${name}.`;
  if (way === 'graphql') {
    const variables = { bookId, chapterId, instructions };
    const made = await send('/graphql', key, { query: mutation, variables });
    const { data } = JSON.parse(await text(made)) as { data?: { writeChapter: { id: string } } };
    if (!data) return made.headers['retry-after'] ?? 'never';
    const runId = data.writeChapter.id;
    newReader(name).follow(await send('/graphql', key, { query: subscription, variables: { runId } }), true);
    return undefined;
  }
  const response = await send(`/v1/books/${bookId}/chapters/${chapterId}/write`, key, { instructions });
  if (response.statusCode !== 200) {
    response.resume();
    return response.headers['retry-after'] ?? 'never';
  }
  const reader = newReader(name);
  reader.follow(response, false);
  const runId = String(response.headers['x-run-id']);
  if (way === 'watched') newReader(name).follow(await send(`/v1/runs/${runId}/stream`, key, undefined), true);
  if (way === 'rejoined') reconnectable.push({ reader, response, runId, key });
  return undefined;
}

/** Number of streams that are opened in parallel. */
const concurrency = 8;
/** Number of tries. A refused stream is tried again after `retry-after`. */
const triesMax = 2;

async function open(way: Way, chapters: Chapter[]): Promise<Opened> {
  readers = [];
  reconnectable = [];
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
    await Promise.all(Array.from({ length: concurrency }, worker));
    outcome.refused += refused.length;
    waiting = refused;
  }
  return outcome;
}

/** Closes every connection and reconnects at its offset. */
async function rejoin(): Promise<void> {
  for (const { reader, response, runId, key } of reconnectable) {
    response.destroy();
    reader.follow(await send(`/v1/runs/${runId}/stream?from_offset=${reader.offset}`, key, undefined), true);
  }
}

function report(): Latency {
  const sorted = Float64Array.from(latencies ?? []).sort();
  latencies = undefined;
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { tokens: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

async function end(): Promise<ReaderResults> {
  await Promise.all(readers.map(({ ended }) => ended.promise));
  return readers.map(({ name, hash, bytes, state }) => ({ name, md5: hash.digest('hex'), bytes, state }));
}

async function execute(command: Command): Promise<unknown> {
  if (command.do === 'open') {
    port = command.port;
    return open(command.way, command.chapters);
  }
  if (command.do === 'measure') latencies = [];
  if (command.do === 'rejoin') await rejoin();
  if (command.do === 'report') return report();
  if (command.do === 'end') return end();
  return 'done';
}

if (process.send) process.on('message', async (command: Command) => process.send?.(await execute(command)));
