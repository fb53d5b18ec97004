import { calendarWords, deedsOf, marksNamesAlone } from './language.ts';
import { formsOf } from './names.ts';
import type { Word } from './prose.ts';
import { type Draft, noText, type Reading, type Verdict } from './reading.ts';

// Shorter names have too many neighbours; longer words are not names (ours).
const [lettersMin, lettersMax] = [5, 30];
// Limits the work for a cast with many similar names (ours).
const sameFormMax = 20;

/** Rare capitalised words that are one letter away from a name of the cast. */
export function findMisspelledNames(reading: Reading): Verdict {
  const { content, language, names, prose } = reading;
  if (content === '') return noText;
  if (!deedsOf(language))
    return { skipped: 'In this language a capital does not tell a name, or names change their form.' };
  const neighbours = neighboursOf(names.wordsOfNames);
  if (neighbours.size === 0) return { skipped: `Nobody in the cast has a name of ${lettersMin} letters or more.` };

  const { candidates, counts } = candidatesOf(reading);
  const calendar = calendarWords(language);
  return [...candidates]
    .filter(([base]) => !counts.has(base.toLowerCase()) && !calendar.has(base.toLowerCase()))
    .flatMap(([base, places]) => {
      const name = nearName(base, neighbours);
      // A frequent name is another person's.
      const isRare = places.length <= 2 || places.length * 5 <= (counts.get(name ?? '') ?? 0);
      if (!name || !isRare || !places.some((at) => isSurelyName(at, reading))) return [];
      return places.flatMap((at) => draftOf(prose.words[at], base, name));
    })
    .sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
}

/** Capitalised words outside the cast with their positions, and the frequency of every word. */
function candidatesOf({ prose, language, names }: Reading) {
  const candidates = new Map<string, number[]>();
  const counts = new Map<string, number>();
  prose.words.forEach(({ text }, at) => {
    const word = text.normalize('NFC');
    const forms = word === word.toLowerCase() ? [word] : formsOf(word, language);
    const base = forms.at(-1) ?? word;
    counts.set(base, (counts.get(base) ?? 0) + 1);
    if (!isCandidate(base) || forms.some((form) => names.wordsOfNames.has(form))) return;
    const places = candidates.get(base);
    if (places) places.push(at);
    else candidates.set(base, [at]);
  });
  return { candidates, counts };
}

function draftOf(word: Word | undefined, base: string, name: string): Draft[] {
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

function isCandidate(word: string): boolean {
  return word.length >= lettersMin && word.length <= lettersMax && /^\p{Lu}[\p{Ll}\p{M}]+$/u.test(word);
}

/**
 * Any word is capitalised at the start of a sentence, and every noun in German: there it needs a verb next to it, or a
 * genitive.
 */
function isSurelyName(at: number, { prose, language }: Reading): boolean {
  const word = prose.words[at];
  if (word && !word.opens && marksNamesAlone(language)) return true;
  const deeds = deedsOf(language);
  const besides = [prose.words[at - 1], prose.words[at + 1]];
  return /['’]s$/.test(word?.text ?? '') || besides.some((other) => other && deeds?.has(other.text));
}

/** Names by each deletion of one letter and by themselves: two words with an edit distance of one share one of these. */
function neighboursOf(names: ReadonlySet<string>): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  for (const name of names) {
    if (!isCandidate(name)) continue;
    for (const form of withoutOneLetter(name)) {
      const known = neighbours.get(form) ?? [];
      neighbours.set(form, known);
      if (known.length < sameFormMax) known.push(name);
    }
  }
  return neighbours;
}

function withoutOneLetter(word: string): string[] {
  return [word, ...Array.from(word, (_letter, at) => word.slice(0, at) + word.slice(at + 1))];
}

function nearName(word: string, neighbours: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const form of withoutOneLetter(word)) {
    const name = neighbours.get(form)?.find((one) => one[0] === word[0] && isOneSlipApart(one, word));
    if (name) return name;
  }
  return undefined;
}

/**
 * Whether one typo turns the name into the word: an extra, missing, wrong or transposed letter. Inflections and derived
 * names do not count.
 */
export function isOneSlipApart(name: string, word: string): boolean {
  if (name === word || Math.abs(name.length - word.length) > 1) return false;
  let same = 0;
  while (same < name.length && name[same] === word[same]) same += 1;
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
