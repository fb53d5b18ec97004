import { proseTree } from '../../../../prose/tree.ts';
import { clip } from '../../../calls/prompt/fence.ts';
import { type Passage, passagesOf } from '../formats/passages.ts';
import type { Change, ChapterMarks, Remark, Signed, Span } from './marks.ts';

/** A comment of a document. */
export interface Comment extends Signed {
  id: number;
  text: string;
}

/** The begin or the end of a comment or a change, at a place of the text. */
export type TrackEvent =
  | { kind: 'comment begins' | 'comment ends'; comment: Comment }
  | { kind: 'deletion begins'; by: Tracked }
  | { kind: 'insertion'; by: Tracked; text: string }
  /** `endsParagraph`: the end of the paragraph in which it ends is deleted, too. */
  | { kind: 'deletion ends'; by: Tracked; text: string; endsParagraph: boolean };

/** A change, by a number of its own. */
export interface Tracked extends Signed {
  id: number;
  /** The change in words. */
  said: string;
}

/** Numbers that are unique in a document. */
export class Numbers {
  #last = 0;
  next(): number {
    this.#last += 1;
    return this.#last;
  }
}

/** At one place, what ends comes before what begins. */
const order: Readonly<Record<TrackEvent['kind'], number>> = {
  'deletion ends': 1,
  insertion: 1,
  'comment ends': 2,
  'comment begins': 3,
  'deletion begins': 4,
};

/** A token is a character of the Private Use Area between two signs that the text does not have. */
const firstToken = 0xf0000;
const eventsMax = 0xfffd;
/** Characters of each side of a change that is told in words (ours). */
const saidMax = 500;
/** Rare signs. They count as punctuation, so that emphasis beside them is read as it is without them. */
const signs = ['⸎', '⸕', '⸖', '⸙', '⸛', '⸭', '⸮', '⁜', '⁝', '⁞'];
/** The signs of a quote, a list or a heading at the beginning of a line. */
const blockStart = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d+[.)](?=\s)|#{1,6}(?=\s)))*[ \t]*/;

/**
 * The tracked changes and comments of a chapter. They are put into its Markdown as tokens, which go through to the runs of
 * its paragraphs. A mark whose tokens do not arrive there, such as one in the address of a link, is a comment on the title.
 */
export class Tracks {
  /** The text with tokens. */
  readonly markdown: string;
  readonly comments: Comment[] = [];
  /** Comments on the whole chapter. */
  readonly onTitle: Comment[] = [];
  readonly #numbers: Numbers;
  readonly #sign: string;
  readonly #events: TrackEvent[] = [];
  /** Tokens that have no effect. */
  readonly #dropped = new Set<number>();
  #deleting: Tracked | undefined;
  /** The deletion of the present paragraph, which has ended. */
  #ending: Tracked | undefined;

