import { isSceneBreak } from '../../../../prose/scene-break.ts';
import type { Pace } from '../pace.ts';
import { forLines } from './lines.ts';

/** A line of a plain text, without white space at its ends. */
export interface TextLine {
  text: string;
  start: number;
  end: number;
  isBlank: boolean;
  /** It begins as the first line of a paragraph does: with a tab, 2–8 blanks or an ideographic space. */
  isIndented: boolean;
  /** A row of marks, as writers put it between scenes and under titles. */
  isRule: boolean;
  /** It begins with a no-break space: our exports mark a line so that reads like a heading and is none. */
  isPlain: boolean;
}

/** Visits the lines of a plain text, yielding in between. */
export function forTextLines(source: string, pace: Pace, look: (line: TextLine) => void): Promise<void> {
  return forLines(source, pace, (line) => look({ ...textLineOf(line.text), start: line.start, end: line.end }));
}

const blank = { text: '', isBlank: true, isIndented: false, isRule: false, isPlain: false };

export function textLineOf(line: string): Omit<TextLine, 'start' | 'end'> {
  const text = line.trim();
  if (text === '') return blank;
  const isPlain = line.startsWith('\u00a0');
  return {
    text,
    isBlank: false,
    isIndented: /^(?:\t| {2,8}(?! )|\u3000)/.test(line),
    isRule: !isPlain && !/^[\p{L}\p{N}"“‘«]/u.test(text) && (isSceneBreak(text) || /^={3,}$/.test(text)),
    isPlain,
  };
}
