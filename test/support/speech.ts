import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';

/** A speech provider on 127.0.0.1 that a test controls. Its speech is a tone. */
export interface FakeSpeech {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly SpeechRequest[];
  /** Sets the behaviours of the next requests, one each; the last one repeats. Default: speak. */
  script(...behaviours: SpeechBehaviour[]): void;
  /** The requested texts since the last call of this method. They are sorted, because requests run in parallel. */
  takeTexts(): string[];
  /** Resolves with the nth request, counted from 1, when it has arrived. */
  received(nth: number): Promise<SpeechRequest>;
  close(): Promise<void>;
}

const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string(),
  voice: z.string(),
  response_format: z.literal('pcm'),
});
export type SpeechRequest = z.infer<typeof speechRequest> & { authorization: string | undefined };

export type SpeechBehaviour = (request: SpeechRequest, response: ServerResponse) => Promise<unknown> | unknown;

/** The samples for a text: 50 ms per character, at a frequency that depends on the text. */
export function toneOf(text: string): Buffer {
  const frequency = 200 + createHash('sha256').update(text).digest().readUInt8() * 2;
  const samples = [...text].length * 1_200;
  const pcm = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index += 1)
    pcm.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * frequency * index) / 24_000)), index * 2);
  return pcm;
}

/** A WAV file of a tone in the given form. */
export function wavOf({
  rate = 24_000,
  channels = 1,
  bits = 16,
  format = 1,
  seconds = 1,
  frequency = 440,
  dataSize = undefined as number | undefined,
}): Buffer {
  const frames = rate * seconds;
  const data = Buffer.alloc((frames * channels * bits) / 8);
  for (let frame = 0; frame < frames && bits === 16; frame += 1)
    for (let channel = 0; channel < channels; channel += 1)
      data.writeInt16LE(
        Math.round(8_000 * Math.sin((2 * Math.PI * frequency * frame) / rate)),
        (frame * channels + channel) * 2,
      );
  const header = Buffer.alloc(54);
  header.write('RIFF', 0);
  header.writeUInt32LE(46 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(format, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE((rate * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  // A chunk of an odd size, which is padded.
  header.write('LIST', 36);
  header.writeUInt32LE(1, 40);
  header.write('data', 46);
  header.writeUInt32LE(dataSize ?? data.length, 50);
  return Buffer.concat([header, data]);
}

const pcmHeaders = { 'content-type': 'audio/pcm' };
/** An error message that must not leak. */
const vendorMessage = ({ authorization }: SpeechRequest) => `Vendor trouble on gpu-17 with ${authorization}`;

/** Behaviours of a provider. */
export const speech = {
  speak:
    (): SpeechBehaviour =>
    ({ input }, response) =>
      response.writeHead(200, pcmHeaders).end(toneOf(input)),
  /** Speaks when the promise resolves. */
  held:
    (hold: Promise<unknown>): SpeechBehaviour =>
    async (request, response) => {
      await hold;
      await speech.speak()(request, response);
    },
  /** Sends nothing, not even a status. */
  hang: (): SpeechBehaviour => () => undefined,
  stall: (): SpeechBehaviour => (_request, response) => {
    response.writeHead(200, pcmHeaders).write(Buffer.alloc(4_800));
  },
  status:
    (status: number, headers: Record<string, string> = {}): SpeechBehaviour =>
    (request, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: { message: vendorMessage(request), code: 'vendor_code' } })),
  html200: () => whole('<!doctype html><title>Sign in</title>', 'text/html'),
  json200: () => whole('{"detail":"Vendor trouble"}', 'application/json'),
  wav: () => whole(Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(400)]), 'application/octet-stream'),
  answers: (body: Buffer, contentType: string) => whole(body, contentType),
  empty: () => whole('', 'audio/pcm'),
  oddBytes: () => whole(Buffer.alloc(4_801), 'audio/pcm'),
  /** Sound without end. */
  endless: (): SpeechBehaviour => async (_request, response) => {
    response.writeHead(200, pcmHeaders);
    while (!response.destroyed) {
      response.write(Buffer.alloc(256 * 1024));
      await turn();
    }
  },
  cutSocket: (): SpeechBehaviour => async (_request, response) => {
    response.writeHead(200, pcmHeaders).write(Buffer.alloc(4_800));
    await turn();
    response.destroy();
  },
  /** Sends fewer bytes than its content-length. */
  cutShort: (): SpeechBehaviour => async (_request, response) => {
    response.writeHead(200, { ...pcmHeaders, 'content-length': '9600' }).write(Buffer.alloc(4_800));
    await turn();
    response.destroy();
  },
  redirect: (): SpeechBehaviour => (_request, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end(),
  /** A complete answer in many small writes, some of which end within a sample. */
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
  return (_request, response) => response.writeHead(200, { 'content-type': contentType }).end(body);
}

export async function startSpeech(): Promise<FakeSpeech> {
  const requests: SpeechRequest[] = [];
  let script: SpeechBehaviour[] = [];
  const arrivals: (() => void)[] = [];
  let taken = 0;
  const server = createServer(async (incoming, response) => {
    const body = speechRequest.safeParse(await json(incoming).catch(() => undefined));
    if (!body.success || incoming.url !== '/v1/audio/speech') return response.writeHead(400).end();
    const request = { ...body.data, authorization: incoming.headers.authorization };
    requests.push(request);
    for (const wake of arrivals.splice(0)) wake();
    const behave = (script.length > 1 ? script.shift() : script[0]) ?? speech.speak();
    await behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script(...behaviours) {
      script = behaviours;
    },
    takeTexts() {
      const texts = requests.slice(taken).map(({ input }) => input);
      taken = requests.length;
      return texts.sort();
    },
    async received(nth) {
      for (;;) {
        const request = requests[nth - 1];
        if (request !== undefined) return request;
        await new Promise<void>((resolve) => arrivals.push(resolve));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
