import { syllable } from 'syllable';
import { Recent } from './recent.ts';

/** Syllables of a word in lower case, NFC; at least one. */
export type CountSyllables = (word: string) => number;

/** How a language writes the sounds around which its syllables are built, longest first. */
interface Spelling {
  /** What stands for no sound of its own, or parts two vowels that stand together. */
  prepare: readonly (readonly [RegExp, string])[];
  nuclei: RegExp;
}

const silentU = [/qu/g, 'q'] as const;

/**
 * Where two vowels are two syllables in one word and one in another (German Linie and Liebe), the more frequent reading
 * stands: the counts are right for texts, not for every word.
 */
const spellings: Readonly<Record<string, Spelling>> = {
  de: { prepare: [silentU], nuclei: /ei|ai|ey|ay|eu|äu|au|ie|aa|ee|oo|[aeiouyäöüàáèéêô]/g },
  nl: {
    prepare: [silentU],
    nuclei: /aai|ooi|oei|eeu|ieu|aa|ee|oo|uu|ie|oe|eu|ui|ei|ij|au|ou|[aeiouyàáèéêëïíóöúü]/g,
  },
  // A final e is not spoken.
  fr: {
    prepare: [silentU, [/gu(?=[eéèêi])/g, 'g'], [/y(?=[aeiouéèêàâ])/g, 'j'], [/es?$/, '']],
    nuclei: /[iuy]?é|[ïë]|[aeiouyàâäèêîôöùûüœæ]+/g,
  },
  // Strong vowels are a syllable each; weak ones belong to them, and make one among themselves.
  es: { prepare: [], nuclei: /[iuüy]*[aeoáéóíú][iuüy]*|[iuüy]+/g },
  // Without an accent before it the ending is two syllables: ha-vi-a, his-tó-ria.
  pt: {
    prepare: [[/^([^áéíóúâêô]*)i(as?|am|os?)$/, '$1i-$2']],
    nuclei: /[iu]*(?:ão|õe|ãe|[aeoáéíóúâêôãõà])[iu]*|[iuy]+/g,
  },
  ru: { prepare: [], nuclei: /[аеёиоуыэюя]/g },
};

// The library goes through a hundred patterns for a word, and chapters share most of theirs. Ours.
const english = new Recent<number>(20_000);

function englishSyllables(word: string): number {
  const known = english.get(word);
  if (known !== undefined) return known;
  const count = Math.max(1, syllable(word));
  english.set(word, count);
  return count;
}

/** Undefined where we cannot count. English by exceptions and rules, other languages by their vowels. */
export function syllablesOf(base: string): CountSyllables | undefined {
  if (base === 'en') return englishSyllables;
  const spelling = spellings[base];
  return spelling && ((word) => Math.max(1, countIn(word, spelling)));
}

function countIn(word: string, { prepare, nuclei }: Spelling): number {
  const prepared = prepare.reduce((text, [what, by]) => text.replace(what, by), word);
  return prepared.match(nuclei)?.length ?? 0;
}
