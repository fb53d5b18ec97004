/** Maximum length of a summary, code points (docs/generation.md, "Rolling summaries"). */
export const recapMax = 600;

/** A shorter cut at a sentence end says too little (ours). */
const sentencesMin = 200;

/** Maximum reply before it is discarded (ours). */
export const replyMax = 6_000;

/** Time limit of a summary, seconds (ours). */
export const recapSecondsMax = 60;

// Up to the last sentence end with text behind it.
const wholeSentences = /^.*(?:[。！？][」』”]*(?=.)|[.!?…]["'”’»)\]*_]*(?=\s))/su;

/**
 * Converts a reply to a summary: one line of at most 600 characters, cut at a sentence or word end. Undefined for a blank
 * reply.
 */
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
