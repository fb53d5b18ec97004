import { repeatedUnits, type SavedEnd, savedEnd } from './repeat.ts';
import { endsUnspaced, startsUnspaced } from './words.ts';

/**
 * Joins a continuation to the saved text. Removes a repeat of the end of the saved text, in whole words. White space is not
 * doubled: that of the saved text stays, and the continuation adds only missing line breaks. Inserts a space between two
 * words that would touch. Everything else passes unchanged.
 */
export class Joint {
  private readonly saved: string;
  private readonly body: string;
  private readonly ending: SavedEnd;
  private stage: 'matching' | 'joining' | 'open';
  private waiting = '';

  constructor(saved: string, lostWord: string) {
    this.saved = saved;
    this.body = saved.trimEnd();
    this.ending = savedEnd(saved, lostWord);
    this.stage = this.ending.words.length > 0 ? 'matching' : 'joining';
  }

  push(piece: string): string {
    return this.advance(piece, false);
  }

  /** Text that was held back for comparison, at the end of a complete continuation. */
  end(): string {
    return this.advance('', true);
  }

  /** Text that was held back for comparison when the continuation was cut. */
  cut(): string {
    const held = this.waiting;
    this.waiting = '';
    return held;
  }

  private advance(piece: string, isLast: boolean): string {
    if (this.stage === 'open') return piece;
    this.waiting += piece;
    if (this.stage === 'matching') {
      const units = repeatedUnits(this.ending, this.waiting, isLast);
      if (units === undefined) return '';
      this.waiting = this.waiting.slice(units);
      this.stage = 'joining';
    }
    const text = this.waiting.trimStart();
    if (text === '') return '';
    const space = this.waiting.slice(0, this.waiting.length - text.length);
    this.waiting = '';
    this.stage = 'open';
    return spaceBetween(this.body, this.saved.slice(this.body.length), space, text) + text;
  }
}

/** The end of a word or of a mark that closes one. A quotation mark after a space is an opening one. */
const wordEnd = /[\p{L}\p{M}\p{N}][*_]*$|[\p{L}\p{N}\p{P}]["”’»)\]*_]+$|[.!?…,;:]$/u;
const openNumber = /\p{N}[.,:]$/u;
const ideographEnd = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]["”’»]*$/u;
const ideographStart = /^["“‘«]*[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const wordStart = /^(?:[\p{L}\p{N}“‘«„¿¡]|[*_]{1,3}[\p{L}\p{N}“"])/u;

/** The white space to insert between the saved text and its continuation, in addition to the saved text's own. */
function spaceBetween(body: string, savedSpace: string, space: string, text: string): string {
  if (body === '' && savedSpace === '') return '';
  if (savedSpace !== '') return '\n'.repeat(Math.max(0, lineBreaks(space) - lineBreaks(savedSpace)));
  if (/[\n\r]/.test(space)) return space;
  if (space !== '') return ideographEnd.test(body) && ideographStart.test(text) ? '' : space;
  const near = body.slice(-8);
  if (endsUnspaced(near) || startsUnspaced(text) || !wordEnd.test(near) || !wordStart.test(text)) return '';
  return openNumber.test(near) && /^\p{N}/u.test(text) ? '' : ' ';
}

function lineBreaks(space: string): number {
  return space.split('\n').length - 1;
}
