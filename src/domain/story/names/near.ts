import { sharedHead } from '../../../prose/shared-ends.ts';
import type { CastNames } from './cast-names.ts';
import { commonWordsOf } from './everyday-words.ts';
import { calendarWords, deedsOf, isDeed, isTitle, keepsNames, marksNamesAlone } from './languages.ts';
import { formsOf, type TextWords } from './words.ts';

/** A capitalised word that is one edit away from a name of the cast. */
export interface NearWord {
  /** Without a genitive. */
  word: string;
  /** The nearest names: those with the same first letter, if any. */
  names: string[];
  owners: ReadonlySet<string>;
  /** Numbers of the words where it stands. */
  places: number[];
}

// Shorter names have too many neighbours; longer words are not names (ours).
const [lettersMin, lettersMax] = [4, 30];
// Limits the work for a cast with many similar names (ours).
const sameFormMax = 20;

/** Words of a text that may be misspelled names, and how often each word occurs. */
export function nearWords(
  names: CastNames,
  text: TextWords,
): { near: NearWord[]; counts: ReadonlyMap<string, number> } {
  const { language } = names;
  const neighbours = neighboursOf(names);
  const { candidates, counts } = candidatesOf(names, text);
  if (neighbours.size === 0) return { near: [], counts };
  const [calendar, common] = [calendarWords(language), commonWordsOf(language)];
  const near = [...candidates].flatMap(([word, places]): NearWord[] => {
    const small = word.toLowerCase();
    if (counts.has(small) || calendar.has(small) || common.has(small)) return [];
    const nearest = nearestOf(word, neighbours, language);
    if (nearest.length === 0 || !places.some((at) => isSurelyName(at, text, language))) return [];
    return [{ word, names: nearest.map(({ name }) => name), owners: ownersOf(nearest), places }];
  });
  return { near, counts };
}

interface Known {
  name: string;
  owners: ReadonlySet<string>;
}

function ownersOf(known: readonly Known[]): ReadonlySet<string> {
  return new Set(known.flatMap(({ owners }) => [...owners]));
}

/** Capitalised words outside the cast with their positions, and the frequency of every word. */
function candidatesOf({ everyWord, language }: CastNames, { words }: TextWords) {
  const candidates = new Map<string, number[]>();
  const counts = new Map<string, number>();
  words.forEach(({ text }, at) => {
    const forms = text === text.toLowerCase() ? [text] : formsOf(text, language);
    const base = forms.at(-1) ?? text;
    counts.set(base, (counts.get(base) ?? 0) + 1);
    if (!isCandidate(base) || forms.some((form) => everyWord.has(form)) || isTitle(base, language)) return;
    const places = candidates.get(base);
    if (places) places.push(at);
    else candidates.set(base, [at]);
  });
  return { candidates, counts };
}

function isCandidate(word: string): boolean {
  return word.length >= lettersMin && word.length <= lettersMax && /^\p{Lu}[\p{Ll}\p{M}]+$/u.test(word);
}

/**
 * Any word is capitalised at the start of a sentence, and every noun in German: there it needs a verb next to it, or a
 * genitive.
 */
function isSurelyName(at: number, { words, isTitle: isTitleLike }: TextWords, language: string): boolean {
  const word = words[at];
  if (!word) return false;
  if (!word.opens && marksNamesAlone(language) && !isTitleLike(word.sentence)) return true;
  const besides = [words[at - 1], words[at + 1]];
  return /'s$/.test(word.text) || besides.some((other) => other && isDeed(other.text, language));
}

/** Names by each deletion of one letter and by themselves: two words with an edit distance of one share one of these. */
function neighboursOf(names: CastNames): Map<string, Known[]> {
  const neighbours = new Map<string, Known[]>();
  for (const [name, owners] of names.singleWords()) {
    if (!isCandidate(name) || isTitle(name, names.language)) continue;
    for (const form of withoutOneLetter(name)) {
      const known = neighbours.get(form) ?? [];
      neighbours.set(form, known);
      if (known.length < sameFormMax) known.push({ name, owners });
    }
  }
  return neighbours;
}

function withoutOneLetter(word: string): string[] {
  return [...new Set([word, ...Array.from(word, (_letter, at) => word.slice(0, at) + word.slice(at + 1))])];
}

function nearestOf(word: string, neighbours: ReadonlyMap<string, readonly Known[]>, language: string): Known[] {
  const found = withoutOneLetter(word).flatMap((form) => neighbours.get(form) ?? []);
  const near = [...new Set(found)].filter(({ name }) => isOneEditApart(name, word, language));
  const alike = near.filter(({ name }) => name[0] === word[0]);
  return alike.length > 0 ? alike : near;
}

/**
 * Whether an extra, missing, wrong or transposed letter makes the word of the name. A plural does not count, nor another
 * end where names are inflected.
 */
function isOneEditApart(name: string, word: string, language: string): boolean {
  if (word === `${name}s` || name === `${word}s`) return false;
  const isInflected = !keepsNames(language) || deedsOf(language) === undefined;
  const same = sharedHead(name, word);
  if (isInflected && same >= Math.min(name.length, word.length) - 1) return false;
  const [ofName, ofWord] = [name.slice(same), word.slice(same)];
  return (
    ofName.slice(1) === ofWord.slice(1) ||
    ofName.slice(1) === ofWord ||
    ofName === ofWord.slice(1) ||
    (ofName[0] === ofWord[1] && ofName[1] === ofWord[0] && ofName.slice(2) === ofWord.slice(2))
  );
}