  constructor(
    content: string,
    { proposals, remarks }: ChapterMarks,
    numbers: Numbers,
    passagesIn: (markdown: string) => Passage[],
  ) {
    this.#numbers = numbers;
    this.#sign = signs.find((sign) => !content.includes(sign)) ?? '';
    const placed: { at: number; event: TrackEvent }[] = [];
    const about = (span: Span, remark: Omit<Remark, 'span'>) => {
      const made = this.#comment(remark);
      placed.push({ at: span.start, event: { kind: 'comment begins', comment: made } });
      placed.push({ at: span.end, event: { kind: 'comment ends', comment: made } });
    };
    for (const { changes, remark, start, end, ...signed } of proposals) {
      for (const change of changes) {
        const by = { ...signed, id: numbers.next(), said: saidOf(content, change) };
        if (change.removed && !isText(content, change.removed))
          this.onTitle.push(this.#comment({ ...signed, text: by.said }));
        else placed.push(...eventsOf(content, change, by));
      }
      if (remark) about({ start, end }, { ...signed, text: remark });
    }
    for (const { span, ...remark } of remarks) {
      if (span) about(span, remark);
      else this.onTitle.push(this.#comment(remark));
    }
    placed.sort((one, other) => one.at - other.at || order[one.event.kind] - order[other.event.kind]);
    this.markdown = this.#withTokens(content, placed.slice(0, this.#sign ? eventsMax : 0));
    this.#dropLost(passagesIn(this.markdown));
  }

  #comment({ author, at, text }: Omit<Remark, 'span'>): Comment {
    const made = { id: this.#numbers.next(), author, at, text };
    this.comments.push(made);
    return made;
  }

  #withTokens(content: string, placed: readonly { at: number; event: TrackEvent }[]): string {
    let [text, at] = ['', 0];
    for (const one of placed) {
      const place = Math.max(at, behindBlockStart(content, one.at));
      text +=
        content.slice(at, place) + this.#sign + String.fromCodePoint(firstToken + this.#events.length) + this.#sign;
      this.#events.push(one.event);
      at = place;
    }
    return text + content.slice(at);
  }

  /** Leaves only what begins and ends in the text. */
  #dropLost(passages: readonly Passage[]): void {
    const runs = passages.flatMap(({ runs, rows = [] }) => [...runs, ...rows.flat(2)]);
    const arrived = new Map<number, number>();
    for (const { text } of runs)
      for (const part of this.#split(text))
        if (typeof part === 'number' && !arrived.has(part)) arrived.set(part, arrived.size);
    const pairs = Map.groupBy(this.#events.keys(), (index) => idOf(this.#events[index]));
    for (const indexes of pairs.values()) {
      const places = indexes.map((index) => arrived.get(index) ?? -1);
      if (places.every((place, nth) => place >= 0 && place > (places[nth - 1] ?? -1))) continue;
      for (const index of indexes) this.#dropped.add(index);
      const [event] = indexes.flatMap((index) => this.#events[index] ?? []);
      if (event)
        this.onTitle.push('comment' in event ? event.comment : this.#comment({ ...event.by, text: event.by.said }));
    }
  }

  /** Text and events in the text of a run. */
  partsOf(text: string): (string | TrackEvent)[] {
    return this.#split(text).flatMap((part): (string | TrackEvent)[] => {
      if (typeof part === 'string') return [part];
      const event = this.#dropped.has(part) ? undefined : this.#events[part];
      if (event?.kind === 'deletion begins') this.#deleting = event.by;
      if (event?.kind === 'deletion ends') {
        this.#deleting = undefined;
        this.#ending = event.endsParagraph ? event.by : undefined;
      }
      return event ? [event] : [];
    });
  }

  /** The attributes of a `w:ins` or `w:del`. Their id is unique in the document, so each run has another one. */
  signature({ author, at }: Tracked): { id: number; author: string; date: string } {
    return { id: this.#numbers.next(), author, date: at.toISOString() };
  }

  /** The deletion in which the text is that was read last. */
  get deleting(): Tracked | undefined {
    return this.#deleting;
  }

  /** The deletion of the end of the paragraph that was read last. */
  takeEnd(): Tracked | undefined {
    const by = this.#deleting ?? this.#ending;
    this.#ending = undefined;
    return by;
  }

  /** Text without tokens. */
  plain(text: string): string {
    return this.#split(text)
      .filter((part) => typeof part === 'string')
      .join('');
  }

  #split(text: string): (string | number)[] {
    if (!this.#sign || !text.includes(this.#sign)) return [text];
    return text
      .split(new RegExp(`${this.#sign}([\\u{f0000}-\\u{ffffd}])${this.#sign}`, 'u'))
      .flatMap((part, index): (string | number)[] => {
        if (index % 2 === 1) return [(part.codePointAt(0) ?? firstToken) - firstToken];
        return part === '' ? [] : [part];
      });
  }
}

const idOf = (event: TrackEvent | undefined) => event && ('comment' in event ? event.comment.id : event.by.id);

const saidOf = (content: string, { start, end, text }: Change) =>
  `Proposed: “${clip(content.slice(start, end), saidMax)}” → “${clip(text, saidMax)}”`;

function eventsOf(content: string, change: Change, by: Tracked): { at: number; event: TrackEvent }[] {
  const { text, removed } = change;
  const endsParagraph = removed !== undefined && !isBehindText(content, change);
  const { start, end } = endsParagraph ? removed : change;
  if (start === end) return [{ at: start, event: { kind: 'insertion', by, text } }];
  return [
    { at: start, event: { kind: 'deletion begins', by } },
    { at: end, event: { kind: 'deletion ends', by, text, endsParagraph } },
  ];
}

/** Whether a removal includes the separator before it, and a token there is safe: at the end of a scene break or table it is not. */
function isBehindText(content: string, { start, removed }: Change): boolean {
  if (!removed || start >= removed.start) return false;
  const before = content.slice(0, start);
  return isText(before, { start: before.lastIndexOf('\n\n') + 1, end: start });
}

/** Whether a part of a text consists of plain paragraphs: no heading, scene break, code or table. */
function isText(content: string, { start, end }: Span): boolean {
  return passagesOf(proseTree(content.slice(start, end)).children).every(({ kind }) => kind === 'text');
}

/** A token before the sign of a list or a heading would make a paragraph of it. */
function behindBlockStart(content: string, at: number): number {
  const lineStart = content.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = content.indexOf('\n', lineStart);
  const [prefix = ''] = blockStart.exec(content.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)) ?? [];
  return Math.max(at, lineStart + prefix.length);
}
