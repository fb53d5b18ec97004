import { Call } from './call.ts';
import { WholeCharacters } from './characters.ts';
import { Ending } from './ending.ts';
import type { TextUsage } from './frame.ts';
import { FrameReader } from './frame-reader.ts';
import { Opener, type OpenerOptions } from './opening.ts';
import type { DroppedParameters } from './optional-members.ts';
import { ReadAhead } from './read-ahead.ts';
import type { ReplyShape } from './reply-shape.ts';

export { ProviderFailure, type ProviderFailureKind } from './failure.ts';
export type { TextUsage } from './frame.ts';

export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Messages with their tokens, as this service counts them. */
export interface CountedMessages {
  messages: readonly TextMessage[];
  tokens: number;
}

export interface TextRequest {
  model: string;
  messages: readonly TextMessage[];
  /** As counted by this service. */
  promptTokens: number;
  /** Aborted at the run's deadline or on cancel. */
  signal: AbortSignal;
  /** Idle timeout, milliseconds. Text and reasoning reset it; heartbeats do not. */
  idleMsMax: number;
  /** Requests one JSON object of this shape; the messages describe it. */
  shape?: ReplyShape;
}

/**
 * How a stream ended. `stop` is complete, `length` means that more text would follow, and with `unclear` the provider did not
 * say which. Usage if the provider reported it.
 */
export interface TextEnd {
  reason: 'stop' | 'length' | 'unclear';
  usage: TextUsage | undefined;
}

export interface TextProvider {
  /**
   * Yields pieces of text (never empty, well-formed, without NUL) and returns how the stream ended; `stop` may come without
   * text. Throws ProviderFailure after all text before the failure. Aborting `signal` throws its reason. Aborting and
   * leaving early cancel the request. Time spent by the consumer does not count as silence.
   */
  stream(request: TextRequest): AsyncGenerator<string, TextEnd, void>;
  /** Models that end reasoning which they do not begin, as their replies showed in this process. */
  readonly reasonsUnopened: Set<string>;
  /** What the provider of this process refused, by model, so that requests go without it. */
  droppedParameters(): DroppedParameters[];
}

/** Client of OpenAI's chat completions, or of a compatible endpoint at `baseUrl`. Loaded on first use. */
export function openAiText(options: OpenerOptions): TextProvider {
  const opener = new Opener(options);
  return {
    stream: (request) => streamText(opener, request),
    reasonsUnopened: new Set(),
    droppedParameters: () => opener.refused.all(),
  };
}

async function* streamText(opener: Opener, request: TextRequest): AsyncGenerator<string, TextEnd, void> {
  request.signal.throwIfAborted();
  const call = new Call(request);
  const characters = new WholeCharacters();
  const ending = new Ending();
  try {
    const { body, contentType } = await call.wait(opener.open(request, call), 'unreachable');
    const ahead = new ReadAhead(body);
    const frames = new FrameReader(contentType);
    while (!ending.isOver) {
      const bytes = await call.wait(ahead.next(), 'cut');
      const wasBare = ending.isBare;
      const { text, speaks, fault } = ending.takeAll(bytes ? frames.read(bytes) : frames.end());
      if (ending.isBare && !wasBare) call.shortenTimeout();
      else if (!wasBare && speaks) call.resetIdleTimer();
      const piece = characters.join(text);
      if (piece !== '') {
        call.pause();
        yield piece;
        call.resume();
      }
      if (fault) throw fault;
      if (bytes === undefined) break;
    }
  } catch (fault) {
    request.signal.throwIfAborted();
    ending.fail(fault);
  } finally {
    call.end();
  }
  const end = ending.result();
  // At `length` an incomplete character is dropped: the continuation writes it whole.
  const rest = end.reason === 'length' ? '' : characters.end();
  if (rest !== '') yield rest;
  return end;
}
