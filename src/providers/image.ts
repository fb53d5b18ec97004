import { z } from 'zod';
import { Call } from './call.ts';
import type { TextUsage } from './completions.ts';
import { ProviderFailure } from './failure.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { madeSideMax, type Picture, pictureBytesMax, pictureOf } from './picture.ts';

export type { Picture } from './picture.ts';

export interface ImageRequest {
  model: string;
  prompt: string;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Longest silence, milliseconds; a picture comes in one piece, so before its first byte it may be thrice as long. */
  idleMsMax: number;
}

export interface DrawnPicture {
  picture: Picture;
  /** As the provider counted; undefined where it counted nothing. */
  usage: TextUsage | undefined;
}

export interface ImageProvider {
  /** Makes one picture: some models make no more at a time, and what is made is kept though another one fails. Throws ProviderFailure. */
  draw(request: ImageRequest): Promise<DrawnPicture>;
}

/** Speaks the images endpoint with OpenAI, or with whatever answers at `baseUrl`. Loads and connects on first use. */
export function openAiImages(options: OpenAiOptions): ImageProvider {
  const connect = lazyOpenAi(options);
  return { draw: async (request) => draw(await connect(), request) };
}

async function draw(openAi: OpenAiCall, request: ImageRequest): Promise<DrawnPicture> {
  request.signal.throwIfAborted();
  const call = new Call({ signal: request.signal, idleMsMax: request.idleMsMax * silencesBeforeAnswer });
  try {
    const response = await call.wait(openBody(openAi, request, call.signal), 'unreachable');
    call.heard();
    return drawnIn(await call.wait(textOf(response, call), 'cut'));
  } finally {
    call.end();
  }
}

/** Pictures take a minute or two, and nothing is heard meanwhile. Ours. */
const silencesBeforeAnswer = 3;

/** `gpt-image` models always answer the bytes and do not know the parameter; others answer an address unless told. */
const answersBytesAlways = /^(openai\/)?(gpt|chatgpt)-image/;

/** Upright where the model can, else square. */
function sizeFor(model: string): '1024x1536' | '1024x1792' | '1024x1024' {
  if (model.includes('dall-e-2')) return '1024x1024';
  return model.includes('dall-e-3') ? '1024x1792' : '1024x1536';
}

function openBody(openAi: OpenAiCall, { model, prompt }: ImageRequest, signal: AbortSignal): Promise<Response> {
  const format = answersBytesAlways.test(model) ? {} : { response_format: 'b64_json' as const };
  return openAi((client) =>
    client.images.generate({ model, prompt, n: 1, size: sizeFor(model), ...format }, { signal }).asResponse(),
  );
}

/** The picture in base64, and some room for what is said beside it. Ours. */
const answerBytesMax = Math.ceil((pictureBytesMax * 4) / 3) + 64 * 1024;

async function textOf(response: Response, call: Call): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    call.heard();
    length += piece.length;
    if (length > answerBytesMax) throw new ProviderFailure('broken');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const tokens = z.int().nonnegative();

const answerShape = z.object({
  // An address is not followed, wherever it leads: a provider must not choose what this service fetches.
  data: z.tuple([z.object({ b64_json: z.string() })]).rest(z.unknown()),
  // A slip in the accounts is no reason to lose the picture.
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
