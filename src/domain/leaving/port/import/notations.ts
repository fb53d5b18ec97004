import { fenceAt } from '../../../../prose/fence.ts';

/** What other writing programs put into Markdown, and readers do not see. */
export type LeftOut = 'comments_left_out' | 'tags_left_out' | 'block_ids_left_out' | 'embeds_left_out';

export interface Notation {
  kind: LeftOut;
  /** As it stands in the source. */
  source: string;
  /** What the author wrote in it. */
  text: string;
}

interface Converted {
  /** The Markdown, with a mark for each notation that was left out. */
  text: string;
  notations: Notation[];
}

/** Stand for a notation until its chapter is known. No text contains these code points. */
const mark = { begins: '\ufdd0', ends: '\ufdd1' };
const markPattern = /\ufdd0(\d+)\ufdd1/g;

const tags = 'pov|focus|char|plot|time|location|object|entity|custom|tag|mention|story';
/** Lines that show that novelWriter wrote a file, whose comments begin with one percent sign. */
const novelWriter = new RegExp(String.raw`^(?:@(?:${tags}):|%~|%(?:synopsis|short)\s*:)`, 'im');
const tagLine = new RegExp(String.raw`@(?:${tags}):[^\n]*`, 'iy');
const noteLine = /%(?:~|(?:synopsis|short|note|story)\s*:)[^\n]*/iy;
const commentLine = /%[ \t][^\n]*/y;

/**
 * Converts the notations of Obsidian, Longform, Scrivener and novelWriter to Markdown, outside code. What readers must not
 * see is marked, to be left out. Takes linear time for any text.
 */
export function convertNotations(source: string): Converted {
  if (/[\ufdd0\ufdd1]/.test(source)) return { text: source, notations: [] };
  return new Converter(source).convert();
}

