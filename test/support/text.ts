import { openAiText, type TextEnd, type TextRequest } from '../../src/providers/text.ts';
import type { Behaviour, FakeProvider } from './provider.ts';

export const apiKey = 'sk-secret-0123456789';

/** A stream from the provider at `baseUrl`, patient and never cancelled unless the options say so. */
export function streamFrom(baseUrl: string, options: Partial<TextRequest> = {}) {
  const messages: TextRequest['messages'] = [{ role: 'user', content: 'Write.' }];
  const signal = new AbortController().signal;
  return openAiText({ apiKey, baseUrl }).stream({ model: 'm', messages, signal, idleMsMax: 10_000, ...options });
}

/** Reads to the end: the text, and how it ended or what was thrown. */
export async function read(
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

/** What is read of a provider that behaves like this. */
export function writeFrom(provider: FakeProvider, behaviour: Behaviour, options: Partial<TextRequest> = {}) {
  provider.script(behaviour);
  return read(streamFrom(provider.url, options));
}
