import { filterVerbs, type Mannerism, wornPhrases } from '../../../calls/prompt/mannerisms.ts';
import type { Span } from '../prose.ts';
import type { Narration, Token } from './narration.ts';
import { PhraseIndex } from './phrases.ts';

/** Finds the places of a pattern in the narration, in one pass. */
type Finder = (narration: Narration, text: string) => Span[];

const worn = new PhraseIndex(wornPhrases.map((phrase) => phrase.split(' ')));

/** Words between “not” and “but”, at most. Ours. */
const notButMax = 8;
const denials = new Set(["wasn't", "isn't", "weren't", "aren't", "didn't"]);
const [corrections, copulas] = [
  new Set(['it', 'this', 'that', 'he', 'she', 'they', 'i']),
  new Set(['was', 'is', 'were', 'are']),
];

const subjects = new Set([
  'i',
  'you',
  'he',
  'she',
  'it',
  'we',
  'they',
  'there',
  'this',
  'that',
  'these',
  'as',
  'when',
  'if',
]);

/** Words within which a repeated word is an echo, its occurrences, and its letters at least. Ours. */
const [echoWords, echoTimes, echoLetters] = [50, 3, 5];
/** Words that say what kind of thing is told, or nothing. Repeating them is no echo. Ours. */
const plainWords = new Set(
  "about above after again against almost alone along already always among another anything around asked because become before began behind being below beneath between beyond could might would should cannot doing doubt during either enough every everything first found great having herself himself itself known little looked maybe minute moment morning myself never nothing often other others ourselves perhaps place quite rather really right seemed several shall since small someone something still their theirs themselves there these thing things think thought those though three through thing times together toward towards under until upon very wanted where whether which while whole whose within without world wouldn't couldn't didn't hadn't wasn't yourself going people".split(
    ' ',
  ),
);

/** Consecutive sentences with the same first word. Ours. */
const openingsMin = 4;
/** Words of a paragraph that is a single short sentence, at most. Ours. */
const shortMax = 12;

export const finders: Readonly<Record<Mannerism, Finder>> = {
  worn_phrases: ({ paragraphs }) => eachSentence(paragraphs, (words) => worn.find(words)),
  not_but: ({ paragraphs }, text) => paragraphs.flatMap(({ sentences }) => notBut(sentences, text)),
  triads: ({ paragraphs }, text) => eachSentence(paragraphs, (words) => triads(words, text)),
  filter_words: ({ paragraphs }) => eachSentence(paragraphs, filterWords),
  echoes: ({ paragraphs }) => echoes(paragraphs.flatMap(({ sentences }) => sentences.flat())),
  same_openings: ({ paragraphs }) => paragraphs.flatMap(({ sentences }) => sameOpenings(sentences)),
  short_paragraphs: ({ paragraphs }) =>
    paragraphs.flatMap(({ sentences: [only, ...others], hasSpeech }) =>
      only && others.length === 0 && !hasSpeech && only.length <= shortMax ? [spanOf(only)] : [],
    ),
};

function eachSentence(paragraphs: Narration['paragraphs'], find: (words: readonly Token[]) => Span[]): Span[] {
  return paragraphs.flatMap(({ sentences }) => sentences.flatMap(find));
}

function spanOf(words: readonly Token[]): Span {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}

/** “not X but Y” in a sentence, and “it wasn’t X. It was Y” in one or two. */
function notBut(sentences: readonly Token[][], text: string): Span[] {
  return sentences.flatMap((words, index) => {
    const found: Span[] = [];
    let denied = -1;
    words.forEach(({ key }, at) => {
      if (key === 'not') denied = at;
      if (key !== 'but' || denied < 0 || at - denied < 2) return;
      const contrast = spanOf(words.slice(denied, at + 1));
      // “… not; but he …” begins another statement.
      const isContrast = at - denied <= notButMax && !subjects.has(words[at + 1]?.key ?? '');
      if (isContrast && !/[;:]/.test(text.slice(contrast.start, contrast.end))) found.push(contrast);
      denied = -1;
    });
    const denial = words.findIndex(({ key }) => denials.has(key));
    if (denial < 0) return found;
    const behind = [...words.slice(denial + 1), ...(sentences[index + 1] ?? []).slice(0, 2)];
    const at = behind.findIndex(
      ({ key }, place) =>
        place > 0 && (isContraction(key) || (corrections.has(key) && copulas.has(behind[place + 1]?.key ?? ''))),
    );
    if (at > 0 && at <= notButMax) found.push(spanOf([...words.slice(denial, denial + 1), ...behind.slice(0, at + 1)]));
    return found;
  });
}

function isContraction(key: string): boolean {
  return key === "it's" || key === "he's" || key === "she's" || key === "that's";
}

/** “cold, damp and dark”: three single words with commas and a conjunction. */
function triads(words: readonly Token[], text: string): Span[] {
  const found: Span[] = [];
  for (let at = 0; at + 3 < words.length; at += 1) {
    const [one, two, and, three] = words.slice(at, at + 4);
    if (!one || !two || !and || !three || (and.key !== 'and' && and.key !== 'or')) continue;
    const isList = text.slice(one.end, two.start).trim() === ',' && /^,?\s*$/.test(text.slice(two.end, and.start));
    if (!isList) continue;
    found.push({ start: one.start, end: three.end });
    at += 3;
  }
  return found;
}

const perceivers = new Set(['i', 'he', 'she', 'they', 'we']);
const senses = new Set(['see', 'hear', 'feel', 'smell', 'taste', 'sense']);

/** A pronoun with a verb of perception. */
function filterWords(words: readonly Token[]): Span[] {
  return words.flatMap((word, at) => {
    if (!perceivers.has(word.key)) return [];
    const [verb, next] = [words[at + 1], words[at + 2]];
    if (verb && filterVerbs.has(verb.key)) return [{ start: word.start, end: verb.end }];
    const can = verb?.key === 'could' || verb?.key === 'can';
    return can && next && senses.has(next.key) ? [{ start: word.start, end: next.end }] : [];
  });
}

/** The third use of a striking word within fifty words. */
function echoes(words: readonly Token[]): Span[] {
  const places = new Map<string, number[]>();
  const found: Span[] = [];
  words.forEach(({ key, isName, end }, at) => {
    if (isName || key.length < echoLetters || plainWords.has(key)) return;
    const recent = [...(places.get(key) ?? []), at].filter((one) => at - one < echoWords);
    const first = words[recent[0] ?? at];
    const isEcho = recent.length >= echoTimes && first !== undefined;
    if (isEcho) found.push({ start: first.start, end });
    places.set(key, isEcho ? [] : recent);
  });
  return found;
}

/** Runs of sentences that begin with the same word. */
function sameOpenings(sentences: readonly Token[][]): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (let at = 1; at <= sentences.length; at += 1) {
    if (at < sentences.length && sentences[at]?.[0]?.key === sentences[from]?.[0]?.key) continue;
    if (at - from >= openingsMin) found.push(spanOf(sentences.slice(from, at).flat()));
    from = at;
  }
  return found;
}
