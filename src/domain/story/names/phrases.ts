import { formsOf, joinsName, type TextWord, type TextWords } from './words.ts';

interface Node {
  next: Map<string, Node>;
  owners: Set<string>;
}

/** A name of several words in a text: the number of its last word, and that word without a genitive. */
interface PhraseAt {
  last: number;
  form: string;
  owners: ReadonlySet<string>;
}

/** Names of several words, by their words. */
export class Phrases {
  readonly #language: string;
  readonly #root: Node = newNode();

  constructor(language: string) {
    this.#language = language;
  }

  add(words: readonly string[], id: string): void {
    let node = this.#root;
    for (const word of words) {
      const next = node.next.get(word) ?? newNode();
      node.next.set(word, next);
      node = next;
    }
    node.owners.add(id);
  }

  /** Whether a name begins with a word. */
  begin(word: string): boolean {
    return this.#root.next.has(word);
  }

  /** The longest name from a place on. `first`: a word in front of that place that belongs to it, as in "Mr. and Mrs. Venn". */
  longestAt({ words, source }: TextWords, from: number, first?: string): PhraseAt | undefined {
    let node = first === undefined ? this.#root : this.#root.next.get(first);
    let found: PhraseAt | undefined;
    let before: TextWord | undefined;
    for (let at = from; node && at < words.length; at += 1) {
      const word = words[at];
      if (!word || (before && !joinsName(source.slice(before.end, word.start), before.text))) break;
      const nodes: (readonly [string, Node])[] = [];
      for (const form of formsOf(word.text, this.#language)) {
        const next: Node | undefined = node.next.get(form);
        if (next) nodes.push([form, next]);
      }
      for (const [form, { owners }] of nodes) if (owners.size > 0) found = { last: at, form, owners };
      node = nodes[0]?.[1];
      before = word;
    }
    return found;
  }
}

function newNode(): Node {
  return { next: new Map(), owners: new Set() };
}
