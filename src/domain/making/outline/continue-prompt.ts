import type { TextMessage } from '../../../providers/text-provider.ts';
import { material } from '../../calls/prompt/fence.ts';

/** Length of the end of the answer that the request quotes, code points. Ours. */
const endMax = 120;

/** Asks for the rest of an answer that was cut for length. */
export function continueMessages(messages: readonly TextMessage[], cut: string): TextMessage[] {
  const sent = cut.toWellFormed().replaceAll('\0', '');
  const end = Array.from(sent).slice(-endMax).join('');
  return [
    ...messages,
    { role: 'assistant', content: sent },
    {
      role: 'user',
      content: `Your answer was cut for length. Continue exactly after: <end>${material(end)}</end>
Send only what is missing, from the next character on. Repeat nothing, and add no code fence.`,
    },
  ];
}

/** Characters that the continuation may repeat, and fewest that count as a repeat. Ours. */
const repeatMax = 400;
const repeatMin = 8;
/** Characters by which an answer that begins anew is known. Ours. */
const beginMax = 40;

/** Fewest characters that a continuation adds, for another one. Ours. */
const growthMin = 200;

/** An answer, and whether its rest is worth asking for. */
interface Joined {
  text: string;
  grows: boolean;
}

/** The answer with its continuation, which may begin anew. `isWhole`: whether the continuation ends as the model wanted. */
export function joinedCut(cut: string, continuation: string, isWhole: boolean): Joined {
  const rest = continuation.replace(/^\s*`{3}\w*\s*\n/u, '');
  const begin = cut.trimStart().slice(0, beginMax);
  if (rest.trim() === '') return { text: cut, grows: false };
  if (rest.trimStart().startsWith(begin))
    return { text: isWhole || rest.length > cut.length ? rest : cut, grows: false };
  const added = rest.slice(repeatedLength(cut, rest));
  return { text: cut + added, grows: added.length >= growthMin };
}

function repeatedLength(cut: string, rest: string): number {
  for (let length = Math.min(repeatMax, cut.length, rest.length); length >= repeatMin; length -= 1)
    if (cut.endsWith(rest.slice(0, length))) return length;
  return 0;
}
