import type { OpenerOptions } from '../../src/providers/opening.ts';
import { openAiText } from '../../src/providers/text.ts';
import type { TextEnd, TextRequest } from '../../src/providers/text-provider.ts';
import type { Behaviour, FakeProvider } from './provider.ts';

export const apiKey = 'sk-secret-0123456789';

/** A stream from the provider at `baseUrl`. By default it has a long idle timeout and is not cancelled. */
export function streamFrom(baseUrl: string, options: Partial<TextRequest> = {}, opener: Partial<OpenerOptions> = {}) {
  const messages: TextRequest['messages'] = [{ role: 'user', content: 'Write.' }];
  const signal = new AbortController().signal;
  const usual = { model: 'm', messages, promptTokens: 100, signal, idleMsMax: 10_000 };
  return openAiText({ apiKey, baseUrl, ...opener }).stream({ ...usual, ...options });
}

/** Reads a stream to its end. Returns the text and the end of the stream, or the error. */
export async function readToEnd(
  pieces: AsyncGenerator<string, TextEnd, void>,
): Promise<{ text: string; end?: TextEnd; fault?: unknown }> {
  let text = '';
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return { text, end: value };
      text += value;
    }
  } catch (fault) {
    return { text, fault };
  }
}

/** Sets the behaviour of a provider and reads its answer. */
export function readReply(provider: FakeProvider, behaviour: Behaviour, options: Partial<TextRequest> = {}) {
  provider.script(behaviour);
  return readToEnd(streamFrom(provider.url, options));
}
