import type { Clause } from './rules.ts';

/** A run of characters of a text, code units. */
export interface Range {
  start: number;
  end: number;
}

/** A clause as a book's language reads it; without words it is found as it stands. */
export interface Reading extends Clause {
  words: readonly string[] | null;
}

/** Where in a text a clause is. */
export interface Mark extends Range {
  clause: number;
}

interface Token extends Range {
  /** The word as the database is asked for it. */
  text: string;
}

// As the database takes words: with the marks on their letters, and what is invisible among them.
const word = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** As `search_clean` does: all but the joiners, which belong to spelling. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    text: found.replace(invisible, '').normalize(),
    start: index,
    end: index + found.length,
  }));
}

/** Where the clauses are in a text, in order; `stemsOf` knows the words of it that a clause might mean. */
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
    const mayGoOn = isBeginning && at === words.length - 1;
    return token?.stems.some((stem) => (mayGoOn ? stem.startsWith(wanted) : stem === wanted)) ?? false;
  };
  return tokens.flatMap(({ start }, first) => {
    if (!words.every((_, at) => isWord(tokens[first + at], at))) return [];
    return [{ start, end: tokens[first + words.length - 1]?.end ?? start }];
  });
}

function verbatimIn(text: string, wanted: string): Range[] {
  return Array.from(text.matchAll(new RegExp(RegExp.escape(wanted), 'giu')), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}
