import { setTimeout as pause } from 'node:timers/promises';
import { type Behaviour, type ReceivedRequest, reply } from './provider.ts';

/** A text of unique words, so that lost and duplicated words are visible. */
export const numberedWords = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ');

/** The offset in a text up to which the prompt quotes it. */
function offsetFromPrompt(whole: string, request: ReceivedRequest): number {
  const prompt = request.body.messages.at(-1)?.content ?? '';
  const soFar = /<written_so_far>([\s\S]*)<\/written_so_far>/.exec(prompt)?.[1] ?? '';
  return soFar ? whole.indexOf(soFar) + soFar.length : 0;
}

/** A provider that sends one text word by word and continues after the part that the prompt quotes. */
export function resumingProvider(wordMs: number, whole = numberedWords): Behaviour {
  return (request, response) => {
    const words = whole.slice(offsetFromPrompt(whole, request)).split(/(?<= )/);
    return reply.text(words.flatMap((word, n) => [word, ...(wordMs > 0 ? [pause((n + 1) * wordMs)] : [])]))(
      request,
      response,
    );
  };
}

/** A provider that resumes too: it sends the text up to and with `word` at once, and what `later` makes of the rest. */
function resumingThen(word: string, later: (rest: string) => readonly (string | Promise<unknown>)[]): Behaviour {
  const end = numberedWords.indexOf(word) + word.length;
  return (request, response) => {
    const offset = offsetFromPrompt(numberedWords, request);
    const pieces = [numberedWords.slice(offset, end), ...later(numberedWords.slice(Math.max(offset, end)))];
    return reply.text(pieces)(request, response);
  };
}

/** Stops after `word` until `released`. Without it the text never ends: the test ends the run. */
export const pausingProvider = (word: string, released: Promise<unknown> = new Promise(() => {})): Behaviour =>
  resumingThen(word, (rest) => [released, rest]);

/** Sends five words a second after `word`, for a minute: whenever the node dies, it has text that is not saved. */
export const drippingProvider = (word: string): Behaviour =>
  resumingThen(word, (rest) => rest.split(/(?<= )/).flatMap((each, n) => [pause((n + 1) * 200), each]));

/** The same in pieces of the given sizes (code points), repeated. With `end` (UTF-16 units) it cuts the socket there. */
export function resumingProviderInPieces(whole: string, sizes: readonly number[], end?: number): Behaviour {
  return (request, response) => {
    const rest = Array.from(whole.slice(offsetFromPrompt(whole, request), end));
    const pieces: string[] = [];
    for (let turn = 0; rest.length > 0; turn++) pieces.push(rest.splice(0, sizes[turn % sizes.length]).join(''));
    const behave = end === undefined ? reply.text : reply.cutSocket;
    return behave(pieces)(request, response);
  };
}
