import { z } from 'zod';
import { Call } from './call.ts';
import { imageSettings, ProviderFailure } from './failure.ts';
import type { TextUsage } from './frame.ts';
import { bodyOf } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { madeSideMax, type Picture, pictureBytesMax, pictureOf } from './picture.ts';
import { ReadAhead } from './read-ahead.ts';

export type { Picture } from './picture.ts';

interface ImageRequest {
  model: string;
  prompt: string;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Idle timeout, milliseconds. A picture arrives in one piece, so the first byte may take three times as long. */
  idleMsMax: number;
}

interface DrawnPicture {
  picture: Picture;
  /** As reported by the provider; undefined without a report. */
  usage: TextUsage | undefined;
}

export interface ImageProvider {
  /**
   * Generates one picture. Some models generate only one per request, and a finished one is kept if another fails. Throws
   * ProviderFailure.
   */
  draw(request: ImageRequest): Promise<DrawnPicture>;
}

/** Client of OpenAI's images endpoint, or of a compatible one at `baseUrl`. Loaded on first use. */
export function openAiImages(options: OpenAiOptions): ImageProvider {
  const connect = lazyOpenAi(options);
  return { draw: async (request) => draw(await connect(), request) };
}

async function draw(openAi: OpenAiCall, request: ImageRequest): Promise<DrawnPicture> {
  request.signal.throwIfAborted();
  const call = new Call({ signal: request.signal, idleMsMax: request.idleMsMax * silencesBeforeAnswer });
  try {
    const body = await call.wait(openBody(openAi, request, call.signal), 'unreachable');
    call.resetIdleTimer();
    return drawnIn(await textOf(body, call));
  } finally {
    call.end();
  }
}

/** A picture can take two minutes without any data. Ours. */
const silencesBeforeAnswer = 3;

/** `gpt-image` models always answer bytes and reject the parameter; others answer a URL by default. */
const answersBytesAlways = /^(openai\/)?(gpt|chatgpt)-image/;

/** Portrait if the model supports it, else square. */
function sizeFor(model: string): '1024x1536' | '1024x1792' | '1024x1024' {
  if (model.includes('dall-e-2')) return '1024x1024';
  return model.includes('dall-e-3') ? '1024x1792' : '1024x1536';
}

async function openBody(openAi: OpenAiCall, { model, prompt }: ImageRequest, signal: AbortSignal): Promise<ReadAhead> {
  const format = answersBytesAlways.test(model) ? {} : { response_format: 'b64_json' as const };
  const response = await openAi({ model, settings: imageSettings }, (client) =>
    client.images.generate({ model, prompt, n: 1, size: sizeFor(model), ...format }, { signal }).asResponse(),
  );
  const body = bodyOf(response);
  if (body === undefined) throw new ProviderFailure('cut');
  return new ReadAhead(body);
}

/** The picture in base64, with room for metadata. Ours. */
const answerBytesMax = Math.ceil((pictureBytesMax * 4) / 3) + 64 * 1024;

async function textOf(body: ReadAhead, call: Call): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let piece = await call.wait(body.next(), 'cut'); piece; piece = await call.wait(body.next(), 'cut')) {
    call.resetIdleTimer();
    length += piece.length;
    if (length > answerBytesMax) throw new ProviderFailure('broken');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const tokens = z.int().nonnegative();

const answerShape = z.object({
  // URLs are never followed: a provider must not choose what this service fetches.
  data: z.tuple([z.object({ b64_json: z.string() })]).rest(z.unknown()),
  // Invalid usage must not lose the picture.
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).nullish().catch(undefined),
});

function drawnIn(text: string): DrawnPicture {
  const { data: answer } = answerShape.safeParse(jsonOf(text));
  const picture = answer && pictureOf(Buffer.from(answer.data[0].b64_json, 'base64'), madeSideMax);
  if (!picture) throw new ProviderFailure('broken');
  const { usage } = answer;
  return {
    picture,
    usage: usage
      ? { inputTokens: usage.input_tokens, cachedInputTokens: 0, outputTokens: usage.output_tokens }
      : undefined,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
