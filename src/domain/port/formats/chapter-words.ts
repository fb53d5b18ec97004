import { numberKindOf, plainLetters } from './number-words.ts';

/** Chapter headings of a language. */
interface Words {
  /** A numbered chapter, before or after its number. */
  chapter: string;
  /** A group of chapters. */
  part: string;
  /** An unnumbered chapter. */
  alone?: string;
  /** Before the name of an author. */
  by: string;
}

/** By primary language. */
const chapterWords: Readonly<Record<string, Words>> = {
  en: {
    chapter: 'chapter',
    part: 'part|book|volume',
    alone: 'prologue|epilogue|preface|foreword|afterword|introduction|interlude|postscript',
    by: 'by',
  },
  cs: { chapter: 'kapitola', part: 'část|díl|kniha', alone: 'prolog|epilog|předmluva|doslov', by: 'od|napsala?' },
  da: { chapter: 'kapitel|kapitlet', part: 'del|delen|bog|bogen', alone: 'prolog|epilog|forord|efterord', by: 'af' },
  de: {
    chapter: 'kapitel',
    part: 'teil|buch|band',
    alone: 'prolog|epilog|vorwort|nachwort|einleitung|zwischenspiel',
    by: 'von',
  },
  el: { chapter: 'κεφάλαιο', part: 'μέρος|βιβλίο', alone: 'πρόλογος|επίλογος', by: 'του|της|από' },
  es: {
    chapter: 'capítulo',
    part: 'parte|libro|tomo',
    alone: 'prólogo|epílogo|prefacio|introducción|interludio',
    by: 'por|de',
  },
  fi: { chapter: 'luku', part: 'osa|kirja', alone: 'prologi|epilogi|esipuhe', by: 'kirjoittanut' },
  fr: {
    chapter: 'chapitre',
    part: 'partie|livre|tome',
    alone: 'prologue|épilogue|préface|avant-propos|postface',
    by: 'par|de',
  },
  hu: { chapter: 'fejezet', part: 'rész|könyv', alone: 'prológus|epilógus|előszó|utószó', by: 'írta' },
  it: {
    chapter: 'capitolo',
    part: 'parte|libro',
    alone: 'prologo|epilogo|prefazione|introduzione|interludio',
    by: 'di',
  },
  nb: {
    chapter: 'kapittel|kapitel|kapitlet',
    part: 'del|delen|bok|boken|boka',
    alone: 'prolog|epilog|forord|etterord',
    by: 'av',
  },
  nl: { chapter: 'hoofdstuk', part: 'deel|boek', alone: 'proloog|epiloog|voorwoord|nawoord', by: 'door|van' },
  pl: {
    chapter: 'rozdział',
    part: 'część|tom|księga',
    alone: 'prolog|epilog|przedmowa|wstęp|posłowie',
    by: 'autor|napisała?',
  },
  pt: {
    chapter: 'capítulo',
    part: 'parte|livro|tomo',
    alone: 'prólogo|epílogo|prefácio|introdução|interlúdio',
    by: 'por|de',
  },
  ro: { chapter: 'capitolul', part: 'partea|cartea', alone: 'prolog|epilog|prefață', by: 'de' },
  ru: { chapter: 'глава', part: 'часть|книга|том', alone: 'пролог|эпилог|предисловие|послесловие', by: 'автор' },
  sv: { chapter: 'kapitel|kapitlet', part: 'del|delen|bok|boken', alone: 'prolog|epilog|förord|efterord', by: 'av' },
  tr: { chapter: 'bölüm', part: 'kısım|kitap', alone: 'önsöz|sonsöz|prolog|epilog', by: 'yazan' },
  uk: { chapter: 'розділ|глава', part: 'частина|книга', alone: 'пролог|епілог|передмова', by: 'автор' },
};

/** Languages whose headings are known, by primary language. */
export const headingLanguages = Object.keys(chapterWords);

/** What starts at a line: `chapter 12`, a prologue, a part with chapters. */
export type Beginning = 'chapter' | 'alone' | 'part';

/** What a word means in a language. */
interface Meaning {
  language: string;
  begins: Beginning;
}

/** What the words of languages mean, without accents and in lower case. */
function meaningsIn(languages: readonly string[]): Map<string, Meaning[]> {
  const found = new Map<string, Meaning[]>();
  for (const language of languages)
    for (const begins of ['chapter', 'part', 'alone'] as const)
      for (const word of plainLetters(chapterWords[language]?.[begins] ?? '').split('|')) {
        if (word !== '') found.set(word, [...(found.get(word) ?? []), { language, begins }]);
      }
  return found;
}

const byLine = (language: string) =>
  new RegExp(String.raw`^(?:${chapterWords[language]?.by})(?:\s*:)?(?:\s+(.*))?$`, 'iu');

/** East of Europe the number is in the word, and a title may follow without a blank. */
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

  /** @param languages Primary languages of the file; every language by default. */
  constructor(languages: readonly string[] = headingLanguages) {
    this.#meanings = meaningsIn(languages);
    this.#by = [...languages.map(byLine), easternBy];
  }

  /** What starts at a line between blank lines; undefined if it is a sentence or anything else. */
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
function isNamedFirst(line: string, language: string): boolean {
  const word = wordAt(line);
  const [between = ''] = /^[\s._:#№–—-]{0,4}(?:(?:no|nr|n)\s?[.°º]\s*)?/iu.exec(line.slice(word.length)) ?? [];
  const from = word.length + between.length;
  const number = numberAt(line.slice(from), language);
  if (!number || (between === '' && number.kind !== 'digits')) return false;
  return isHeading(line, from + number.length, number.kind !== 'digits');
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
  return isHeading(line, end, true);
}

/** By itself: `Epilogue`, `PREFACE.`, `Prologue: The Bell`. */
function isAlone(line: string): boolean {
  const word = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/u.exec(line)?.[0] ?? '';
  const rest = line.slice(word.length);
  return (rest === '' || /^\s*[.:–—-]/u.test(rest)) && isHeading(line, word.length, true);
}

const wordAt = (text: string) => /^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '';

interface NumberAt {
  kind: 'digits' | 'cardinal' | 'ordinal';
  length: number;
  isRoman?: boolean;
}

/** The number at the beginning of a text: digits, Roman, Greek, or words of the language. */
function numberAt(text: string, language: string): NumberAt | undefined {
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
function wordedAt(text: string, language: string): NumberAt | undefined {
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

/** Whether what follows the number or the word is a title and no sentence. */
function isHeading(line: string, end: number, isWorded: boolean): boolean {
  const rest = line.slice(end);
  if (rest === '') return true;
  const [sign = ''] = /^\s*[.:：–—-]+\s*/u.exec(rest) ?? [];
  const title = rest.slice(sign.length).trim();
  if (sign.trim() !== '') {
    if (title === '') return !isWorded || !/^\p{Ll}/u.test(lastWordOf(line.slice(0, end)));
    return !/^["“„«]?\p{Ll}/u.test(title) || !(sign.includes('.') || sentenceEnd.test(title));
  }
  if (!/^\s/u.test(rest) || /^["“„«]?\p{Ll}/u.test(title) || /[.…,;:]$/u.test(title)) return false;
  return !isWorded || isInCapitals(line);
}

const lastWordOf = (text: string) => /[\p{L}\p{M}]+$/u.exec(text)?.[0] ?? '';
const isInCapitals = (line: string) => line === line.toUpperCase();
