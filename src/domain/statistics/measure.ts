import { baseLanguage, titles } from '../lint/language.ts';
import { withoutMarkdown } from '../lint/prose.ts';
import { isSpeechLine, speechSpans } from '../lint/speech.ts';
import type { Breather } from './breather.ts';
import type { TextCounts } from './formulas.ts';
import { stretchWords } from './rules.ts';
import { type CountSyllables, syllablesOf } from './syllables.ts';

/** What can be counted in a text. Counts of several texts add up. */
export interface Measure extends TextCounts {
  /** Words in quotation marks and in lines of dialogue. */
  spokenWords: number;
  /** Whole stretches of `stretchWords`, and the different words of each, summed. */
  stretches: number;
  distinctWords: number;
}

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
  for (const measure of measures) for (const name of Object.keys(sum) as (keyof Measure)[]) sum[name] += measure[name];
  return sum;
}

/** Counts a chapter's Markdown as the language has it, a sentence at a time. */
export async function measureOf(content: string, language: string, breather: Breather): Promise<Measure> {
  const tally = new Tally(language);
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  for (const { start, text } of paragraphsOf(withoutMarkdown(content))) {
    const isSpoken = speechIn(content.slice(start, start + text.length));
    for (const { segment, index } of sentences.segment(text)) {
      tally.add(segment, index, isSpoken);
      if (breather.isDue) await breather.pause();
    }
  }
  return tally.measure;
}

function* paragraphsOf(text: string): Generator<{ start: number; text: string }> {
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) yield { start: index, text: line };
}

/** Whether somebody speaks at a place in a paragraph, to be asked from its beginning on. */
type IsSpoken = (place: number) => boolean;

function speechIn(paragraph: string): IsSpoken {
  if (/^\s*(#{1,6}\s|>)/.test(paragraph)) return () => false;
  if (isSpeechLine(paragraph)) return () => true;
  // Emphasis, which lint passes over as well, is not speech.
  const spans = speechSpans(paragraph).filter(({ start }) => !/[*_]/.test(paragraph.charAt(start)));
  let next = 0;
  return (place) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return place >= (spans[next]?.start ?? Number.POSITIVE_INFINITY);
  };
}

class Tally {
  readonly measure = noMeasure();
  private readonly words: Intl.Segmenter;
  private readonly countSyllables: CountSyllables | undefined;
  private readonly syllables = new Map<string, number>();
  private stretch = new Set<string>();
  private inStretch = 0;
  private last = '';

  constructor(language: string) {
    this.words = new Intl.Segmenter(language, { granularity: 'word' });
    this.countSyllables = syllablesOf(baseLanguage(language));
  }

  add(sentence: string, offset: number, isSpoken: IsSpoken): void {
    const { measure } = this;
    const former = this.last;
    const before = measure.words;
    for (const { segment, index, isWordLike } of this.words.segment(sentence)) {
      if (!isWordLike) continue;
      this.addWord(segment);
      if (isSpoken(offset + index)) measure.spokenWords += 1;
    }
    // "Mrs. Farrow" is no end of a sentence.
    if (measure.words > before && !titles.has(former)) measure.sentences += 1;
  }

  private addWord(word: string): void {
    const { measure } = this;
    const letters = lettersIn(word);
    const folded = word.normalize('NFC').toLowerCase();
    measure.words += 1;
    measure.letters += letters;
    if (letters > 6) measure.longWords += 1;
    measure.syllables += this.syllablesIn(folded);
    this.last = word;
    this.stretch.add(folded);
    this.inStretch += 1;
    if (this.inStretch < stretchWords) return;
    measure.stretches += 1;
    measure.distinctWords += this.stretch.size;
    this.stretch = new Set();
    this.inStretch = 0;
  }

  private syllablesIn(word: string): number {
    if (!this.countSyllables) return 0;
    const known = this.syllables.get(word);
    if (known !== undefined) return known;
    const count = this.countSyllables(word);
    this.syllables.set(word, count);
    return count;
  }
}

/** Letters and digits; an apostrophe is none. */
function lettersIn(word: string): number {
  return word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
