import { Breather } from '../../../threads/breather.ts';
import { baseLanguage, titles } from '../../story/names/languages.ts';
import { withoutMarkdown } from '../../text/lint/prose.ts';
import { isSpeechLine, speechSpans } from '../../text/lint/speech.ts';
import type { TextCounts } from './formulas.ts';
import { stretchWords } from './rules.ts';
import { type CountSyllables, syllablesOf } from './syllables.ts';

/** Additive counts of a text. */
export interface Measure extends TextCounts {
  /** Words in quotation marks and in lines of dialogue. */
  spokenWords: number;
  /** Complete stretches of `stretchWords`, and the sum of their distinct words. */
  stretches: number;
  distinctWords: number;
}

const countNames = [
  'words',
  'sentences',
  'letters',
  'longWords',
  'syllables',
  'spokenWords',
  'stretches',
  'distinctWords',
] as const satisfies readonly (keyof Measure)[];

export function noMeasure(): Measure {
  return {
    words: 0,
    sentences: 0,
    letters: 0,
    longWords: 0,
    syllables: 0,
    spokenWords: 0,
    stretches: 0,
    distinctWords: 0,
  };
}

export function sumOfMeasures(measures: readonly Measure[]): Measure {
  const sum = noMeasure();
  for (const measure of measures) for (const name of countNames) sum[name] += measure[name];
  return sum;
}

/** A chapter's text and the language of its book. */
export interface MeasuredText {
  content: string;
  language: string;
}

/** The same in a thread of its own. */
export function measureText({ content, language }: MeasuredText): Promise<Measure> {
  return measureOf(content, language, new Breather());
}

/** Counts a chapter's Markdown as the language has it. */
export async function measureOf(content: string, language: string, breather: Breather): Promise<Measure> {
  const tally = new Tally(language);
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  for (const { start, text } of paragraphsOf(withoutMarkdown(content))) {
    const isSpoken = speechIn(content.slice(start, start + text.length));
    for (const sentence of sentences.segment(text)) {
      tally.beginSentence();
      for (const { segment, index, isWordLike } of words.segment(sentence.segment)) {
        if (isWordLike) tally.addWord(segment, isSpoken(sentence.index + index));
        if (breather.isDue) await breather.pause();
      }
    }
  }
  return tally.measure;
}

function* paragraphsOf(text: string): Generator<{ start: number; text: string }> {
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) yield { start: index, text: line };
}

/** Whether a position of a paragraph is speech. Call it with increasing positions. */
type IsSpoken = (place: number) => boolean;

function speechIn(paragraph: string): IsSpoken {
  if (/^\s*(#{1,6}\s|>)/.test(paragraph)) return () => false;
  if (isSpeechLine(paragraph)) return () => true;
  // Emphasis, which lint also ignores, is not speech.
  const spans = speechSpans(paragraph).filter(({ start }) => !/[*_]/.test(paragraph.charAt(start)));
  let next = 0;
  return (place) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return place >= (spans[next]?.start ?? Number.POSITIVE_INFINITY);
  };
}

// Longer words are truncated for counting, so that no text takes long. Ours.
const wordLengthMax = 60;

interface Word {
  folded: string;
  letters: number;
  syllables: number;
}

/** Most words of a text recur: each is analysed once. */
class Tally {
  readonly measure = noMeasure();
  private readonly countSyllables: CountSyllables | undefined;
  private readonly known = new Map<string, Word>();
  private readonly stretch = new Set<string>();
  private inStretch = 0;
  private opens = true;
  private last = '';

  constructor(language: string) {
    this.countSyllables = syllablesOf(baseLanguage(language));
  }

  beginSentence(): void {
    this.opens = true;
  }

  addWord(word: string, isSpoken: boolean): void {
    const { measure } = this;
    // "Mrs. Farrow" does not end a sentence.
    if (this.opens && !titles.has(this.last)) measure.sentences += 1;
    this.opens = false;
    const { folded, letters, syllables } = this.known.get(word) ?? this.lookAt(word);
    measure.words += 1;
    measure.letters += letters;
    measure.syllables += syllables;
    if (letters > 6) measure.longWords += 1;
    if (isSpoken) measure.spokenWords += 1;
    this.last = word;
    this.stretch.add(folded);
    this.inStretch += 1;
    if (this.inStretch === stretchWords) this.endStretch();
  }

  private endStretch(): void {
    this.measure.stretches += 1;
    this.measure.distinctWords += this.stretch.size;
    this.stretch.clear();
    this.inStretch = 0;
  }

  private lookAt(word: string): Word {
    const folded = word.slice(0, wordLengthMax).normalize('NFC').toLowerCase();
    // Letters and digits; apostrophes do not count.
    const letters = folded.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const made = { folded, letters, syllables: this.countSyllables?.(folded) ?? 0 };
    this.known.set(word, made);
    return made;
  }
}
