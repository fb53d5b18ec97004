import { Call } from './call.ts';
import { WholeCharacters } from './characters.ts';
import { type Chunk, readChunk, type TextUsage, usageOf } from './completions.ts';
import { ProviderFailure } from './failure.ts';
import { bodyOf, nodeFetch } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { ReadAhead } from './read-ahead.ts';
import { type SseEvent, SseOverflow, SseReader } from './sse.ts';

export type { TextUsage } from './completions.ts';
export { ProviderFailure, type ProviderFailureKind } from './failure.ts';

export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface TextRequest {
  model: string;
  messages: readonly TextMessage[];
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Longest silence, milliseconds. A piece of text or thought ends it, a heartbeat does not. */
  idleMsMax: number;
  /** Asks for one JSON object; the messages say which. */
  json?: boolean;
}

/** How a stream ended: `stop` is complete, `length` means that there is more to say. Usage where the provider told it. */
export interface TextEnd {
  reason: 'stop' | 'length';
  usage: TextUsage | undefined;
}

export interface TextProvider {
  /**
   * Yields pieces as they come (never empty, always well-formed, without NUL) and returns how it ended; `stop` may come
   * without any text. Throws ProviderFailure, after all text that came before the fault. Aborting `signal` ends it with
   * the signal's reason; that, and leaving early, cancels the request. The consumer's own time is no silence.
   */
  stream(request: TextRequest): AsyncGenerator<string, TextEnd, void>;
}

// Bound of one event, UTF-16 code units. Ours.
const eventCharsMax = 1024 * 1024;

/** Speaks chat completions with OpenAI, or with whatever answers at `baseUrl`. Loads and connects on first use. */
export function openAiText(options: OpenAiOptions): TextProvider {
  const connect = lazyOpenAi(options, nodeFetch);
  return { stream: (request) => streamText(connect, request) };
}

async function* streamText(
  connect: () => Promise<OpenAiCall>,
  request: TextRequest,
): AsyncGenerator<string, TextEnd, void> {
  const openAi = await connect();
  request.signal.throwIfAborted();
  const call = new Call(request);
  const events = new SseReader(eventCharsMax);
  const characters = new WholeCharacters();
  let reason: TextEnd['reason'] | undefined;
  let usage: TextUsage | undefined;
  try {
    const body = new ReadAhead(await call.wait(openBody(openAi, request, call.signal), 'unreachable'));
    for (;;) {
      const bytes = await call.wait(body.next(), 'cut');
      if (bytes === undefined) break;
      for (const event of events.read(bytes)) {
        if (event.data === '[DONE]' && reason === undefined) throw new ProviderFailure('cut');
        const chunk = chunkOf(event);
        if (chunk === undefined) continue;
        usage = usageOf(chunk) ?? usage;
        const { delta, finish_reason: finish } = chunk.choices?.[0] ?? {};
        if (delta?.content || delta?.reasoning_content || delta?.reasoning) call.heard();
        const ended = finish ? endOf(finish) : undefined;
        // Half a character is lost at a `length`: what goes on from there writes it whole.
        const piece = characters.join(delta?.content ?? '') + (ended === 'stop' ? characters.end() : '');
        if (piece !== '') {
          call.pause();
          yield piece;
          call.resume();
        }
        if (delta?.refusal || ended === 'filtered') throw new ProviderFailure('filtered');
        if (ended === 'broken') throw new ProviderFailure('broken');
        if (ended === undefined) continue;
        reason = ended;
        call.hurry();
      }
    }
  } catch (fault) {
    // Nothing after the finish can unmake the text.
    if (reason === undefined) throw fault instanceof SseOverflow ? new ProviderFailure('broken') : fault;
  } finally {
    call.end();
  }
  if (reason === undefined) throw new ProviderFailure('cut');
  return { reason, usage };
}

async function openBody(openAi: OpenAiCall, { model, messages, json }: TextRequest, signal: AbortSignal) {
  const response = await openAi((client) =>
    client.chat.completions
      .create(
        {
          model,
          messages: [...messages],
          stream: true,
          stream_options: { include_usage: true },
          ...(json ? { response_format: { type: 'json_object' as const } } : {}),
        },
        { signal },
      )
      .asResponse(),
  );
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new ProviderFailure('broken');
  const body = bodyOf(response);
  if (body === undefined) throw new ProviderFailure('cut');
  return body;
}

/** Undefined for events that are none of ours and for the end mark. */
function chunkOf({ event, data }: SseEvent): Chunk | undefined {
  if (event === 'error') throw new ProviderFailure('unavailable');
  if (event !== 'message' || data === '' || data === '[DONE]') return undefined;
  const chunk = readChunk(data);
  if (chunk === undefined) throw new ProviderFailure('broken');
  if (chunk.error != null) throw new ProviderFailure('unavailable');
  return chunk;
}

/** What a finish reason means; one that we do not know cannot be trusted to be the end. */
function endOf(finish: string): 'stop' | 'length' | 'filtered' | 'broken' {
  if (finish === 'stop' || finish === 'length') return finish;
  return finish === 'content_filter' ? 'filtered' : 'broken';
}
