import { chapterWords, type HeadingLanguage, headingLanguages } from './heading-table.ts';
import { numberKindOf, plainLetters } from './number-words.ts';

/** What a heading begins: a numbered chapter, one without a number such as a prologue, or a group of chapters. */
export type Beginning = 'chapter' | 'alone' | 'part';

/** A language in which a word begins a heading, and the kind of heading. */
interface Meaning {
  language: HeadingLanguage;
  begins: Beginning;
}

/** The meanings of each word, which is without accents and in lower case. */
function meaningsIn(languages: readonly HeadingLanguage[]): Map<string, Meaning[]> {
  const found = new Map<string, Meaning[]>();
  for (const language of languages)
    for (const begins of ['chapter', 'part', 'alone'] as const)
      for (const word of plainLetters(chapterWords[language][begins]).split('|'))
        found.set(word, [...(found.get(word) ?? []), { language, begins }]);
  return found;
}

const byLine = (language: HeadingLanguage) =>
  new RegExp(String.raw`^(?:${chapterWords[language].by})(?:\s*:)?(?:\s+(.*))?$`, 'iu');

/** Chinese, Japanese and Korean: the number stands within the word, and a title may follow without a blank. */
const eastern: readonly [RegExp, Beginning][] = [
  [/^第\s*[0-9０-９一二三四五六七八九十百千零〇两兩]+\s*[章回節节話话]/u, 'chapter'],
  [/^제\s*\d+\s*[장화](?=[\s.:：–—-]|$)/u, 'chapter'],
  [/^第\s*[0-9０-９一二三四五六七八九十百千零〇两兩]+\s*[部卷篇]/u, 'part'],
  [/^제\s*\d+\s*부(?=[\s.:：–—-]|$)/u, 'part'],
  [/^(?:序章|楔子|尾声|尾聲|終章|终章|プロローグ|エピローグ|프롤로그|에필로그)(?=\s|[:：]|$)/u, 'alone'],
];
const easternBy = /^(?:作者|著者|지은이|글)\s*[:：]?\s*(.*)$/u;

