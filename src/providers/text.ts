import { Call } from './call.ts';
import { WholeCharacters } from './characters.ts';
import { type Chunk, firstChoice, readChunk, type TextUsage, usageOf } from './completions.ts';
import { beyondContext, ProviderFailure, refusedSetting } from './failure.ts';
import { bodyOf, nodeFetch } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { ReadAhead } from './read-ahead.ts';
import { ReplyForms, type ReplyShape } from './reply-form.ts';
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
  /** Idle timeout, milliseconds. Text and reasoning reset it; heartbeats do not. */
  idleMsMax: number;
  /** Requests one JSON object of this shape; the messages describe it. */
  shape?: ReplyShape;
}

/** How a stream ended: `stop` is complete, `length` means that more text would follow. Usage if the provider reported it. */
export interface TextEnd {
  reason: 'stop' | 'length';
  usage: TextUsage | undefined;
}

export interface TextProvider {
  /**
   * Yields pieces of text (never empty, well-formed, without NUL) and returns how the stream ended; `stop` may come without
   * text. Throws ProviderFailure after all text before the failure. Aborting `signal` throws its reason. Aborting and
   * leaving early cancel the request. Time spent by the consumer does not count as silence.
   */
  stream(request: TextRequest): AsyncGenerator<string, TextEnd, void>;
}

// Maximum size of one event, UTF-16 code units. Ours.
const eventCharsMax = 1024 * 1024;

/** Members of a request body by model, which are passed through. */
export type ModelSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Client of OpenAI's chat completions, or of a compatible endpoint at `baseUrl`. Loaded on first use. */
export function openAiText(options: OpenAiOptions, settings: ModelSettings = {}): TextProvider {
  const connection = { connect: lazyOpenAi(options, nodeFetch), settings, forms: new ReplyForms() };
  return { stream: (request) => streamText(connection, request) };
}

interface Connection {
  connect: () => Promise<OpenAiCall>;
  settings: ModelSettings;
  forms: ReplyForms;
}

async function* streamText(
  { connect, settings, forms }: Connection,
  request: TextRequest,
): AsyncGenerator<string, TextEnd, void> {
  const openAi = await connect();
  request.signal.throwIfAborted();
  const call = new Call(request);
  const events = new SseReader(eventCharsMax);
  const characters = new WholeCharacters();
  let reason: TextEnd['reason'] | undefined;
  let usage: TextUsage | undefined;
  let refusal = '';
  try {
    const opening = forms.send(request.model, request.shape, (form) =>
      openBody(openAi, request, { ...settings[request.model] }, form, call.signal),
    );
    const body = new ReadAhead(await call.wait(opening, 'unreachable'));
    for (;;) {
      const bytes = await call.wait(body.next(), 'cut');
      if (bytes === undefined) break;
      for (const event of events.read(bytes)) {
        if (event.data === '[DONE]' && reason === undefined) throw new ProviderFailure('cut');
        const chunk = chunkOf(event);
        if (chunk === undefined) continue;
        usage = usageOf(chunk) ?? usage;
        // After the finish only usage is read.
        if (reason !== undefined) continue;
        const { delta, finish_reason: finish } = firstChoice(chunk) ?? {};
        if (delta?.content || delta?.reasoning_content || delta?.reasoning) call.resetIdleTimer();
        const ended = finish ? endOf(finish) : undefined;
        // At `length` an incomplete character is dropped: the continuation writes it whole.
        const piece = characters.join(delta?.content ?? '') + (ended === 'stop' ? characters.end() : '');
        if (piece !== '') {
          call.pause();
          yield piece;
          call.resume();
        }
        refusal += delta?.refusal ?? '';
        if (delta?.refusal) call.resetIdleTimer();
        if (ended === 'filtered' || (refusal !== '' && ended !== undefined))
          throw new ProviderFailure('filtered', undefined, refusal);
        if (ended === 'broken') throw new ProviderFailure('broken');
        if (ended === undefined) continue;
        reason = ended;
        call.shortenTimeout();
      }
    }
  } catch (fault) {
    if (refusal !== '') throw new ProviderFailure('filtered', undefined, refusal);
    // Errors after the finish do not affect the text.
    if (reason === undefined) throw fault instanceof SseOverflow ? new ProviderFailure('broken') : fault;
  } finally {
    call.end();
  }
  if (refusal !== '') throw new ProviderFailure('filtered', undefined, refusal);
  if (reason === undefined) throw new ProviderFailure('cut');
  return { reason, usage };
}

async function openBody(
  openAi: OpenAiCall,
  { model, messages }: TextRequest,
  settings: Record<string, unknown>,
  form: object,
  signal: AbortSignal,
) {
  const own = {
    model,
    messages: [...messages],
    stream: true as const,
    stream_options: { include_usage: true },
    ...form,
  };
  const response = await openAi(
    (client) => client.chat.completions.create({ ...settings, ...own }, { signal }).asResponse(),
    Object.keys(settings),
  ).catch((fault: unknown) => {
    if (fault instanceof ProviderFailure && fault.kind === 'too_large') throw beyondContext(model);
    const member = fault instanceof ProviderFailure && fault.kind === 'refused' ? fault.member : undefined;
    throw member === undefined ? fault : refusedSetting(model, member);
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new ProviderFailure('broken');
  const body = bodyOf(response);
  if (body === undefined) throw new ProviderFailure('cut');
  return body;
}

/** Undefined for other events and for the end mark. */
function chunkOf({ event, data }: SseEvent): Chunk | undefined {
  if (event === 'error') throw new ProviderFailure('unavailable');
  if (event !== 'message' || data === '' || data === '[DONE]') return undefined;
  const chunk = readChunk(data);
  if (chunk === undefined) throw new ProviderFailure('broken');
  if (chunk.error != null) throw new ProviderFailure('unavailable');
  return chunk;
}

/** Finish reasons of other servers in OpenAI's terms, in lower case. */
const finishReasons: Readonly<Record<string, 'stop' | 'length' | 'filtered'>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  end_turn: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  length: 'length',
  max_tokens: 'length',
  content_filter: 'filtered',
};

/** Normalizes a finish reason; an unknown one is treated as a broken stream. */
function endOf(finish: string): 'stop' | 'length' | 'filtered' | 'broken' {
  const known = finish.toLowerCase();
  return Object.hasOwn(finishReasons, known) ? (finishReasons[known] ?? 'broken') : 'broken';
}
