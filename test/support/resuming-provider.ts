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
