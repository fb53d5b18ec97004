import { isWav, isWhole, monoAt, otherFormat, parseWav, unreadableWav } from './audio-format.ts';
import { Call } from './call.ts';
import { ProviderFailure, speechSettings, unreadableSpeech } from './failure.ts';
import { bodyOf } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { ReadAhead } from './read-ahead.ts';

interface SpeechRequest {
  model: string;
  voice: string;
  /** At most 4,000 characters. */
  text: string;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Idle timeout, milliseconds. */
  idleMsMax: number;
}

export interface SpeechProvider {
  /**
   * Synthesizes speech: PCM, 24,000 samples a second, 16 bits, little-endian, mono. WAV of a server is converted. Throws
   * ProviderFailure; a partial answer is a failure.
   */
  speak(request: SpeechRequest): Promise<Uint8Array>;
}

/** Format of the provider's samples. */
export const samplesPerSecond = 24_000;
export const bytesPerSample = 2;

// More than the slowest voice needs: half a second per character, and half a minute for the shortest text. Ours.
const secondsPerCharacterMax = 0.5;
const secondsMax = 30;

/** Client of OpenAI's speech endpoint, or of a compatible one at `baseUrl`. Loaded on first use. */
export function openAiSpeech(options: OpenAiOptions): SpeechProvider {
  const connect = lazyOpenAi(options);
  return { speak: (request) => speak(connect, request) };
}

async function speak(connect: () => Promise<OpenAiCall>, request: SpeechRequest): Promise<Uint8Array> {
  const openAi = await connect();
  request.signal.throwIfAborted();
  const call = new Call(request);
  try {
    const { body, mediaType } = await call.wait(openBody(openAi, request, call.signal), 'unreachable');
    const chunks: Uint8Array[] = [];
    const bytesMax = (secondsMax + request.text.length * secondsPerCharacterMax) * samplesPerSecond * bytesPerSample;
    let size = 0;
    let begin = Buffer.alloc(0);
    for (let chunk = await call.wait(body.next(), 'cut'); chunk; chunk = await call.wait(body.next(), 'cut')) {
      if (chunk.length > 0) call.resetIdleTimer();
      size += chunk.length;
      chunks.push(chunk);
      if (begin.length < formatBytes) {
        begin = Buffer.concat([begin, chunk]).subarray(0, formatBytes);
        // A page of HTML, or a format that cannot be read, is not awaited.
        if (begin.length === formatBytes) refuseOther(begin, mediaType);
      }
      if (size > bytesMax * (isWav(begin) ? wavBytesPerByte : 1)) throw new ProviderFailure('broken');
    }
    const samples = await samplesIn(Buffer.concat(chunks, size), mediaType);
    if (samples.length > bytesMax) throw new ProviderFailure('broken');
    return samples;
  } finally {
    call.end();
  }
}

/** The first bytes of a format, which tell it. */
const formatBytes = 12;
/** A WAV file has at most this many bytes for a byte of ours: twice the rate, two channels, and its header. */
const wavBytesPerByte = 4.1;

async function openBody(openAi: OpenAiCall, { model, voice, text: input }: SpeechRequest, signal: AbortSignal) {
  const response = await openAi({ model, settings: speechSettings }, (client) =>
    client.audio.speech.create({ model, voice, input, response_format: 'pcm' }, { signal }).asResponse(),
  );
  const body = bodyOf(response);
  if (body === undefined) throw new ProviderFailure('cut');
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
  return { body: new ReadAhead(body), mediaType: mediaType.trim().toLowerCase() };
}

/** Raw samples have no registered media type: servers send one of these or none. */
const rawTypes = ['', 'audio/pcm', 'audio/x-pcm', 'audio/raw', 'application/octet-stream', 'binary/octet-stream'];

/** Refuses an answer that is neither WAV by its first bytes nor raw samples by its media type. */
function refuseOther(begin: Buffer, mediaType: string): void {
  if (isWav(begin)) return;
  const other = otherFormat(begin) ?? (rawTypes.includes(mediaType) ? undefined : mediaType);
  if (other) throw unreadableSpeech(/^audio\/(?:x-|vnd\.)?wave?$/.test(other) ? 'wav without a header' : other);
}

async function samplesIn(bytes: Buffer, mediaType: string): Promise<Uint8Array> {
  if (bytes.length === 0) throw new ProviderFailure('broken');
  refuseOther(bytes, mediaType);
  if (!isWav(bytes)) {
    if (bytes.length % bytesPerSample !== 0) throw new ProviderFailure('broken');
    return bytes;
  }
  const wav = parseWav(bytes);
  const unreadable = wav && unreadableWav(wav);
  if (unreadable) throw unreadableSpeech(unreadable);
  if (!wav || !isWhole(wav)) throw new ProviderFailure('broken');
  return monoAt(wav, samplesPerSecond);
}
