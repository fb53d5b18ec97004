import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiSpeech } from '../../src/providers/speech.ts';
import { type FakeSpeech, speech, startSpeech, wavOf } from '../support/speech.ts';

let provider: FakeSpeech;
beforeAll(async () => {
  provider = await startSpeech();
});
afterAll(() => provider.close());

it.each(['with', 'without'])('an unfinished speech response %s chunks fails as idle', async (chunks) => {
  provider.script((_asked, response) => {
    if (chunks === 'without') response.removeHeader('transfer-encoding');
    response.writeHead(200, { 'content-type': 'audio/pcm' }).write(Buffer.alloc(4_800));
  });
  const { signal } = new AbortController();
  const spoken = openAiSpeech({ apiKey: undefined, baseUrl: provider.url }).speak({
    model: 'm',
    voice: 'v',
    text: 'It rained.',
    signal,
    idleMsMax: 300,
  });
  await expect(spoken).rejects.toMatchObject({ kind: 'idle' });
});

const speak = (text = 'It rained all night, and the boats lay still in the harbour.') =>
  openAiSpeech({ apiKey: undefined, baseUrl: provider.url }).speak({
    model: 'm',
    voice: 'v',
    text,
    signal: new AbortController().signal,
    idleMsMax: 5_000,
  });

/** The amplitude of a frequency in samples of 24 kHz, away from both ends. */
function amplitudeOf(frequency: number, bytes: Uint8Array): number {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2).subarray(2_400, 21_600);
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    real += sample * Math.cos((2 * Math.PI * frequency * at) / 24_000);
    imaginary += sample * Math.sin((2 * Math.PI * frequency * at) / 24_000);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

describe('WAV of a speech server (narration.md)', () => {
  it.each([
    [16_000, 1, 'audio/wav'],
    [22_050, 1, 'audio/x-wav'],
    [24_000, 1, 'application/octet-stream'],
    [24_000, 2, ''],
    [32_000, 1, 'audio/pcm'],
    [44_100, 2, 'audio/mpeg'],
    [48_000, 2, 'audio/wav; codecs=1'],
  ])('of %i Hz and %i channels as %j becomes 24 kHz mono with the same sound', async (rate, channels, mediaType) => {
    provider.script(speech.answers(wavOf({ rate, channels }), mediaType));
    const samples = await speak();
    expect(samples.length).toBe(48_000);
    expect(amplitudeOf(440, samples)).toBeGreaterThan(7_900);
    expect(amplitudeOf(440, samples)).toBeLessThan(8_100);
    expect(amplitudeOf(1_000, samples)).toBeLessThan(20);
  });

  it('loses sound above 12 kHz, which would become another tone', async () => {
    provider.script(speech.answers(wavOf({ rate: 48_000, frequency: 20_000 }), 'audio/wav'));
    expect(amplitudeOf(4_000, await speak())).toBeLessThan(20);
  });

  it.each([0, 0xffffffff])('may announce the size %i, as a stream does', async (dataSize) => {
    provider.script(speech.answers(wavOf({ dataSize }), 'audio/wav'));
    expect((await speak()).length).toBe(48_000);
  });

  it('that comes in many pieces is the same', async () => {
    const wav = wavOf({ rate: 48_000 });
    provider.script(async (_asked, response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      for (const [start, end] of [
        [0, 3],
        [3, 20],
        [20, 1_001],
        [1_001, wav.length],
      ]) {
        response.write(wav.subarray(start, end));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    });
    expect((await speak()).length).toBe(48_000);
  });

  it.each([
    ['8,000 Hz', wavOf({ rate: 8_000 }), 'wav of 8000 Hz'],
    ['24 bits', wavOf({ bits: 24 }), 'wav of 24 bits'],
    ['six channels', wavOf({ channels: 6 }), 'wav of 6 channels'],
    ['floating point', wavOf({ format: 3, bits: 32 }), 'wav without PCM'],
  ])('with %s is refused by its name', async (_what, wav, name) => {
    provider.script(speech.answers(wav, 'audio/wav'));
    await expect(speak()).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringContaining(`answered ${name};`),
    });
  });

  it('that lacks samples it announces is a failure', async () => {
    provider.script(speech.answers(wavOf({ dataSize: 96_000 }), 'audio/wav'));
    await expect(speak()).rejects.toMatchObject({ kind: 'broken' });
  });
});

it.each([
  ['audio/ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(100)]), 'audio/ogg'],
  ['audio/pcm', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)]), 'audio/flac'],
  ['application/octet-stream', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)]), 'audio/mpeg'],
  ['text/html', Buffer.from('<!doctype html>'), 'text/html'],
  ['audio/wav', Buffer.alloc(100), 'wav without a header'],
  ['Key sk-123', Buffer.alloc(100), 'another format'],
])('speech as %s is refused as %s', async (mediaType, body, name) => {
  provider.script(speech.answers(body, mediaType));
  await expect(speak()).rejects.toMatchObject({
    kind: 'broken',
    message: `The speech server answered ${name}; this service reads pcm and wav (16 bits, 16–48 kHz, one or two channels).`,
  });
});
