import type { Span } from '../prose.ts';

interface Keyed extends Span {
  key: string;
}

/** Phrases by their first word, so that a text is read once. */
export class PhraseIndex {
  private readonly byFirst: ReadonlyMap<string, readonly (readonly string[])[]>;

  /** @param phrases Words of each phrase, as the texts have them. */
  constructor(phrases: readonly (readonly string[])[]) {
    const known = phrases.filter(({ length }) => length > 0);
    // The longest first, so that a phrase is not found in a part of itself.
    const sorted = known.toSorted((one, other) => other.length - one.length);
    this.byFirst = Map.groupBy(sorted, ([first = '']) => first);
  }

  /** Occurrences in consecutive words, without overlaps, each with the words of its phrase. */
  find(words: readonly Keyed[], isJoined: (before: Keyed, after: Keyed) => boolean = () => true) {
    const found: (Span & { phrase: readonly string[] })[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const first = words[at];
      const phrase = first && this.byFirst.get(first.key)?.find((one) => isAt(words, at, one, isJoined));
      const last = phrase && words[at + phrase.length - 1];
      if (!phrase || !last) continue;
      found.push({ start: first.start, end: last.end, phrase });
      at += phrase.length - 1;
    }
    return found;
  }
}

function isAt(
  words: readonly Keyed[],
  at: number,
  phrase: readonly string[],
  isJoined: (before: Keyed, after: Keyed) => boolean,
): boolean {
  return phrase.every((key, index) => {
    const [before, word] = [words[at + index - 1], words[at + index]];
    return word?.key === key && (index === 0 || (before !== undefined && isJoined(before, word)));
  });
}
