import { calendarWords, deedsOf, marksNamesAlone, titles } from '../../story/names/languages.ts';
import { formsOf } from '../../story/names/words.ts';
import { type Material, noText, type Verdict } from './material.ts';
import type { Word } from './prose.ts';

// Ours: minimum mentions and actions before a name is missed in the cast.
const [timesMin, deedsMin] = [4, 2];
// Longer words are not names (ours).
const lettersMax = 30;

interface Stranger {
  first: Word;
  last: Word;
  times: number;
  deeds: number;
}

/** Recurring names of people who speak or act and are not in the cast. */
export function findUnlistedNames(material: Material): Verdict {
  const { content, language, prose } = material;
  const deeds = deedsOf(language);
  if (content === '') return noText;
  if (!deeds || !marksNamesAlone(language))
    return { skipped: 'In this language we cannot tell a person’s name from another word.' };

  const strangers = new Map<string, Stranger>();
  for (const [from, to] of capitalisedRuns(material)) {
    const run = prose.words.slice(from, to);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || run.some(({ text }) => isOfCast(text, material))) continue;
    const name = nameOf(run, language);
    const stranger = strangers.get(name) ?? { first, last, times: 0, deeds: 0 };
    stranger.times += 1;
    if (
      deeds.has(prose.words[from - 1]?.text ?? '') ||
      deeds.has(prose.words[to]?.text ?? '') ||
      titles.has(first.text)
    )
      stranger.deeds += 1;
    strangers.set(name, stranger);
  }
  return recurring(strangers).map(([name, { first, last, times }]) => ({
    evidence: name,
    message: `“${name}” comes up ${times} times and is nobody’s name in the cast.`,
    fix: 'Add them to the cast, or the name to the aliases of who is meant.',
    start: first.start,
    end: last.end,
  }));
}

/** Frequent names; a name that shares a word with a more frequent one is the same person's. */
function recurring(strangers: ReadonlyMap<string, Stranger>): [string, Stranger][] {
  const taken = new Set<string>();
  return [...strangers]
    .filter(([, { times, deeds }]) => times >= timesMin && deeds >= deedsMin)
    .sort(([, one], [, other]) => other.times - one.times)
    .filter(([name]) => {
      const words = name.split(' ');
      const isNew = !words.some((word) => taken.has(word));
      for (const word of words) taken.add(word);
      return isNew;
    })
    .sort(([, one], [, other]) => one.first.start - other.first.start);
}

/**
 * Ranges of adjacent capitalised words, without months, days, words that are lower-case elsewhere and those that only start
 * sentences.
 */
function* capitalisedRuns({ prose, language }: Material): Generator<[number, number]> {
  const calendar = calendarWords(language);
  const isSmall = ({ text }: Word) => text === text.toLowerCase();
  const small = new Set(prose.words.filter(isSmall).map(({ text }) => text));
  const capitals = prose.words.filter((word) => !word.opens && !isSmall(word));
  const inside = new Set(capitals.flatMap(({ text }) => formsOf(text, language)));
  const isPart = (word: Word | undefined) => {
    if (!word || word.text.length > lettersMax || !/^\p{Lu}[\p{Ll}\p{M}]/u.test(word.text)) return false;
    const forms = formsOf(word.text, language);
    const isCommon = forms.some((form) => small.has(form.toLowerCase()) || calendar.has(form.toLowerCase()));
    return !isCommon && forms.some((form) => inside.has(form));
  };
  for (let from = 0; from < prose.words.length; from += 1) {
    if (!isPart(prose.words[from])) continue;
    let to = from + 1;
    while (isPart(prose.words[to]) && prose.words[to]?.opens === false && to - from < 6) to += 1;
    yield [from, to];
    from = to - 1;
  }
}

function isOfCast(word: string, { names, language }: Material): boolean {
  return formsOf(word, language).some((form) => names.everyWord.has(form));
}

function nameOf(run: readonly Word[], language: string): string {
  const written = run.filter(({ text }) => run.length === 1 || !titles.has(text));
  return written
    .map(({ text }, at) => (at === written.length - 1 ? (formsOf(text, language).at(-1) ?? text) : text))
    .join(' ');
}
