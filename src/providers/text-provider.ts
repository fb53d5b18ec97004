import type { TextUsage } from './frame.ts';
import type { DroppedParameters } from './optional-members.ts';
import type { ReplyShape } from './reply-shape.ts';

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
  /** Whether the model sent reasoning beside its text. */
  hasReasoned: boolean;
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
