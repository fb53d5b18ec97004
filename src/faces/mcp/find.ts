import type { ToolEntry } from './entry.ts';

/** Most tools in one answer (ours). */
export const foundMax = 4;
/** A tool is found if its score is at least this share of the best score (ours). */
const scoreShareMin = 0.5;
/** Nothing is found below this share of the highest score that the request could have (ours). */
const certaintyMin = 0.25;
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

/** Verbs of many tools: they decide between tools for the same thing, and do not say that there is one (ours). */
const commonVerbs = new Set(['get', 'read', 'set', 'add', 'create', 'update', 'change', 'delete', 'remove'].map(stem));
/** Share of their weight (ours). */
const commonVerbShare = 0.3;

/** Our words for what callers say (ours). */
const synonyms = grouped({
  restore: 'bring back undelete undo recover revert',
  reorder: 'order rearrange sort sequence',
  recap: 'summary summarize summarise sum synopsis happened',
  manuscript: 'novel imported',
  profile: 'propose suggest premise genre cast people tone',
  arc: 'ten part long',
  prompt: 'messages sent',
  preview: 'estimate beforehand',
  passage: 'word words sentence sentences phrase line typo typos correct fix replace',
  propose: 'suggest track tracked',
  proposal: 'suggestion suggestions suggested',
  decline: 'reject dismiss refuse',
  withdraw: 'undo',
  note: 'comment comments remark remarks annotation annotate margin todo',
  resolve: 'done settle',
  diff: 'compare difference differences',
  narrate: 'speak voice audiobook mp3 aloud',
  publish: 'share release public',
  usage: 'cost costs price spent quota',
  export: 'download epub docx pdf word file',
  token: 'key keys password',
  revision: 'version versions history draft drafts',
  analytics: 'readers visitors views visits',
  character: 'cast people person figure figures hero',
  date: 'dead died dies death killed away absent married',
  cover: 'picture image front',
  lint: 'mistakes errors typos weak proofread',
  outline: 'structure plot',
  generation: 'progress status',
  create: 'make new',
  add: 'leave',
  delete: 'erase discard',
  update: 'edit rename modify',
});

/** The words of callers, each with all of ours for it. */
function grouped(sayings: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const pairs = Object.entries(sayings).flatMap(([ours, theirs]) =>
    theirs.split(' ').map((word) => ({ word: stem(word), ours: stem(ours) })),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ word }) => word)].map(([word, found]) => [word, found.map(({ ours }) => ours)]),
  );
}

/** A word of a request, and ours for it. */
type Wanted = readonly string[];

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

  /** The best matches, best first. An exact name finds only its tool. Empty if no tool does what is asked. */
  find(query: string, mayShow: (entry: ToolEntry) => boolean): ToolEntry[] {
    const exact = this.indexed.find(({ entry }) => entry.tool.name === query.trim() && mayShow(entry));
    if (exact) return [exact.entry];
    const wanted = [...new Set(words(query))].map((word) => [word, ...(synonyms.get(word) ?? [])]);
    const scored = this.indexed
      .filter(({ entry }) => mayShow(entry))
      .map(({ entry, words }) => ({ entry, score: this.scoreOf(wanted, words) }))
      .sort((one, other) => other.score - one.score);
    const best = scored[0]?.score ?? 0;
    if (best < this.highest(wanted) * certaintyMin) return [];
    return scored
      .filter(({ score }) => score > 0 && score >= best * scoreShareMin)
      .slice(0, foundMax)
      .map(({ entry }) => entry);
  }

  /** The score of a tool that has all these words in its name. A word of no tool is as rare as a word of one. */
  private highest(wanted: readonly Wanted[]): number {
    return wanted.reduce((sum, forms) => sum + weights.name * Math.min(...forms.map((word) => this.rarity(word))), 0);
  }

  /** A rare word counts more than a common one. */
  private scoreOf(wanted: readonly Wanted[], has: ReadonlyMap<string, number>): number {
    return wanted.reduce((sum, forms) => sum + Math.max(...forms.map((word) => this.scoreOfWord(word, has))), 0);
  }

  private scoreOfWord(word: string, has: ReadonlyMap<string, number>): number {
    const matches = [...has].filter(([one]) => isSimilar(one, word));
    const scores = matches.map(
      ([one, weight]) => weight * (one === word ? 1 : prefixShare) * Math.min(this.rarity(one), this.rarity(word)),
    );
    return Math.max(0, ...scores);
  }

  private rarity(word: string): number {
    const rarity = Math.log(1 + this.indexed.length / (this.toolCounts.get(word) ?? 1));
    return commonVerbs.has(word) ? rarity * commonVerbShare : rarity;
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
