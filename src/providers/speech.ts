import { Call } from './call.ts';
import { ProviderFailure } from './failure.ts';
import { bodyOf, nodeFetch } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { ReadAhead } from './read-ahead.ts';

export interface SpeechRequest {
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
   * Synthesizes speech: PCM, 24,000 samples a second, 16 bits, little-endian, mono. Throws ProviderFailure; a partial
   * answer is a failure.
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
  const connect = lazyOpenAi(options, nodeFetch);
  return { speak: (request) => speak(connect, request) };
}

async function speak(connect: () => Promise<OpenAiCall>, request: SpeechRequest): Promise<Uint8Array> {
  const openAi = await connect();
  request.signal.throwIfAborted();
  const call = new Call(request);
  try {
    const body = new ReadAhead(await call.wait(openBody(openAi, request, call.signal), 'unreachable'));
    const chunks: Uint8Array[] = [];
    const bytesMax = (secondsMax + request.text.length * secondsPerCharacterMax) * samplesPerSecond * bytesPerSample;
    let size = 0;
    for (let chunk = await call.wait(body.next(), 'cut'); chunk; chunk = await call.wait(body.next(), 'cut')) {
      if (chunk.length > 0) call.resetIdleTimer();
      size += chunk.length;
      if (size > bytesMax) throw new ProviderFailure('broken');
      chunks.push(chunk);
    }
    return samplesIn(Buffer.concat(chunks, size));
  } finally {
    call.end();
  }
}

async function openBody(openAi: OpenAiCall, { model, voice, text: input }: SpeechRequest, signal: AbortSignal) {
  const response = await openAi((client) =>
    client.audio.speech.create({ model, voice, input, response_format: 'pcm' }, { signal }).asResponse(),
  );
  if (!isPcm(response.headers.get('content-type'))) throw new ProviderFailure('broken');
  const body = bodyOf(response);
  if (body === undefined) throw new ProviderFailure('cut');
  return body;
}

/** Raw samples have no registered media type: servers send this one or none, never text, JSON or another format. */
function isPcm(contentType: string | null): boolean {
  const [mediaType = ''] = contentType?.split(';') ?? [];
  return ['', 'audio/pcm', 'audio/x-pcm', 'audio/raw', 'application/octet-stream', 'binary/octet-stream'].includes(
    mediaType.trim().toLowerCase(),
  );
}

// Magic bytes of WAV, MP3, Ogg and FLAC, which some servers send whatever was requested.
const otherFormats = ['RIFF', 'ID3', 'OggS', 'fLaC'];

function samplesIn(bytes: Buffer): Uint8Array {
  const isWhole = bytes.length > 0 && bytes.length % bytesPerSample === 0;
  if (!isWhole || otherFormats.some((mark) => bytes.subarray(0, mark.length).toString('latin1') === mark))
    throw new ProviderFailure('broken');
  return bytes;
}