/** Where a notation can begin. */
const signs = /[`~\\<%![=@^#]/g;

class Converter {
  private readonly source: string;
  private readonly isNovelWriter: boolean;
  private readonly notations: Notation[] = [];
  private readonly ends = new Map<string, number>();
  private text = '';
  /** Where the text that is not taken over yet begins. */
  private from = 0;

  constructor(source: string) {
    this.source = source;
    this.isNovelWriter = novelWriter.test(source);
  }

  convert(): Converted {
    const { source } = this;
    signs.lastIndex = 0;
    for (let found = signs.exec(source); found; found = signs.exec(source)) {
      const at = found.index;
      const end = this.passedFrom(found[0], at) ?? this.replacedFrom(found[0], at) ?? at + 1;
      signs.lastIndex = Math.max(end, at + 1);
    }
    return { text: this.text + source.slice(this.from), notations: this.notations };
  }

  /** The end of what is no notation: an escape or code. */
  private passedFrom(sign: string, at: number): number | undefined {
    if (sign === '\\') return at + 2;
    if (sign !== '`' && sign !== '~') return undefined;
    if (this.isAtStart(at)) {
      const end = this.fenceEnd(at);
      if (end !== undefined) return end;
    }
    if (sign === '~') return undefined;
    const run = /`+/y;
    run.lastIndex = at;
    const ticks = run.exec(this.source)?.[0] ?? '`';
    const end = ticks.length > ticksMax ? undefined : this.codeEnd(ticks, at + ticks.length);
    return end ?? at + ticks.length;
  }

  private fenceEnd(at: number): number | undefined {
    const lineOf = (start: number) => {
      const newline = this.source.indexOf('\n', start);
      return {
        line: this.source.slice(start, newline < 0 ? undefined : newline),
        end: newline < 0 ? undefined : newline + 1,
      };
    };
    let { line, end } = lineOf(at);
    const fence = fenceAt(line);
    if (!fence) return undefined;
    fence.goesOn(line);
    while (end !== undefined) {
      ({ line, end } = lineOf(end));
      if (!fence.goesOn(line)) break;
    }
    return end ?? this.source.length;
  }

  /** Code ends at a run of the same length, within its paragraph. */
  private codeEnd(ticks: string, from: number): number | undefined {
    const limit = from + codeUnitsMax;
    const text = this.source.slice(from, limit);
    const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(text);
    if (!closing || /\n[ \t]*\n/.test(text.slice(0, closing.index))) return undefined;
    return from + closing.index + ticks.length;
  }

  private replacedFrom(sign: string, at: number): number | undefined {
    if (sign === '<') return this.enclosed(at, '<!--', '-->');
    if (sign === '%') return this.enclosed(at, '%%', '%%') ?? this.leftOutLine(at);
    if (sign === '!') return this.embed(at);
    if (sign === '[') return this.wikiLink(at);
    if (sign === '=') return this.highlight(at);
    if (sign === '@') return this.isAtStart(at) ? this.leftOut(at, tagLine, 'tags_left_out') : undefined;
    if (sign === '^') return this.blockId(at);
    return this.heading(at);
  }

  private isAtStart(at: number): boolean {
    const before = this.source.slice(Math.max(0, at - 4), at);
    return /\n {0,3}$/.test(before) || (at < 4 && before.trim() === '');
  }

  private enclosed(at: number, begins: string, ends: string): number | undefined {
    if (!this.source.startsWith(begins, at)) return undefined;
    // As in `100%%`.
    if (/[\p{L}\p{N}%]/u.test(this.source[at - 1] ?? '')) return undefined;
    const inner = at + begins.length;
    const close = this.next(ends, inner);
    if (close < 0) return undefined;
    const end = close + ends.length;
    const mayBeLong = begins === '<!--' || this.isAtStart(at);
    if (!mayBeLong && (close - inner > inlineUnitsMax || /\n\s*\n/.test(this.source.slice(inner, close))))
      return undefined;
    return this.leaveOut(at, end, { kind: 'comments_left_out', text: this.source.slice(inner, close) });
  }

  /** The next place of a sign. Places ascend, so that all searches together take one pass. */
  private next(sign: string, from: number): number {
    const known = this.ends.get(sign);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.source.indexOf(sign, from);
    this.ends.set(sign, found);
    return found;
  }

  private leftOutLine(at: number): number | undefined {
    if (!this.isAtStart(at)) return undefined;
    return (
      this.leftOut(at, noteLine, 'tags_left_out') ??
      (this.isNovelWriter ? this.leftOut(at, commentLine, 'comments_left_out') : undefined)
    );
  }

  private leftOut(at: number, pattern: RegExp, kind: LeftOut): number | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.source)?.[0];
    return found ? this.leaveOut(at, at + found.length, { kind, text: found.replace(/^%~?\s*/, '') }) : undefined;
  }

  private embed(at: number): number | undefined {
    const found = this.match(/!\[\[[^[\]\n]{1,300}\]\]/y, at);
    return found ? this.leaveOut(at, at + found[0].length, { kind: 'embeds_left_out', text: found[0] }) : undefined;
  }

  private wikiLink(at: number): number | undefined {
    // Not the words of a link, as in `[[1]](address)`.
    const found = this.match(/\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{1,300}))?\]\](?![[(])/y, at);
    return found ? this.put(at, at + found[0].length, (found[2] ?? found[1] ?? '').trim()) : undefined;
  }

  private highlight(at: number): number | undefined {
    // Not within an address or a row of signs.
    const isWithin = /[=a-z\d]/i.test(this.source[at - 1] ?? '');
    const found = isWithin ? null : this.match(/==(?=[^\s=])([^=\n]{1,500})(?<=\S)==(?![=a-z\d])/iy, at);
    return found ? this.put(at, at + found[0].length, `*${found[1]}*`) : undefined;
  }

  private blockId(at: number): number | undefined {
    if (at > 0 && !/\s/.test(this.source[at - 1] ?? '')) return undefined;
    const found = this.match(/\^[a-z\d-]{1,60}(?=[ \t]*(?:\n|$))/iy, at);
    return found ? this.leaveOut(at, at + found[0].length, { kind: 'block_ids_left_out', text: found[0] }) : undefined;
  }

  /** novelWriter has `#! Title`. */
  private heading(at: number): number | undefined {
    const found = this.isNovelWriter && this.isAtStart(at) ? this.match(/(#{1,4})!(?=[ \t])/y, at) : null;
    return found ? this.put(at, at + found[0].length, found[1] ?? '') : undefined;
  }

  private match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.source);
  }

  private leaveOut(at: number, end: number, notation: Omit<Notation, 'source'>): number {
    const { length } = this.notations;
    this.notations.push({ ...notation, text: notation.text.trim(), source: this.source.slice(at, end) });
    return this.put(at, end, `${mark.begins}${length}${mark.ends}`);
  }

  private put(at: number, end: number, instead: string): number {
    this.text += this.source.slice(this.from, at) + instead;
    this.from = end;
    return end;
  }
}

/** Longer code within a paragraph is none, and longer comments neither (ours). */
const codeUnitsMax = 2_000;
const ticksMax = 20;
const inlineUnitsMax = 2_000;

/** Takes the marks out of a text. `keep` answers whether a notation is kept elsewhere; otherwise it stays in the text. */
export function withoutNotations(
  text: string,
  notations: readonly Notation[],
  keep: (notation: Notation) => boolean,
): string {
  if (!text.includes(mark.begins)) return text;
  const kept = new Map<string, string>();
  const marked = text.replace(markPattern, (whole, number: string) => {
    const notation = notations[Number(number)];
    if (!notation || keep(notation)) return whole;
    kept.set(number, notation.source);
    return notation.source;
  });
  return (
    marked
      // A line that has only notations goes, and so does one of the blanks around a notation.
      .replace(/^[ \t]*(?:\ufdd0\d+\ufdd1[ \t]*)+\n?/gm, '')
      .replace(/[ \t](?:\ufdd0\d+\ufdd1)(?=[ \t]|$)/gm, '')
      .replace(markPattern, '')
  );
}
