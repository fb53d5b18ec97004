import { countedMax, type Found, type Located, type Passage, shortMax } from './locate.ts';

/** Faults of one request that are told with the nearest passage; looking for it takes long (ours). */
export const explainedMax = 3;

/** Why a quote was not found once, and what to send instead; it follows the path of the quote. */
export function whyNotFound(text: string, found: Exclude<Located, Found>): string {
  if ('isTooRepetitive' in found)
    return `is longer than ${shortMax} characters, and the text repeats itself too often to look for it. Quote less.`;
  if ('nearest' in found) {
    const nearest = found.nearest();
    const hint = nearest === undefined ? 'Read the chapter again.' : `The nearest is “${nearest}”.`;
    return `is not in the text. ${hint} Send the passage as it stands there.`;
  }
  const { count, first, second } = found;
  const times = count >= countedMax ? `at least ${countedMax}` : count;
  const places = [first, second].map((place) => `“${around(text, place)}”`).join(' and ');
  return `is in the text ${times} times, such as ${places}. Send more of the words around it, so that it is found once.`;
}

/** Characters shown around and in a passage (ours). */
const [aroundMax, withinMax] = [30, 100];

function around(text: string, { start, end }: Passage): string {
  const passage = text.slice(start, end);
  const shown = passage.length > withinMax ? `${passage.slice(0, withinMax)}…` : passage;
  const [from, to] = [Math.max(0, start - aroundMax), end + aroundMax];
  // Without the parts of words at its ends.
  const before = text.slice(from, start).replace(from > 0 ? /^\S*\s/ : '', '');
  const after = text.slice(end, to).replace(to < text.length ? /\s\S*$/ : '', '');
  return `${before}${shown}${after}`.toWellFormed().replaceAll(/\s+/g, ' ');
}
