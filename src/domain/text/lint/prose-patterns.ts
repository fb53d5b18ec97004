import type { Mannerism } from '../../calls/prompt/mannerisms.ts';
import { baseLanguage } from '../../story/names/languages.ts';
import { type Draft, type Material, noText, type Verdict } from './material.ts';
import { finders } from './patterns/finders.ts';
import { type Narration, narrationOf } from './patterns/narration.ts';
import type { Span } from './prose.ts';

interface Limit {
  /** Occurrences per 1,000 words of narration; of short paragraphs, per 100 paragraphs. */
  densityMax: number;
  /** Fewer occurrences are never reported. */
  countMin: number;
  what: string;
  fix: string;
}

/** Measured on seven novels (docs/decisions/0005-plan-and-style.md#style-is-a-record-of-its-own-and-lint-counts-patterns-of-prose). */
export const limits: Readonly<Record<Mannerism, Limit>> = {
  worn_phrases: {
    densityMax: 1.5,
    countMin: 3,
    what: 'worn phrases',
    fix: 'Say what is particular about this moment.',
  },
  not_but: {
    densityMax: 2.1,
    countMin: 4,
    what: 'sentences of the form “not X but Y”',
    fix: 'Say what is, without what is not.',
  },
  triads: {
    densityMax: 5.2,
    countMin: 6,
    what: 'triads (“cold, damp and dark”)',
    fix: 'Keep the strongest of the three words.',
  },
  filter_words: {
    densityMax: 7,
    countMin: 8,
    what: 'filter words (“she saw”, “he felt”)',
    fix: 'Show the thing itself; the reader knows who perceives it.',
  },
  echoes: {
    densityMax: 4,
    countMin: 5,
    what: 'words that return three times within fifty words',
    fix: 'Replace or take out one of them; waive it if the repetition is meant.',
  },
  same_openings: {
    densityMax: 1.5,
    countMin: 3,
    what: 'places where four or more sentences begin with the same word',
    fix: 'Begin some of the sentences in another way.',
  },
  short_paragraphs: {
    densityMax: 20,
    countMin: 8,
    what: 'paragraphs of a single short sentence',
    fix: 'Join them to their neighbours, and keep the form for the one that needs it.',
  },
};

/** In a shorter text, a few occurrences are a high density by chance. Ours. */
const wordsMin = 300;
const shownMax = 3;
const exampleCodePointsMax = 60;

/** Worn phrases and patterns of the narration that are much denser than in novels. One finding for each pattern. */
export function findProsePatterns({ content, language, prose, style }: Material): Verdict {
  if (content === '') return noText;
  if (!style.prosePatterns) return { skipped: 'The style of the book switches this check off.' };
  if (baseLanguage(language) !== 'en') return { skipped: 'We know the patterns of English only.' };
  const narration = narrationOf(prose);
  if (narration.words < wordsMin) return { skipped: `Fewer than ${wordsMin} words of it are narration.` };
  const patterns = Object.keys(limits) as Mannerism[];
  return patterns
    .flatMap((pattern) => dense(pattern, narration, content))
    .toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0));
}

function dense(pattern: Mannerism, narration: Narration, content: string): Draft[] {
  const { densityMax, countMin, what, fix } = limits[pattern];
  const places = finders[pattern](narration, content);
  const density = densityOf(pattern, places.length, narration);
  const [first] = places;
  if (!first || places.length < countMin || density <= densityMax) return [];
  const per = pattern === 'short_paragraphs' ? '100 paragraphs' : '1,000 words';
  const message = `The narration has ${places.length} ${what}, ${density.toFixed(1)} per ${per}: ${examplesOf(places, content)}.`;
  return [{ evidence: pattern, message, fix, ...first }];
}

/** Occurrences per 1,000 words of narration; of short paragraphs, per 100 paragraphs. */
function densityOf(pattern: Mannerism, count: number, { words, paragraphs }: Narration): number {
  return pattern === 'short_paragraphs' ? (count * 100) / paragraphs.length : (count * 1_000) / words;
}

function examplesOf(places: readonly Span[], content: string): string {
  const texts = places.map(({ start, end }) => content.slice(start, end).replace(/\s+/gu, ' '));
  const shown = [...new Set(texts)].slice(0, shownMax);
  return shown.map((text) => `“${[...text].slice(0, exampleCodePointsMax).join('')}”`).join(', ');
}
