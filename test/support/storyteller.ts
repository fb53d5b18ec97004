import { setTimeout as pause } from 'node:timers/promises';
import { type Behaviour, type ReceivedRequest, reply } from './provider.ts';

/** A text in which every word is another one, so that whatever is lost or doubled shows. */
export const story = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ');

/** Where in a text the prompt says that the chapter stands. */
function placeIn(whole: string, request: ReceivedRequest): number {
  const material = request.body.messages.at(-1)?.content ?? '';
  const soFar = /<written_so_far>([\s\S]*)<\/written_so_far>/.exec(material)?.[1] ?? '';
  return soFar ? whole.indexOf(soFar) + soFar.length : 0;
}

/** A provider that tells one text word by word, and goes on from where the prompt says that the chapter stands. */
export function storyteller(wordMs: number, whole = story): Behaviour {
  return (request, response) => {
    const words = whole.slice(placeIn(whole, request)).split(/(?<= )/);
    return reply.text(words.flatMap((word, n) => [word, ...(wordMs > 0 ? [pause((n + 1) * wordMs)] : [])]))(
      request,
      response,
    );
  };
}

/** The same in pieces of so many code points, over and over; breaks off when the text has come as far as `end` (UTF-16 units), where that is given. */
export function tellerInPieces(whole: string, sizes: readonly number[], end?: number): Behaviour {
  return (request, response) => {
    const left = Array.from(whole.slice(placeIn(whole, request), end));
    const pieces: string[] = [];
    for (let turn = 0; left.length > 0; turn++) pieces.push(left.splice(0, sizes[turn % sizes.length]).join(''));
    const tell = end === undefined ? reply.text : reply.cutSocket;
    return tell(pieces)(request, response);
  };
}
