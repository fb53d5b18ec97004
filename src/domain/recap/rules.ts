/** Longest summary, code points (docs/generation.md, "Rolling summaries"). */
export const recapMax = 600;

/** A cut that leaves less than this says too little to end at a sentence (ours). */
const sentencesMin = 200;

/** What is read of an answer before it is taken to be none (ours). */
export const replyMax = 6_000;

/** Longest that a summary may take, seconds (ours). */
export const recapSecondsMax = 60;

// Up to the last sentence that has something after it.
const wholeSentences = /^.*(?:[。！？][」』”]*(?=.)|[.!?…]["'”’»)\]*_]*(?=\s))/su;

/** A model's answer as a summary: on one line, and at most 600 characters, cut at the end of a sentence or else of a word. Undefined for a blank one. */
export function boundRecap(reply: string): string | undefined {
  const text = reply.replace(/\s+/gu, ' ').trim();
  const codePoints = Array.from(text);
  if (codePoints.length <= recapMax) return text || undefined;
  const sentences = wholeSentences.exec(codePoints.slice(0, recapMax + 1).join(''))?.[0] ?? '';
  if (sentences.length >= sentencesMin) return sentences;
  const cut = codePoints.slice(0, recapMax - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space >= sentencesMin ? cut.slice(0, space) : cut}…`;
}