const roman = /^(?:c|x[lc]|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const sentenceEnd = /[.!?…,;。！？，；、"”»」』]$/u;

/** Finds the lines of a file that are headings by their words. */
export class HeadingWords {
  readonly #meanings: ReadonlyMap<string, readonly Meaning[]>;
  readonly #by: readonly RegExp[];

  /** @param languages Languages of the file; every language by default. */
  constructor(languages: readonly HeadingLanguage[] = headingLanguages) {
    this.#meanings = meaningsIn(languages);
    this.#by = [...languages.map(byLine), easternBy];
  }

  /** The kind of heading that a line between blank lines is; undefined for a sentence and for all other text. */
  beginningOf(line: string): Beginning | undefined {
    if (!/^[\p{L}\p{N}]/u.test(line)) return undefined;
    for (const [pattern, begins] of eastern) {
      const found = pattern.exec(line);
      if (found) return sentenceEnd.test(line.slice(found[0].length)) ? undefined : begins;
    }
    const words = line.slice(0, beforeMax).match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? [];
    const [first = '', ...others] = words.slice(0, wordsMax + 1).map(plainLetters);
    const meant = this.#meanings.get(first) ?? [];
    for (const { language, begins } of meant) {
      if (begins === 'alone' ? isAlone(line) : isNamedFirst(line, language)) return begins;
    }
    for (const word of [first, ...others])
      for (const meaning of this.#meanings.get(word) ?? [])
        if (isNumberFirst(line, word, meaning)) return meaning.begins;
    return undefined;
  }

  /** The same for a line without blank lines around it, where a sentence may begin with such words. */
  strictBeginningOf(line: string): Beginning | undefined {
    const begins = this.beginningOf(line);
    if (!begins || line.length > strictUnitsMax) return undefined;
    const isSentence = sentenceEnd.test(line.replace(/^\S+\s+\S+\.$/u, ''));
    const isCapitalized = line.split(/[\s.:–—-]+/u, 2).every((word) => !/^\p{Ll}/u.test(word));
    return isSentence || !isCapitalized ? undefined : begins;
  }

  /** The name in a line such as `by N. Keeper`, which is empty if the line has only the word; undefined for other lines. */
  authorIn(line: string): string | undefined {
    const found = this.#by.map((by) => by.exec(line)).find(Boolean);
    return found ? (found[1] ?? '').trim() : undefined;
  }
}

/** Of every language. */
export const everyHeading = new HeadingWords();

/** Longer lines in the middle of a text are sentences (ours). */
const strictUnitsMax = 80;

/** Characters before the word for a chapter (ours). */
const beforeMax = 100;

/** Behind the word for a chapter: `Chapter 12: The Bell`, `Глава первая`, `chapter.001`. */
function isNamedFirst(line: string, language: HeadingLanguage): boolean {
  const word = wordAt(line);
  const [between = ''] = /^[\s._:#№–—-]{0,4}(?:(?:no|nr|n)\s?[.°º]\s*)?/iu.exec(line.slice(word.length)) ?? [];
  const from = word.length + between.length;
  const number = numberAt(line.slice(from), language);
  if (!number || (between === '' && number.kind !== 'digits')) return false;
  return endsAsTitle(line, from + number.length, number.kind !== 'digits');
}

/** Before it: `First Chapter`, `12. fejezet`. A cardinal number counts things: `one book`. */
function isNumberFirst(line: string, plain: string, { language, begins }: Meaning): boolean {
  if (begins === 'alone') return false;
  const number = numberAt(line, language);
  if (!number || number.kind === 'cardinal') return false;
  const [between = ''] = /^[.º°ª]?\s+/u.exec(line.slice(number.length)) ?? [];
  const from = number.length + between.length;
  const word = wordAt(line.slice(from));
  // `I` and `v` are words of many languages.
  const isLetter = number.isRoman && number.length === 1 && !between.startsWith('.');
  if (between === '' || plainLetters(word) !== plain || (isLetter && /^\p{Ll}/u.test(word))) return false;
  const end = from + word.length;
  if (line.slice(end) === '.' && !isInCapitals(line)) return false;
  return endsAsTitle(line, end, true);
}

/** By itself: `Epilogue`, `PREFACE.`, `Prologue: The Bell`. */
function isAlone(line: string): boolean {
  const word = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/u.exec(line)?.[0] ?? '';
  const rest = line.slice(word.length);
  return (rest === '' || /^\s*[.:–—-]/u.test(rest)) && endsAsTitle(line, word.length, true);
}

const wordAt = (text: string) => /^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '';

interface NumberAt {
  kind: 'digits' | 'cardinal' | 'ordinal';
  length: number;
  isRoman?: boolean;
}

/** The number at the beginning of a text: digits, Roman, Greek, or words of the language. */
function numberAt(text: string, language: HeadingLanguage): NumberAt | undefined {
  const [digits] = /^\d{1,4}(?:st|nd|rd|th|er|re|ère|e|º|ª|-?[йая])?(?![\p{L}\p{N}])/iu.exec(text) ?? [];
  if (digits) return { kind: 'digits', length: digits.length };
  const [letters = ''] = /^[ivxlc]{1,8}(?![\p{L}\p{N}'’])/iu.exec(text) ?? [];
  const isOneCase = letters === letters.toUpperCase() || letters === letters.toLowerCase();
  if (letters !== '' && isOneCase && roman.test(letters.toLowerCase()))
    return { kind: 'digits', length: letters.length, isRoman: true };
  const [greek] = language === 'el' ? (/^[Α-Ωα-ω]{1,3}[΄ʹ’'](?!\p{L})/u.exec(text) ?? []) : [];
  return greek ? { kind: 'digits', length: greek.length } : wordedAt(text, language);
}

/** Number words, and words between them: `Twenty-One`, `vingt et un`, `al doilea`. */
function wordedAt(text: string, language: HeadingLanguage): NumberAt | undefined {
  const words = /[\p{L}\p{M}'’ʼ]+/uy;
  let found: NumberAt | undefined;
  for (let count = 0; count < wordsMax; count += 1) {
    const [word] = words.exec(text) ?? [];
    const kind = word && numberKindOf(word, language);
    if (!kind) break;
    if (kind !== 'between') found = { kind, length: words.lastIndex };
    if (!/[\s-]/.test(text[words.lastIndex] ?? '')) break;
    words.lastIndex += 1;
  }
  return found;
}

/** Words of one number (ours). */
const wordsMax = 5;

/** Whether the rest of a line, behind its word and number, can be a title. `isWorded`: the number is not in digits. */
function endsAsTitle(line: string, end: number, isWorded: boolean): boolean {
  const rest = line.slice(end);
  if (rest === '') return true;
  const [sign = ''] = /^\s*[.:：–—-]+\s*/u.exec(rest) ?? [];
  const title = rest.slice(sign.length).trim();
  if (sign.trim() !== '') {
    // “Part two.” is a short sentence, “Part Two.” is not.
    if (title === '') return !isWorded || !/^\p{Ll}/u.test(lastWordOf(line.slice(0, end)));
    // “Part 1 – and the worst – was over.”
    return !/^["“„«]?\p{Ll}/u.test(title) || !(sign.includes('.') || sentenceEnd.test(title));
  }
  // “Chapter 9 was missing.”, “Part one Harry knew”
  if (!/^\s/u.test(rest) || /^["“„«]?\p{Ll}/u.test(title) || /[.…,;:]$/u.test(title)) return false;
  return !isWorded || isInCapitals(line);
}

const lastWordOf = (text: string) => /[\p{L}\p{M}]+$/u.exec(text)?.[0] ?? '';
const isInCapitals = (line: string) => line === line.toUpperCase();
