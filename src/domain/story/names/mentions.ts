/** A place of a text that names one character, or may name several. Positions are UTF-16 units. */
export interface Mention {
  start: number;
  end: number;
  /** The name as in the text, without a genitive. */
  words: string;
  /** Several if the words are ambiguous. */
  owners: readonly string[];
}

export interface Mentions {
  /** In the order of the text. */
  certain: Mention[];
  /** Words that several characters share. */
  ambiguous: Mention[];
  /** Names where they may as well be another word, or are a part of another name: `Will you come?`, `Harrow Street`. */
  doubtful: Mention[];
}

/** Adds a place to the list of its kind. */
export function put(found: Mentions, mention: Mention): void {
  (mention.owners.length === 1 ? found.certain : found.ambiguous).push(mention);
}

export function byPlace(one: Mention, other: Mention): number {
  return one.start - other.start;
}
