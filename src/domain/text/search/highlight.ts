import type { Clause } from './rules.ts';

/** A range of a text, code units. */
export interface Range {
  start: number;
  end: number;
}

/** A clause in the stems of a book's language. Without stems it is compared as text. */
export interface Reading extends Clause {
  words: readonly string[] | null;
}

/** A match of a clause in a text. */
export interface Mark extends Range {
  clause: number;
}

interface Token extends Range {
  /** The word in the form that the database compares. */
  text: string;
}

// Words as the database splits them: letters with their marks, and invisible characters between them.
const word = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** Removes invisible characters as `search_clean` does. Joiners stay, because they belong to the spelling. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    text: found.replace(invisible, '').normalize(),
    start: index,
    end: index + found.length,
  }));
}

/** Matches of the clauses in a text, in order. `stemsOf` has the stems of words that may match. */
export function marksIn(
  text: string,
  readings: readonly Reading[],
  stemsOf: (word: string) => readonly string[],
): Mark[] {
  const tokens = tokensOf(text).map((token) => ({ ...token, stems: stemsOf(token.text) }));
  const marks = readings.flatMap((reading, clause) =>
    (reading.words ? phrasesIn(tokens, reading.words, reading.isBeginning) : verbatimIn(text, reading.text)).map(
      (range) => ({ ...range, clause }),
    ),
  );
  return marks.sort((one, other) => one.start - other.start || other.end - one.end);
}

function phrasesIn(
  tokens: readonly (Token & { stems: readonly string[] })[],
  words: readonly string[],
  isBeginning: boolean,
): Range[] {
  const isWord = (token: { stems: readonly string[] } | undefined, at: number) => {
    const wanted = words[at] ?? '';
    const isPrefix = isBeginning && at === words.length - 1;
    return token?.stems.some((stem) => (isPrefix ? stem.startsWith(wanted) : stem === wanted)) ?? false;
  };
  return tokens.flatMap(({ start }, first) => {
    if (!words.every((_, at) => isWord(tokens[first + at], at))) return [];
    return [{ start, end: tokens[first + words.length - 1]?.end ?? start }];
  });
}

/** In either spelling of its letters, as the database looks for it. */
function verbatimIn(text: string, wanted: string): Range[] {
  const spellings = [...new Set([wanted.normalize(), wanted.normalize('NFD')])].map((one) => RegExp.escape(one));
  return Array.from(text.matchAll(new RegExp(spellings.join('|'), 'giu')), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}
