import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';

/** A speech provider on 127.0.0.1 whose voice is a tone, and which does what a test tells it. */
export interface FakeSpeech {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Everything asked so far, in order of arrival. */
  readonly requests: readonly SpeechAsked[];
  /** What to do from now on, one behaviour a request; the last one repeats. None: to speak. */
  script(...behaviours: SpeechBehaviour[]): void;
  /** The texts that were asked for since the last call of this; sorted, because several are asked for at the same time. */
  heard(): string[];
  /** The nth request from now or before, counted from 1, once it has come. */
  received(nth: number): Promise<SpeechAsked>;
  close(): Promise<void>;
}

const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string(),
  voice: z.string(),
  response_format: z.literal('pcm'),
});
export type SpeechAsked = z.infer<typeof speechRequest> & { authorization: string | undefined };

export type SpeechBehaviour = (asked: SpeechAsked, response: ServerResponse) => Promise<unknown> | unknown;

/** Samples of a text: 50 ms a character, of a tone that hangs on the text. */
export function toneOf(text: string): Buffer {
  const frequency = 200 + createHash('sha256').update(text).digest().readUInt8() * 2;
  const samples = [...text].length * 1_200;
  const pcm = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index += 1)
    pcm.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * frequency * index) / 24_000)), index * 2);
  return pcm;
}

const pcmHeaders = { 'content-type': 'audio/pcm' };
/** Words that nobody outside may see. */
const vendorMessage = ({ authorization }: SpeechAsked) => `Vendor trouble on gpu-17 with ${authorization}`;

/** What a provider may do with a request. */
export const speech = {
  speak:
    (): SpeechBehaviour =>
    ({ input }, response) =>
      response.writeHead(200, pcmHeaders).end(toneOf(input)),
  /** Speaks once the test says so. */
  held:
    (hold: Promise<unknown>): SpeechBehaviour =>
    async (asked, response) => {
      await hold;
      await speech.speak()(asked, response);
    },
  /** Never so much as a status. */
  hang: (): SpeechBehaviour => () => undefined,
  stall: (): SpeechBehaviour => (_asked, response) => {
    response.writeHead(200, pcmHeaders).write(Buffer.alloc(4_800));
  },
  status:
    (status: number, headers: Record<string, string> = {}): SpeechBehaviour =>
    (asked, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: { message: vendorMessage(asked), code: 'vendor_code' } })),
  html200: () => whole('<!doctype html><title>Sign in</title>', 'text/html'),
  json200: () => whole('{"detail":"Vendor trouble"}', 'application/json'),
  wav: () => whole(Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(400)]), 'application/octet-stream'),
  empty: () => whole('', 'audio/pcm'),
  oddBytes: () => whole(Buffer.alloc(4_801), 'audio/pcm'),
  /** Sound without end. */
  endless: (): SpeechBehaviour => async (_asked, response) => {
    response.writeHead(200, pcmHeaders);
    while (!response.destroyed) {
      response.write(Buffer.alloc(256 * 1024));
      await turn();
    }
  },
  cutSocket: (): SpeechBehaviour => async (_asked, response) => {
    response.writeHead(200, pcmHeaders).write(Buffer.alloc(4_800));
    await turn();
    response.destroy();
  },
  /** Fewer bytes than it promised. */
  cutShort: (): SpeechBehaviour => async (_asked, response) => {
    response.writeHead(200, { ...pcmHeaders, 'content-length': '9600' }).write(Buffer.alloc(4_800));
    await turn();
    response.destroy();
  },
  redirect: (): SpeechBehaviour => (_asked, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end(),
  /** Whole, in many small writes, of which some hold half a sample. */
  slowDrip:
    (): SpeechBehaviour =>
    async ({ input }, response) => {
      const tone = toneOf(input);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      for (let start = 0; start < tone.length; start += 1_001) {
        response.write(tone.subarray(start, start + 1_001));
        await turn();
      }
      response.end();
    },
};

function whole(body: string | Buffer, contentType: string): SpeechBehaviour {
  return (_asked, response) => response.writeHead(200, { 'content-type': contentType }).end(body);
}

export async function startSpeech(): Promise<FakeSpeech> {
  const requests: SpeechAsked[] = [];
  let script: SpeechBehaviour[] = [];
  const arrivals: (() => void)[] = [];
  let told = 0;
  const server = createServer(async (incoming, response) => {
    const body = speechRequest.safeParse(await json(incoming).catch(() => undefined));
    if (!body.success || incoming.url !== '/v1/audio/speech') return response.writeHead(400).end();
    const asked = { ...body.data, authorization: incoming.headers.authorization };
    requests.push(asked);
    for (const wake of arrivals.splice(0)) wake();
    const behave = (script.length > 1 ? script.shift() : script[0]) ?? speech.speak();
    await behave(asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so its address is no pipe's.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script(...behaviours) {
      script = behaviours;
    },
    heard() {
      const fresh = requests.slice(told).map(({ input }) => input);
      told = requests.length;
      return fresh.sort();
    },
    async received(nth) {
      for (;;) {
        const asked = requests[nth - 1];
        if (asked !== undefined) return asked;
        await new Promise<void>((resolve) => arrivals.push(resolve));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
