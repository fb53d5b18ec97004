import { endsUnspaced, startsUnspaced } from './words.ts';

/** Maximum code points that are held back (docs/generation.md, "Seams"). */
export const heldMax = 64;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Releases text only in whole words: up to the last white space or closing mark, or up to the last grapheme in scripts
 * without spaces. So a cut text never ends inside a word, and its continuation can be joined without a guess.
 */
export class WholeWords {
  private held = '';

  push(text: string): string {
    const whole = this.held + text;
    const end = releasableEnd(whole);
    this.held = whole.slice(end);
    return whole.slice(0, end);
  }

  /** The rest of a complete text. */
  end(): string {
    const rest = this.held;
    this.held = '';
    return rest;
  }

  /** The incomplete word at the end of a cut text. It is never released. */
  cut(): string {
    return this.end();
  }
}

/** End of the part that may be released, UTF-16 units. */
function releasableEnd(text: string): number {
  const earliest = text.length <= heldMax ? 0 : text.length - tailUnits(text);
  for (let end = text.length; end > earliest; end -= 1)
    if (!isAsciiLetter(text.charCodeAt(end - 1)) && isBoundary(text, end)) return end;
  return earliest;
}

/** Length of the last code points that may be held back, UTF-16 units. */
function tailUnits(text: string): number {
  const tail = Array.from(text.slice(-heldMax * 2)).slice(-heldMax);
  return tail.join('').length;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether no word continues across this position. The text after it may be empty so far. */
function isBoundary(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 8), at), text.slice(at, at + 8)];
  if (/\s$/u.test(before)) return true;
  if (after !== '' && (endsUnspaced(before) || startsUnspaced(after)))
    return graphemes.segment(text).containing(at)?.index === at;
  return isClosed(before, after);
}

/** A closing mark. After a space a mark is an opening one and belongs to the next word. */
const closingMark = /\S[.!?…,;:。！？，、；：．؟،؛۔।॥)\]}）］｝〉》」』】”“»«›‹]$/u;
/** Marks that close only after another mark: an apostrophe can be inside a word, and a star can open emphasis. */
const closingBehindMark = /\S[.!?…,;:。！？]["'’*_]+$/u;
/** After a digit, a point or a comma may be part of a number. */
const openNumber = /\p{N}[.,:]$/u;

function isClosed(before: string, after: string): boolean {
  if (openNumber.test(before)) return after !== '' && !/^\p{N}/u.test(after);
  return closingMark.test(before) || closingBehindMark.test(before);
}
