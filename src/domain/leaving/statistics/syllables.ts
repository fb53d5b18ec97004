import { syllable } from 'syllable';
import { Recent } from './recent.ts';

/** Counts the syllables of a lower-case NFC word; at least one. */
export type CountSyllables = (word: string) => number;

/** Spellings of syllable nuclei in a language, longest first. */
interface Spelling {
  /** Silent letters, and boundaries between adjacent vowels. */
  prepare: readonly (readonly [RegExp, string])[];
  nuclei: RegExp;
}

const silentU = [/qu/g, 'q'] as const;

/**
 * Where two vowels are sometimes one syllable and sometimes two (German Linie and Liebe) the more frequent reading is used:
 * counts are right for texts, not for every word.
 */
const spellings: Readonly<Record<string, Spelling>> = {
  de: { prepare: [silentU], nuclei: /ei|ai|ey|ay|eu|äu|au|ie|aa|ee|oo|[aeiouyäöüàáèéêô]/g },
  nl: {
    prepare: [silentU],
    nuclei: /aai|ooi|oei|eeu|ieu|aa|ee|oo|uu|ie|oe|eu|ui|ei|ij|au|ou|[aeiouyàáèéêëïíóöúü]/g,
  },
  // Final e is silent.
  fr: {
    prepare: [silentU, [/gu(?=[eéèêi])/g, 'g'], [/y(?=[aeiouéèêàâ])/g, 'j'], [/es?$/, '']],
    nuclei: /[iuy]?é|[ïë]|[aeiouyàâäèêîôöùûüœæ]+/g,
  },
  // Strong vowels form a syllable each; weak ones attach to them, or form one among themselves.
  es: { prepare: [], nuclei: /[iuüy]*[aeoáéóíú][iuüy]*|[iuüy]+/g },
  // Without an accent before it the ending has two syllables: ha-vi-a, his-tó-ria.
  pt: {
    prepare: [[/^([^áéíóúâêô]*)i(as?|am|os?)$/, '$1i-$2']],
    nuclei: /[iu]*(?:ão|õe|ãe|[aeoáéíóúâêôãõà])[iu]*|[iuy]+/g,
  },
  ru: { prepare: [], nuclei: /[аеёиоуыэюя]/g },
};

// The library tries a hundred patterns per word, and chapters share most words. Ours.
const english = new Recent<number>(20_000);

function englishSyllables(word: string): number {
  const known = english.get(word);
  if (known !== undefined) return known;
  const count = Math.max(1, syllable(word));
  english.set(word, count);
  return count;
}

/** Undefined for unsupported languages. English by exceptions and rules, other languages by vowels. */
export function syllablesOf(base: string): CountSyllables | undefined {
  if (base === 'en') return englishSyllables;
  const spelling = spellings[base];
  return spelling && ((word) => Math.max(1, countIn(word, spelling)));
}

function countIn(word: string, { prepare, nuclei }: Spelling): number {
  const prepared = prepare.reduce((text, [what, by]) => text.replace(what, by), word);
  return prepared.match(nuclei)?.length ?? 0;
}
