import { titles } from '../../story/names/languages.ts';
import { isSpeechLine, speechSpans } from './speech.ts';

/** A range of a text, UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

export interface Word extends Span {
  text: string;
  /** At the start of a sentence, quotation or clause, where capitalisation means nothing. */
  opens: boolean;
}

export interface Paragraph extends Span {
  /** Words outside speech and emphasis; none of headings, quotations and dialogue. */
  narrated: Word[];
}

/** A chapter's text as readers see it; offsets refer to the Markdown. */
export interface Prose {
  text: string;
  words: Word[];
  /** Word range of each sentence in `words`. */
  sentences: { from: number; to: number }[];
  paragraphs: Paragraph[];
}

/** Parses Markdown prose into words and sentences of the language. */
export function readProse(content: string, language: string): Prose {
  const text = withoutMarkdown(content);
  const words = wordsIn(text, language).map((word) => ({ ...word, opens: opensAt(content, word.start) }));
  const sentences = sentencesIn(text, language, words);
  for (const { from } of sentences) {
    const first = words[from];
    if (first) first.opens = true;
  }
  return { text: content, words, sentences, paragraphs: paragraphsOf(content, text, words) };
}

/** Only the words of Markdown prose. */
export function readWords(content: string, language: string): string[] {
  return wordsIn(withoutMarkdown(content), language).map(({ text }) => text);
}

function wordsIn(text: string, language: string): Omit<Word, 'opens'>[] {
  const words: Omit<Word, 'opens'>[] = [];
  for (const { segment, index, isWordLike } of segmenter(language, 'word').segment(text))
    if (isWordLike) words.push({ text: segment, start: index, end: index + segment.length });
  return words;
}

function segmenter(language: string, granularity: 'word' | 'sentence'): Intl.Segmenter {
  return new Intl.Segmenter(language, { granularity });
}

const blanked = (found: string) => found.replace(/[^\n]/g, ' ');
const blankLine = /\n[^\S\n]*\n/;

/** Replaces Markdown syntax by blanks, keeping all offsets. Quantifiers are bounded, so that no text takes long. */
export function withoutMarkdown(content: string): string {
  const text = withoutFences(content.replaceAll('\r', ' '))
    .replace(
      /<!--[\s\S]{0,1000}?-->|<\/?[a-zA-Z][^<>\n]{0,300}>|!\[[^\]\n]{0,300}\]\([^()\n]{0,500}\)|`[^`\n]{1,300}`/g,
      blanked,
    )
    .replace(/\]\([^()\n]{0,500}\)/g, blanked)
    .replace(/[*_~`\\[]/g, ' ');
  // A single line break is whitespace, unless the author separates paragraphs with it.
  return blankLine.test(text) ? text.replace(/(?<!\n[^\S\n]{0,100})\n(?![^\S\n]{0,100}\n)/g, ' ') : text;
}

function withoutFences(text: string): string {
  if (!/^ {0,3}(```|~~~)/m.test(text)) return text;
  let open = '';
  return text
    .split('\n')
    .map((row) => {
      const fence = /^ {0,3}(```|~~~)/.exec(row)?.[1] ?? '';
      const isCode = open !== '' || fence !== '';
      if (open === '') open = fence;
      else if (fence === open) open = '';
      return isCode ? blanked(row) : row;
    })
    .join('\n');
}

/** Whether a quotation mark, dash, colon or emphasis precedes. */
function opensAt(content: string, index: number): boolean {
  let before = index - 1;
  while (before >= 0 && before > index - 100 && /\s/.test(content.charAt(before))) before -= 1;
  return !/[\p{L}\p{M}\p{N},;’'.-]/u.test(content.charAt(before));
}

function sentencesIn(text: string, language: string, words: readonly Word[]): Prose['sentences'] {
  const sentences: Prose['sentences'] = [];
  let from = 0;
  for (const { segment, index } of segmenter(language, 'sentence').segment(text)) {
    let to = from;
    while (to < words.length && (words[to]?.start ?? 0) < index + segment.length) to += 1;
    const last = sentences.at(-1);
    // "Mrs. Farrow" does not end a sentence.
    if (last && titles.has(words[last.to - 1]?.text ?? '')) last.to = to;
    else if (to > from) sentences.push({ from, to });
    from = to;
  }
  return sentences;
}

function paragraphsOf(content: string, text: string, words: readonly Word[]): Paragraph[] {
  const boundary = blankLine.test(text) ? /\n[^\S\n]*\n/g : /\n/g;
  const ends = [...text.matchAll(boundary)].map(({ index }) => index);
  const paragraphs: Paragraph[] = [];
  let [start, at] = [0, 0];
  for (const end of [...ends, text.length]) {
    const inside: Word[] = [];
    for (let word = words[at]; word && word.start < end; word = words[at]) {
      inside.push(word);
      at += 1;
    }
    if (inside.length > 0)
      paragraphs.push({ start, end, narrated: narratedOf(content.slice(start, end), start, inside) });
    start = end;
  }
  return paragraphs;
}

function narratedOf(paragraph: string, offset: number, words: readonly Word[]): Word[] {
  if (/^\s*(#{1,6}\s|>)/.test(paragraph) || isSpeechLine(paragraph)) return [];
  const spans = speechSpans(paragraph);
  let at = 0;
  return words.filter((word) => {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) <= word.start - offset) at += 1;
    return word.start - offset < (spans[at]?.start ?? Number.POSITIVE_INFINITY);
  });
}
