import type { CastNames, Mention } from './cast-names.ts';
import { nearWords } from './near.ts';
import { textWords } from './words.ts';

/** Whom a text names, and what stayed open. */
export interface NamesInText {
  /** Each character once, in the order of the first mention. */
  recognised: { characterId: string; words: string[] }[];
  /** Words that several characters share. They count for nobody. */
  ambiguous: { words: string[]; characterIds: string[] }[];
  /** Words that are one letter away from a name: a hint of a misspelling. */
  near: { words: string[]; characterId: string }[];
}

/** Different words of one entry, and entries of `near`. Ours. */
const [wordsMax, nearMax] = [10, 20];

export function namesInText(text: string, names: CastNames): NamesInText {
  const words = textWords(text, names.language);
  const { certain, ambiguous } = names.read(words);
  const near = nearWords(names, words).near.flatMap(({ word, owners }) =>
    [...owners].map((characterId) => ({ words: word, key: characterId })),
  );
  return {
    recognised: grouped(certain.map(keyed)).map(({ key, words }) => ({ characterId: key, words })),
    ambiguous: grouped(ambiguous.map(keyed)).map(({ key, words }) => ({ characterIds: key.split(' '), words })),
    near: grouped(near)
      .slice(0, nearMax)
      .map(({ key, words }) => ({ characterId: key, words })),
  };
}

function keyed({ words, owners }: Mention) {
  return { words, key: owners.join(' ') };
}

function grouped(found: readonly { words: string; key: string }[]): { key: string; words: string[] }[] {
  const groups = new Map<string, Set<string>>();
  for (const { words, key } of found) groups.set(key, (groups.get(key) ?? new Set()).add(words));
  return [...groups].map(([key, words]) => ({ key, words: [...words].slice(0, wordsMax) }));
}

/** Ids of the characters that a text names, in the order of the first mention. */
export function charactersIn(text: string, names: CastNames): string[] {
  return [...new Set(names.read(text).certain.flatMap(({ owners }) => owners))];
}
