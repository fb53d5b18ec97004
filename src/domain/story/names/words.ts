import { baseLanguage, isTitle } from './languages.ts';

/** A word of a text. Positions are UTF-16 units. */
export interface TextWord {
  /** In NFC, with straight apostrophes and plain hyphens. */
  text: string;
  start: number;
  end: number;
  /** At the start of a sentence, a line or a quotation, where a capital means nothing. */
  opens: boolean;
  /** Number of its sentence. */
  sentence: number;
}

/** The words of a text, and what it takes to judge their capitals. */
export interface TextWords {
  words: TextWord[];
  /** Sentences without a lower-case word of four letters or more that end with their line: titles. */
  isTitle(sentence: number): boolean;
  source: string;
}

// Letters with inner apostrophes. A hyphen joins two parts if a capital follows: "Anne-Marie", but not "Mara-like".
const letters = '[\\p{L}\\p{M}\\p{N}\\u00AD\\u200C\\u200D]';
const nameWord = new RegExp(`${letters}+(?:(?:['’ʼ]|[-‐‑](?=\\p{Lu}))${letters}+)*`, 'gu');

export function textWords(text: string, language: string): TextWords {
  const words: TextWord[] = [];
  const [small, ends]: [boolean[], string[]] = [[], []];
  let [sentence, end, before] = [-1, 0, ''];
  for (const { 0: found, index } of text.matchAll(nameWord)) {
    const gap = text.slice(end, index);
    const begins = sentence === -1 || endsSentence(gap, before, language);
    const word = normalWord(found);
    if (begins) {
      if (sentence >= 0) ends[sentence] = gap;
      sentence += 1;
    }
    if (word.length >= 4 && word === word.toLowerCase()) small[sentence] = true;
    end = index + found.length;
    words.push({ text: word, start: index, end, opens: begins || opensQuote.test(gap), sentence });
    before = word;
  }
  ends[sentence] = text.slice(end);
  const isTitleLike = (at: number) => !small[at] && /^[^\S\n]*(?:$|\n)/u.test(ends[at] ?? '');
  return { words, isTitle: isTitleLike, source: text };
}

/** A mark of quotation before the word, as in `said: “Will`, and not after the word before it, as in `no,” Will`. */
const opensQuote = /(?:^|[\s([—–:-])["“”„«»‹›‘‚'「『]+[\s*_~]*$/u;
const stops = /[.!?…:\n¡¿。！？]/u;

function endsSentence(gap: string, before: string, language: string): boolean {
  if (!stops.test(gap)) return false;
  // "Mr. Venn" and "J. R. Venn" are no ends.
  const isAbbreviation = (before.length <= 4 && isTitle(before, language)) || /^\p{Lu}$/u.test(before);
  const isShort = /^\.[^\S\n]*$/u.test(gap) && isAbbreviation;
  return !isShort;
}

function normalWord(word: string): string {
  const plain = /^[\x20-\x7e]*$/.test(word) ? word : word.normalize('NFC').replace(/[\u00AD\u200C\u200D]/gu, '');
  return plain.replace(/[’ʼ]/gu, "'").replace(/[‐‑]/gu, '-');
}

/** The words of a name. */
export function wordsOfName(name: string): string[] {
  return (name.match(nameWord) ?? []).map(normalWord);
}

/** Whether two words of one name can stand on either side: `Mara *Venn*`, `J. R. Venn`, `Li-ming`. */
export function joinsName(gap: string, before: string): boolean {
  if (gap.length > 8 || /\n\s*\n/u.test(gap)) return false;
  return /^(?:[\s*_~]+|-)$/u.test(gap) || (before.length <= 4 && /^\.[\s*_~]*$/u.test(gap));
}

/** Turkish and Azerbaijani have a capital of their own for i. */
export function inCapitals(word: string, language: string): string {
  const base = baseLanguage(language);
  return base === 'tr' || base === 'az' ? word.toLocaleUpperCase(base) : word.toUpperCase();
}

const genitiveWithoutApostrophe = new Set(['de', 'nl', 'sv', 'da', 'nb']);
// What stands before an apostrophe and is no name, if it has more than two letters.
const elided = new Set(['dell', 'nell', 'all', 'sull', 'dall', 'quell', 'jusqu', 'lorsqu', 'puisqu', 'quoiqu']);
const arabicArticle = /^(?:al|el|as|ar|ad|an|at)-(?=\p{Lu})/iu;

/** A word as it is, and without what its language may attach to a name: Odile’s, d’Odile, Odiles, al-Rashid. */
export function formsOf(word: string, language: string): string[] {
  const plain = normalWord(word);
  const forms = [plain];
  if (plain.includes("'")) {
    const [first, last] = [plain.indexOf("'"), plain.lastIndexOf("'")];
    const [head, tail] = [plain.slice(0, first), plain.slice(first + 1)];
    const isElided = head.length <= 2 || elided.has(head.toLowerCase());
    if (plain.length - last <= 3 || (first === last && !isElided))
      forms.push(...formsOf(plain.slice(0, last), language));
    if (isElided) forms.push(`${head.toUpperCase()}'${tail}`, ...formsOf(tail, language));
  } else if (genitiveWithoutApostrophe.has(baseLanguage(language)) && plain.length > 3 && /[^sS][sS]$/u.test(plain))
    forms.push(plain.slice(0, -1));
  if (arabicArticle.test(plain)) forms.push(plain.replace(arabicArticle, ''));
  return forms.filter((form, index) => form !== '' && forms.indexOf(form) === index);
}
