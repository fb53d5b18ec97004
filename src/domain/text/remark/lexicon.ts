import { phrases } from './languages.ts';
import type { Phrases } from './phrases.ts';

type Kind = keyof Phrases;

/** The phrases of one language as patterns, which match anywhere in a text or only at its start. */
export type Lexicon = Readonly<Record<Kind, { within: RegExp; atStart: RegExp }>>;

const kinds = Object.keys(phrases[0] ?? {}) as Kind[];

const unspaced = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]';
/** The sides of a phrase: no letter touches it, except in scripts without spaces. */
export const wordStart = `(?:(?=${unspaced})|(?<![\\p{L}\\p{N}]))`;
export const wordEnd = `(?:(?<=${unspaced})|(?![\\p{L}\\p{N}]))`;
const holdsUnspaced = new RegExp(unspaced, 'u');
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');

/** Makes each pattern at its first use. All of them take 0.1 s, for which every command would wait. */
function patternsOf(alternatives: string) {
  // The sides of a script with spaces, which take a third of the time.
  const [start, end] = holdsUnspaced.test(alternatives)
    ? [wordStart, wordEnd]
    : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
  const list = `(?:${alternatives})${end}`;
  let within: RegExp | undefined;
  let atStart: RegExp | undefined;
  return {
    get within() {
      within ??= new RegExp(`${start}${list}`, 'u');
      return within;
    },
    get atStart() {
      atStart ??= new RegExp(`^${list}`, 'u');
      return atStart;
    },
  };
}

// Object.fromEntries cannot know that every kind has an entry.
export const lexicons = phrases.map(
  (language) => Object.fromEntries(kinds.map((kind) => [kind, patternsOf(language[kind])])) as Lexicon,
);

/** All phrases of these kinds, in every language, without escapes. */
export function startersOf(chosen: readonly Kind[]): readonly string[] {
  const all = phrases.flatMap((language) => chosen.flatMap((kind) => language[kind].split('|')));
  return [...new Set(all.map((phrase) => phrase.replaceAll('\\', '')))];
}

/** Source of a pattern that matches any phrase of a kind, in every language. */
export function anyOf(kind: Kind): string {
  return phrases.map((language) => language[kind]).join('|');
}

/** Normalizes a line for comparison: lower case, straight apostrophes, no Markdown marks at its ends. */
export function folded(line: string): string {
  return line
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/\*{2,}|_{2,}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s*_#>~[(（【¡¿—–-]+/u, '')
    .replace(/(?<![\s*_#~\])）】])[\s*_#~\])）】]+$/u, '')
    .toLowerCase();
}

/** Whether an incomplete line begins with one of the phrases, or may still do so. */
export function mayStartWith(line: string, starters: readonly string[]): boolean {
  const text = folded(line);
  if (text === '') return true;
  return starters.some((phrase) =>
    text.length <= phrase.length
      ? phrase.startsWith(text)
      : text.startsWith(phrase) && (endsUnspaced.test(phrase) || !/[\p{L}\p{N}]/u.test(text.charAt(phrase.length))),
  );
}
