// Shorter agreements between an ending and a beginning happen by chance. In code points; ours.
const repeatCodePointsMin = 12;

// As much of the end as a prompt may show (tail.ts): a repeat of more cannot come from it. In UTF-16 units.
const endingUnitsMax = 8_000;

/** Takes a continuation piece by piece, each of whole code points, and answers what of it is to be appended to the saved text. */
export interface Seam {
  /** What can go on by now; empty while the beginning may still turn out to be a repeat. */
  push(piece: string): string;
  /** What was still held back. To be called once, after the last piece. */
  end(): string;
}

/**
 * A filter for the start of a continuation, so that the saved text followed by the output has nothing twice. Where the
 * continuation begins by repeating the end of the saved text, white space aside, the longest such repeat is removed. Text
 * is held back only while a repeat is possible: as a rule for a character or two, never for longer than the tail.
 *
 * White space meets at the seam without doubling: what the saved text ends with stays, and the continuation adds the line
 * breaks still missing. Directly after a clause's end a letter or an opening quote gets the space that models tend to leave
 * out; inside a word nothing is added. Before an empty saved text leading white space goes. All else passes unchanged.
 */
export function trimOverlap(saved: string): Seam {
  const body = saved.trimEnd();
  const ending = body.slice(-endingUnitsMax);
  let stage: 'matching' | 'joining' | 'open' = 'matching';
  let held = '';

  function advance(piece: string, isLast: boolean): string {
    if (stage === 'open') return piece;
    held += piece;
    if (stage === 'matching') {
      if (!isLast && mayStillRepeat(ending, held.trimStart())) return '';
      held = withoutRepeat(ending, held);
      stage = 'joining';
    }
    const text = held.trimStart();
    if (text === '' && !isLast) return '';
    stage = 'open';
    return joint(body, saved.slice(body.length), held.slice(0, held.length - text.length), text) + text;
  }

  return { push: (piece) => advance(piece, false), end: () => advance('', true) };
}

/** Whether the text so far stands in the ending with something after it, so that more of it may follow. */
function mayStillRepeat(ending: string, text: string): boolean {
  const at = ending.indexOf(text);
  return at !== -1 && at + text.length < ending.length;
}

function withoutRepeat(ending: string, held: string): string {
  const text = held.trimStart();
  for (let length = Math.min(text.length, ending.length); length >= repeatCodePointsMin; length--) {
    const start = text.slice(0, length);
    if (ending.endsWith(start)) return Array.from(start).length < repeatCodePointsMin ? held : text.slice(length);
  }
  return held;
}

const clauseEnd = /[.!?…,;:]["'”’»)\]*_]*$/u;
const wordStart = /^[[\p{L}“‘«¿¡]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]/v;

/** The white space between the saved text and what goes on from it, beyond what the saved text ends with. */
function joint(body: string, savedSpace: string, space: string, text: string): string {
  if (body === '' && savedSpace === '') return '';
  if (savedSpace !== '') return '\n'.repeat(Math.max(0, lineBreaks(space) - lineBreaks(savedSpace)));
  if (space !== '') return space;
  return clauseEnd.test(body) && wordStart.test(text) ? ' ' : '';
}

function lineBreaks(space: string): number {
  return space.split('\n').length - 1;
}
