import { type CriticMark, criticMarks } from '../formats/critic-markup.ts';
import type { ImportChanges } from '../rules.ts';

/** A change or a comment of a file that was in review. Its words are between two tokens of the text. */
export interface MarkedPart {
  /** What takes the place of its words; null for a comment. */
  replacement: string | null;
  /** Why, or the comment. */
  said: string;
  /** The words that it is about, as they were in the file. */
  former: string;
  /** Whether it is a comment in a paragraph of its own, on the chapter. */
  isOnChapter?: boolean;
}

/** A text without marks, and what they said. */
export interface UnmarkedText {
  text: string;
  parts: MarkedPart[];
  counts: Readonly<Record<CriticMark['kind'], number>>;
}

/** Tokens are characters of the last Private Use Area, two for each part. */
const firstToken = 0x100000;
const partsMax = 0x7ffe;
export const tokens = /[\u{100000}-\u{10fffd}]/gu;

export const beginOf = (part: number) => String.fromCodePoint(firstToken + 2 * part);
export const endOf = (part: number) => String.fromCodePoint(firstToken + 2 * part + 1);
/** The part of a token, and whether it ends there. */
export function partOf(token: string): { part: number; isEnd: boolean } {
  const number = (token.codePointAt(0) ?? firstToken) - firstToken;
  return { part: number >> 1, isEnd: number % 2 === 1 };
}

/** Takes the marks out of a Markdown text. Undefined if it has none. */
export function withoutMarks(source: string, changes: ImportChanges): UnmarkedText | undefined {
  // A text that has tokens of its own is read as it is.
  if (!/\{(?:\+\+|--|~~|==|>>)/.test(source) || source.search(tokens) >= 0) return undefined;
  const unmarking = new Unmarking(source, changes);
  for (const mark of criticMarks(source)) unmarking.take(mark);
  return unmarking.end();
}

/** A mark in a paragraph of its own, which leaves none where nothing of it stays. */
const blankBehind = /^[ \t]*(?:\n[ \t]*)+(?:\n|$)|^\s*$/;
const headingBehind = /^\s*(?:#{1,6}\s|$)/;

/** Units of the text at hand, of which the last ones are looked at again; the others are put aside (ours). */
const [atHandMax, keptMin] = [10_000, 1_000];

/** The mark before, whose comment may follow, and whether the text ends with its part. */
interface MarkBefore {
  kind: CriticMark['kind'];
  isPart: boolean;
}

class Unmarking {
  readonly #source: string;
  readonly #changes: ImportChanges;
  readonly #parts: MarkedPart[] = [];
  readonly #counts = { change: 0, highlight: 0, comment: 0 };
  /** What is before the text at hand: to look at the end of a long text, the engine copies it each time. */
  readonly #aside: string[] = [];
  #text = '';
  #at = 0;
  #last: MarkBefore | undefined;

  constructor(source: string, changes: ImportChanges) {
    this.#source = source;
    this.#changes = changes;
  }

  take({ kind, start, end, former, present }: CriticMark): void {
    if (this.#parts.length >= partsMax) return;
    this.#counts[kind] += 1;
    const before = this.#at === start ? this.#last : undefined;
    this.#text += this.#source.slice(this.#at, start);
    this.#putAside();
    this.#at = end;
    const hasComment = this.#source.startsWith('{>>', end);
    if (kind === 'comment') this.#comment(present, before);
    else if (kind === 'change' && this.#changes === 'proposals') this.#change(former, present, before);
    else {
      const words = kind === 'change' && this.#changes === 'accepted' ? present : former;
      if (hasComment) this.#put(words, { replacement: null, said: '', former: words });
      else if (words === '' && this.#isAlone()) this.#skipBlank();
      else this.#text += words;
      this.#last = { kind, isPart: hasComment };
    }
  }

  end(): UnmarkedText | undefined {
    if (this.#last === undefined) return undefined;
    const text = this.#aside.join('') + this.#text + this.#source.slice(this.#at);
    return { text, parts: this.#parts, counts: this.#counts };
  }

  #putAside(): void {
    if (this.#text.length <= atHandMax) return;
    this.#aside.push(this.#text.slice(0, -keptMin));
    this.#text = this.#text.slice(-keptMin);
  }

  #change(former: string, present: string, before: MarkBefore | undefined): void {
    const last = this.#parts.at(-1);
    // Words that are deleted and words that are inserted beside them are one change.
    if (before?.kind === 'change' && last && last.replacement !== null) {
      const token = endOf(this.#parts.length - 1);
      this.#text = this.#text.slice(0, -token.length) + former + token;
      last.former += former;
      last.replacement += present;
    } else if (former === '' && this.#isAlone()) this.#putParagraph({ replacement: present, said: '', former });
    else this.#put(former, { replacement: present, said: '', former });
    this.#last = { kind: 'change', isPart: true };
  }

  #comment(said: string, before: MarkBefore | undefined): void {
    const last = this.#parts.at(-1);
    if (before?.isPart && last) last.said = [last.said, said].filter(Boolean).join(' ');
    else if (this.#isAlone()) this.#putParagraph({ replacement: null, said, former: '', isOnChapter: true });
    else this.#put('', { replacement: null, said, former: '' });
    this.#last = { kind: 'comment', isPart: true };
  }

  #put(words: string, part: MarkedPart): void {
    const number = this.#parts.push(part) - 1;
    this.#text += beginOf(number) + words + endOf(number);
  }

  /** A paragraph of its own that is not in the text: its place is the next one, or the end of the one before. */
  #putParagraph(part: MarkedPart): void {
    if (!headingBehind.test(this.#source.slice(this.#at, this.#at + 80))) {
      this.#skipBlank();
      this.#put('', part.replacement === null ? part : { ...part, replacement: `${part.replacement}\n\n` });
      return;
    }
    const text = this.#text.trimEnd();
    const blank = this.#text.slice(text.length);
    if (text === '' && this.#aside.length === 0) this.#parts.push(part);
    else {
      this.#text = text;
      this.#put('', part.replacement === null ? part : { ...part, replacement: `\n\n${part.replacement}` });
      // What follows begins behind the blank that stood before the mark.
      this.#at += blankBehind.exec(this.#source.slice(this.#at))?.[0].length ?? 0;
      this.#text += this.#at < this.#source.length ? blank : '';
    }
  }

  #isAlone(): boolean {
    return (
      /(?:^|\n[ \t]*\n[ \t]*)$/.test(this.#text.slice(-200)) &&
      blankBehind.test(this.#source.slice(this.#at, this.#at + 200))
    );
  }

  #skipBlank(): void {
    this.#at += blankBehind.exec(this.#source.slice(this.#at, this.#at + 200))?.[0].length ?? 0;
  }
}
