export { eventsMax, type NewRecap, newRecap, stateMax } from '../../shapes.ts';

/** Where a recap comes from. */
export const recapOrigins = ['model', 'agent', 'person'] as const;
export type RecapOrigin = (typeof recapOrigins)[number];

/** Rest of a text after a save before its recap is made by itself, seconds. */
export const restSeconds = 60;
/** Recaps that are made by themselves keep this distance for each chapter, seconds. */
export const distanceSeconds = 600;
/** Tries of a recap before it is given up. */
export const triesMax = 5;
/** Pause after a failed try, seconds: half a minute, then three times as long each (ours). */
export const pauseSeconds = (tries: number) => 30 * 3 ** (tries - 1);
/** A node that takes an order and does not end it in this time is lost, seconds. Longer than a run takes (ours). */
export const takenSeconds = 400;
/** Longest wait of a write for the recap of the chapter before it, seconds. */
export const writeWaitSeconds = 20;

/** A shorter cut at a sentence end says too little (ours). */
const sentencesMin = 200;

/** Maximum reply before it is discarded (ours). */
export const replyMax = 12_000;

/** Time limit of the run, seconds (ours). */
export const recapSecondsMax = 60;

// Up to the last sentence end with text behind it.
const wholeSentences = /^.*(?:[。！？][」』”]*(?=.)|[.!?…]["'”’»)\]*_]*(?=\s))/su;

/** One line of at most `max` characters, cut at a sentence or word end. */
export function boundPart(part: string, max: number): string {
  const line = part.replace(/\s+/gu, ' ').trim();
  const codePoints = Array.from(line);
  if (codePoints.length <= max) return line;
  const sentences = wholeSentences.exec(codePoints.slice(0, max + 1).join(''))?.[0] ?? '';
  if (sentences.length >= sentencesMin) return sentences;
  const cut = codePoints.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space >= sentencesMin ? cut.slice(0, space) : cut}…`;
}
