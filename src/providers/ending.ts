import { failureOf } from './classify.ts';
import { type Asked, ProviderFailure } from './failure.ts';
import type { Frame, TextUsage } from './frame.ts';
import type { done } from './frame-reader.ts';
import { SseOverflow } from './sse.ts';
import type { TextEnd } from './text-provider.ts';

type Reason = TextEnd['reason'] | 'filtered';

/** Finish reasons of servers in our terms, in lower case. */
const finishReasons: Readonly<Record<Exclude<Reason, 'unclear'>, readonly string[]>> = {
  stop: ['stop', 'stop_sequence', 'end_turn', 'eos', 'eos_token', 'complete', 'completed'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  filtered: [
    'content_filter',
    'content_filtered',
    'safety',
    'recitation',
    'prohibited_content',
    'blocklist',
    'spii',
    'sensitive',
    'refusal',
    'guardrail_intervened',
  ],
};

/** Normalizes a finish reason. An unknown one, such as that of a tool, does not say whether the text is complete. */
function reasonOf(finish: string): Reason {
  const known = Object.entries(finishReasons).find(([, names]) => names.includes(finish.toLowerCase()));
  return known ? (known[0] as Reason) : 'unclear';
}

/**
 * Follows a reply to its end. A finish in a frame without text is bare: no text follows it. After a finish in a frame with
 * text, which some servers send in every frame, more text may follow.
 */
export class Ending {
  readonly #asked: Asked;
  #reason: Reason | undefined;
  #refusal = '';
  #isPast = false;
  #usage: TextUsage | undefined;
  /** Whether only usage and the end mark can follow. */
  isBare = false;
  /** Whether nothing can follow. */
  isOver = false;
  #hasReasoned = false;
  #hasBegun = false;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /**
   * The text of frames that came together, whether it ends the silence of the provider, and the fault that stopped the
   * reading.
   */
  takeAll(frames: Iterable<Frame | typeof done>): { text: string; speaks: boolean; fault: unknown } {
    let [text, speaks] = ['', false];
    try {
      for (const frame of frames) {
        text += this.take(frame);
        speaks ||= typeof frame !== 'symbol' && (frame.text !== '' || frame.hasReasoning || frame.refusal !== '');
      }
      return { text, speaks, fault: undefined };
    } catch (fault) {
      return { text, speaks, fault };
    }
  }

  /** The text of a frame that belongs to the reply. Throws ProviderFailure for an error. */
  private take(frame: Frame | typeof done): string {
    if (typeof frame === 'symbol') this.isOver = true;
    if (typeof frame === 'symbol' || this.isOver) return '';
    this.#usage = frame.usage ?? this.#usage;
    this.#hasReasoned ||= frame.hasReasoning || frame.countsReasoning;
    if (this.isBare) {
      // The finish of text that does not belong to the reply does not belong to it either.
      this.#isPast ||= frame.text !== '';
      if (!this.#isPast) this.#finish(frame.finish);
      return '';
    }
    if (frame.error) throw failureOf(this.#asked, { said: frame.error, hasBegun: this.#hasBegun });
    this.#hasBegun ||= frame.text !== '' || frame.hasReasoning || frame.countsReasoning;
    this.#refusal += frame.refusal;
    this.#finish(frame.finish);
    this.isBare = frame.finish !== undefined && frame.text === '';
    return frame.text;
  }

  /** Notes that the connection failed. Throws unless a finish came before. */
  fail(fault: unknown): void {
    // Errors after a refusal or a bare finish do not affect the reply.
    if (this.#refusal !== '' || this.isBare) return;
    const isOpenEnd = fault instanceof ProviderFailure && (fault.kind === 'idle' || fault.kind === 'cut');
    if (this.#reason === undefined || !isOpenEnd)
      throw fault instanceof SseOverflow ? new ProviderFailure('broken') : fault;
    // The finish may have been one of many.
    if (this.#reason === 'stop') this.#reason = 'unclear';
  }

  /** How the reply ended. Throws ProviderFailure if the model declined, or if there is no end. */
  result(): TextEnd {
    if (this.#refusal !== '' || this.#reason === 'filtered')
      throw new ProviderFailure('filtered', { reply: this.#refusal });
    if (this.#reason === undefined) throw new ProviderFailure('cut');
    return { reason: this.#reason, usage: this.#usage, hasReasoned: this.#hasReasoned };
  }

  #finish(finish: string | undefined): void {
    if (finish !== undefined) this.#reason = reasonOf(finish);
  }
}
