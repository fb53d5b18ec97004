import type { ToolEntry } from './entry.ts';

/** Most tools in one answer (ours). */
export const foundMax = 5;
/** A tool is found if its score is at least this share of the best score (ours). */
const scoreShareMin = 0.4;
/** Weight of a word by its position in the definition (ours). */
const weights = { name: 4, description: 1.5, argument: 0.7 };
/** Share of the weight for a match of prefixes only (ours). */
const prefixShare = 0.6;

/** Words that are common in requests and do not identify a tool. */
const stopWords = new Set(
  'a all an and any are as at be by can do for from get has have how i if in into is it its list me my need new of on one or out show so tell that the their them then there this to tool use want what where which who with you your'.split(
    ' ',
  ),
);

/** Full-text search over the definitions of tools, with rare words weighted higher (as in TF-IDF). */
export class ToolFinder {
  private readonly indexed: readonly Indexed[];
  /** Number of tools that contain a word. */
  private readonly toolCounts = new Map<string, number>();

  constructor(entries: readonly ToolEntry[]) {
    this.indexed = entries.map((entry) => ({ entry, words: wordsIn(entry) }));
    for (const { words } of this.indexed)
      for (const word of words.keys()) this.toolCounts.set(word, (this.toolCounts.get(word) ?? 0) + 1);
  }

  /** The best matches, best first. An exact name finds only its tool. */
  find(query: string, mayShow: (entry: ToolEntry) => boolean): ToolEntry[] {
    const exact = this.indexed.find(({ entry }) => entry.tool.name === query.trim() && mayShow(entry));
    if (exact) return [exact.entry];
    const wanted = [...new Set(words(query))];
    const scored = this.indexed
      .filter(({ entry }) => mayShow(entry))
      .map(({ entry, words }) => ({ entry, score: this.scoreOf(wanted, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score);
    const best = scored[0]?.score ?? 0;
    return scored
      .filter(({ score }) => score >= best * scoreShareMin)
      .slice(0, foundMax)
      .map(({ entry }) => entry);
  }

  /** A rare word counts more than a common one. */
  private scoreOf(wanted: readonly string[], has: ReadonlyMap<string, number>): number {
    return wanted.reduce((sum, word) => {
      const matches = [...has].filter(([one]) => isSimilar(one, word));
      const best = matches.map(
        ([one, weight]) =>
          weight *
          (one === word ? 1 : prefixShare) *
          Math.log(1 + this.indexed.length / (this.toolCounts.get(one) ?? 1)),
      );
      return sum + Math.max(0, ...best);
    }, 0);
  }
}

interface Indexed {
  entry: ToolEntry;
  words: ReadonlyMap<string, number>;
}

/** The words of a tool, each with the highest weight of its positions. */
function wordsIn({ tool, listing }: ToolEntry): Map<string, number> {
  const found = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of words(text)) found.set(word, Math.max(weight, found.get(word) ?? 0));
  };
  add(Object.keys(listing.inputSchema.properties ?? {}).join(' '), weights.argument);
  add(`${tool.description} ${tool.feature}`, weights.description);
  add([tool.name, ...(tool.formerly ?? [])].join(' '), weights.name);
  return found;
}

/** Lower-case stems. `bookId` and `book_id` are two words. */
function words(text: string): string[] {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !stopWords.has(word))
    .map(stem);
}

function stem(word: string): string {
  const short = word.replace(/(ations?|ating|ates?|ated|ing|ed|ies|es|s|e|y)$/, '');
  return short.length >= 3 ? short : word;
}

/** Whether words are equal, or one of four or more letters is a prefix of the other. */
function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one));
}
