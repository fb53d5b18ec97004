import { isEverydayWord } from './everyday-words.ts';

/** Scripts without spaces, and Hangul, which attaches particles. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

export function isUnspaced(name: string): boolean {
  return unspaced.test(name);
}

const separators = /[\s・·‧•=＝,，]+/u;

/**
 * Words of a name in a script without spaces: those between separators, and for a name of three or four characters in
 * Han or Hangul the given name (王小明: 小明) and, of four, the surname (山田太郎: 山田).
 */
export function unspacedPartsOf(name: string): string[] {
  const between = name.split(separators).filter(Boolean);
  const pieces = between.length > 1 ? between.filter((part) => [...part].length >= partMin(part)) : [];
  const given = between.length === 1 ? halvesOf(name) : [];
  return [...pieces, ...given].filter((part) => !isEverydayWord(part));
}

/** Two characters of Han or Hangul are a name; sounds and alphabets take three, as elsewhere. */
function partMin(part: string): number {
  return /^[\p{scx=Han}\p{scx=Hangul}]+$/u.test(part) ? 2 : 3;
}

function halvesOf(name: string): string[] {
  const characters = [...name];
  if (!/^(?:\p{Script=Han}+|\p{Script=Hangul}+)$/u.test(name)) return [];
  if (characters.length === 3) return [characters.slice(1).join('')];
  return characters.length === 4 ? [characters.slice(0, 2).join(''), characters.slice(2).join('')] : [];
}

interface Node {
  next: Map<string, Node>;
  owners: ReadonlySet<string>;
  /** Whether it is a part of a name only. */
  isPart: boolean;
}

interface Match {
  start: number;
  end: number;
  owners: ReadonlySet<string>;
}

/** Names of scripts without spaces by character, found wherever no longer word of the script contains them. */
export class UnspacedNames {
  readonly #root: Node = { next: new Map(), owners: new Set(), isPart: true };

  get isEmpty(): boolean {
    return this.#root.next.size === 0;
  }

  /** A complete name goes before a part of another. */
  add(name: string, id: string, isPart: boolean): void {
    for (const form of new Set([name, name.normalize('NFD')])) this.#put(form, id, isPart);
  }

  #put(name: string, id: string, isPart: boolean): void {
    let node = this.#root;
    for (let at = 0; at < name.length; at += 1) {
      const unit = name.charAt(at);
      const next: Node = node.next.get(unit) ?? { next: new Map(), owners: new Set(), isPart: true };
      node.next.set(unit, next);
      node = next;
    }
    if (isPart && !node.isPart) return;
    node.owners = node.isPart && !isPart ? new Set([id]) : new Set([...node.owners, id]);
    node.isPart = isPart;
  }

  /** The longest names from left to right. */
  *matchesIn(text: string): Generator<Match> {
    for (let at = 0; at < text.length; at += 1) {
      if (!this.#root.next.has(text.charAt(at))) continue;
      const match = this.#longestAt(text, at);
      if (!match) continue;
      yield match;
      at = match.end - 1;
    }
  }

  #longestAt(text: string, start: number): Match | undefined {
    let node: Node | undefined = this.#root;
    let best: Match | undefined;
    for (let at = start; node && at <= text.length; at += 1) {
      const { owners } = node;
      if (at > start && owners.size > 0 && isWhole(text, start, at)) best = { start, end: at, owners };
      node = node.next.get(text.charAt(at));
    }
    return best;
  }
}

const particle =
  /^(?:이|은|는|가|을|를|의|에|께|서|게|와|과|도|만|로|으|야|아|씨|님|군|양|한테|까지|부터|처럼|보다|랑|라고|였다|었다|네|들|나|마저|조차|밖)+$/u;

/** Whether a match is not inside a longer word, as far as its script shows. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 12)];
  const name = text.slice(start, end);
  if (/^\p{M}/u.test(after)) return false;
  if (/^[\p{Script=Katakana}ー]/u.test(name) && /[\p{Script=Katakana}ー]$/u.test(before)) return false;
  if (/[\p{Script=Katakana}ー]$/u.test(name) && /^[\p{Script=Katakana}ー]/u.test(after)) return false;
  if (/^\p{Script=Hangul}/u.test(name)) {
    const rest = /^\p{Script=Hangul}+/u.exec(text.slice(end, end + 24))?.[0].normalize('NFC') ?? '';
    return !/\p{Script=Hangul}$/u.test(before) && (rest === '' || particle.test(rest));
  }
  // A name of one character (凛) stands by itself; in a longer word it is a syllable.
  return [...name].length > 1 || !(/\p{Script=Han}$/u.test(before) || /^\p{Script=Han}/u.test(after));
}
