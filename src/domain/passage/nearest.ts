/** A word of a text, for comparing: in lower case. */
export interface TextWord {
  key: string;
  start: number;
  end: number;
}

/** Words of a quote that are compared; characters of the passage and of the marks behind it that are shown (ours). */
const [wordsMax, shownMax, marksMax] = [60, 200, 3];
/** Characters of a quote in which its words are looked for (ours). */
const quoteMax = 2_000;
/** A passage is near if it has at least this share of the words (ours). */
const nearShare = 0.6;

export function wordsOf(text: string): TextWord[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    key: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

/** The passage of a text that has most words of a quote; undefined if it has too few of them. Linear in the text. */
export function nearestPassage(text: string, words: readonly TextWord[], quote: string): string | undefined {
  const wanted = wordsOf(quote.slice(0, quoteMax))
    .slice(0, wordsMax)
    .map(({ key }) => key);
  // Occurrences of each word in the quote, minus those in the window.
  const lacks = new Map<string, number>();
  for (const key of wanted) lacks.set(key, (lacks.get(key) ?? 0) + 1);
  let [shared, best, bestAt] = [0, 0, -1];
  words.forEach(({ key }, at) => {
    shared += change(lacks, key, -1);
    const gone = words[at - wanted.length];
    if (gone) shared -= change(lacks, gone.key, 1);
    if (shared >= best) [best, bestAt] = [shared, at];
  });
  if (wanted.length === 0 || best < wanted.length * nearShare) return undefined;
  const from = words[Math.max(0, bestAt - wanted.length + 1)]?.start ?? 0;
  // With the marks behind the last word.
  const end = words[bestAt]?.end ?? from;
  const shown = text.slice(from, Math.min(from + shownMax, end + marksMax));
  return shown.slice(0, end - from) + (/^\S*/.exec(shown.slice(end - from))?.[0] ?? '').toWellFormed();
}

/** Counts a word that comes into the window (−1) or leaves it (1). Answers 1 if it is one of those that are wanted. */
function change(lacks: Map<string, number>, key: string, by: 1 | -1): number {
  const before = lacks.get(key);
  if (before === undefined) return 0;
  lacks.set(key, before + by);
  return (by < 0 ? before : before + by) > 0 ? 1 : 0;
}
