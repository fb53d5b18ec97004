import { baseLanguage, titles } from './language.ts';

/** A mention of a character, in UTF-16 units. */
export interface Mention {
  start: number;
  end: number;
}

export interface NameBearer {
  id: string;
  name: string;
  aliases: readonly string[];
}

interface Node {
  next: Map<string, Node>;
  /** Ids of characters whose name ends here. */
  owners: string[];
}

// Scripts without spaces, and Hangul, which attaches particles: names have no boundary there.
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Words for comparing names: letters, digits and inner apostrophes. */
const nameWord = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * Adds each capitalised word of a name as an alias (Odile for Odile Farrow), or two characters at either end in scripts
 * without spaces.
 */
export function partsOfNames(cast: readonly NameBearer[]): NameBearer[] {
  return cast.map(({ id, name, aliases }) => ({
    id,
    name,
    aliases: [...aliases, ...[name, ...aliases].flatMap((one) => partsOf(one.normalize('NFC')))],
  }));
}

function partsOf(name: string): string[] {
  if (unspaced.test(name))
    return [...name].length > 2 ? [[...name].slice(0, 2).join(''), [...name].slice(-2).join('')] : [];
  return (name.match(nameWord) ?? []).filter((word) => /^\p{Lu}/u.test(word) && !titles.has(word));
}

/**
 * Tries of names and aliases by word, or by character in scripts without spaces, so that a text is scanned once for any
 * size of cast.
 */
export class NameIndex {
  /** Every word of every name. */
  readonly wordsOfNames = new Set<string>();
  private readonly spaced: Node = { next: new Map(), owners: [] };
  private readonly joined: Node = { next: new Map(), owners: [] };
  private readonly language: string;

  constructor(cast: readonly NameBearer[], language: string) {
    this.language = language;
    for (const { id, name, aliases } of cast)
      for (const written of [name, ...aliases].map((one) => one.normalize('NFC'))) this.add(written, id);
  }

  private add(name: string, id: string): void {
    if (unspaced.test(name)) {
      put(this.joined, [...name], id);
      return;
    }
    const words = name.match(nameWord) ?? [];
    for (const word of words) this.wordsOfNames.add(word);
    // As written, in capitals, and as at the start of a sentence (contract 5).
    put(this.spaced, words, id);
    put(
      this.spaced,
      words.map((word) => word.toUpperCase()),
      id,
    );
    put(
      this.spaced,
      words.map((word, at) => (at === 0 ? capitalised(word) : word)),
      id,
    );
  }

  /** Mentions in a text by character, in order. The longest match at a position counts. */
  mentionsIn(text: string): Map<string, Mention[]> {
    const found = new Map<string, Mention[]>();
    const units = [...text.matchAll(nameWord)].map(({ 0: word, index }) => ({
      forms: formsOf(word.normalize('NFC'), this.language),
      start: index,
      end: index + word.length,
    }));
    collect(this.spaced, units, found);
    if (this.joined.next.size > 0) collect(this.joined, charactersOf(text), found);
    return found;
  }
}

interface Unit {
  forms: readonly string[];
  start: number;
  end: number;
}

function charactersOf(text: string): Unit[] {
  let at = 0;
  return Array.from(text, (character) => {
    const start = at;
    at += character.length;
    return { forms: [character], start, end: at };
  });
}

function put(root: Node, units: readonly string[], owner: string): void {
  if (units.length === 0) return;
  let node = root;
  for (const unit of units) {
    const next: Node = node.next.get(unit) ?? { next: new Map(), owners: [] };
    node.next.set(unit, next);
    node = next;
  }
  if (!node.owners.includes(owner)) node.owners.push(owner);
}

function collect(root: Node, units: readonly Unit[], found: Map<string, Mention[]>): void {
  for (let at = 0; at < units.length; at += 1) {
    const [last, owners] = longest(root, units, at);
    const [from, to] = [units[at], units[last]];
    if (!from || !to || owners.length === 0) continue;
    for (const owner of owners) {
      const mentions = found.get(owner) ?? [];
      mentions.push({ start: from.start, end: to.end });
      found.set(owner, mentions);
    }
    at = last;
  }
}

function longest(root: Node, units: readonly Unit[], from: number): [last: number, owners: readonly string[]] {
  let node: Node | undefined = root;
  let best: [number, readonly string[]] = [from, []];
  for (let at = from; node && at < units.length; at += 1) {
    const forms: readonly string[] = units[at]?.forms ?? [];
    const next: Node | undefined = forms.map((form) => node?.next.get(form)).find((one) => one !== undefined);
    if (next && next.owners.length > 0) best = [at, next.owners];
    node = next;
  }
  return best;
}

const genitiveWithoutApostrophe = new Set(['de', 'nl', 'sv', 'da', 'nb']);

/** A word as it is, and without what its language may attach to a name: Odile’s, d’Odile, Odiles. */
export function formsOf(word: string, language: string): string[] {
  const [head = '', tail] = word.split(/['’]/, 2);
  const forms = [word];
  if (tail !== undefined) forms.push(tail.length <= 2 ? head : '', head.length <= 2 ? tail : '');
  else if (genitiveWithoutApostrophe.has(baseLanguage(language)) && word.length > 3 && word.endsWith('s'))
    forms.push(word.slice(0, -1));
  return forms.filter(Boolean);
}

function capitalised(word: string): string {
  return word.replace(/^./u, (first) => first.toUpperCase());
}
