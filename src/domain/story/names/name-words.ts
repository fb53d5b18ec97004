import { isParticle, isTitle } from './languages.ts';
import { formsOf } from './words.ts';

const lettersMin = 3;

/** Words of a name of several words that may stand for it: no titles, no particles, nothing after "the". */
export function partsOf(words: readonly string[], language: string): string[] {
  if (words.length < 2) return [];
  const parts: string[] = [];
  for (const [at, word] of words.entries()) {
    const isLeadingTitle = parts.length === 0 && at < words.length - 1 && isTitle(word, language);
    if (words[at - 1]?.toLowerCase() === 'the' || !isPart(word) || isLeadingTitle) continue;
    parts.push(word);
  }
  return parts;
}

function isPart(word: string): boolean {
  return isLongEnough(word) && !isParticle(word) && (isCapital(word) || isCapital(formsOf(word, 'x').at(-1) ?? ''));
}

export function isLongEnough(word: string): boolean {
  return (word.match(/[\p{L}\p{M}]/gu) ?? []).length >= lettersMin;
}

/** Scripts without capitals have none to compare. */
export function isCapital(word: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word);
}

export function isCapitals(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
}
