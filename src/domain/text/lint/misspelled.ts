import { sharedHead } from '../../../prose/shared-ends.ts';
import { deedsOf } from '../../story/names/languages.ts';
import { type NearWord, nearWords } from '../../story/names/near.ts';
import { type Draft, type Material, noText, type Verdict } from './material.ts';

// A hint of the preview may be weak; a finding needs a longer word (ours).
const lettersMin = 5;

/** Rare capitalised words that are one letter away from a name of the cast. */
export function findMisspelledNames(material: Material): Verdict {
  const { content, language, names, nameWords } = material;
  if (content === '') return noText;
  if (!deedsOf(language))
    return { skipped: 'In this language a capital does not tell a name, or names change their form.' };
  if (![...names.singleWords()].some(([name]) => name.length >= lettersMin))
    return { skipped: `Nobody in the cast has a name of ${lettersMin} letters or more.` };
  const { near, counts } = nearWords(names, nameWords);
  return near
    .filter(({ word }) => word.length >= lettersMin)
    .flatMap(({ word, names: nearest, places }) => {
      const name = nearest.find((one) => one.length >= lettersMin && one[0] === word[0] && isOneSlipApart(one, word));
      // A frequent name is another person's.
      const isRare = places.length <= 2 || places.length * 5 <= (counts.get(name ?? '') ?? 0);
      return name && isRare ? places.flatMap((at) => draftOf(material, at, word, name)) : [];
    })
    .sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
}

function draftOf({ nameWords }: Material, at: number, base: NearWord['word'], name: string): Draft[] {
  const word = nameWords.words[at];
  if (!word) return [];
  return [
    {
      evidence: `${base} ${name}`,
      message: `“${base}” is one letter away from “${name}”, a name of the cast.`,
      fix: `Write “${name}”; if it is somebody else, add them to the cast; if it is another spelling, make it an alias.`,
      start: word.start,
      end: word.end,
    },
  ];
}

/**
 * Whether one typo turns the name into the word: an extra, missing, wrong or transposed letter. Inflections and derived
 * names do not count.
 */
export function isOneSlipApart(name: string, word: string): boolean {
  if (name === word || Math.abs(name.length - word.length) > 1) return false;
  const same = sharedHead(name, word);
  const [restOfName, restOfWord] = [name.slice(same), word.slice(same)];
  if (restOfName.length > restOfWord.length)
    return restOfName.slice(1) === restOfWord && !(restOfWord === '' && isVowel(restOfName));
  if (restOfName.length < restOfWord.length) return restOfWord.slice(1) === restOfName && restOfName !== '';
  if (restOfName.slice(1) === restOfWord.slice(1))
    return !(restOfName.length === 1 && isVowel(restOfName) && isVowel(restOfWord));
  return (
    restOfName[0] === restOfWord[1] && restOfName[1] === restOfWord[0] && restOfName.slice(2) === restOfWord.slice(2)
  );
}

function isVowel(letter: string): boolean {
  return /^[aeiouy]$/i.test(letter.normalize('NFD').slice(0, 1));
}
