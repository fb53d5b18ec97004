import { invalidRequest } from '../../../../errors.ts';
import { lengthOf } from '../../../shapes.ts';
import { Points } from '../../../text/anchor/points.ts';
import { newNote, notesMax } from '../../../text/note/rules.ts';
import { Anchoring } from '../../../text/passage/anchoring.ts';
import { passageMax } from '../../../text/passage/rules.ts';
import { openMax, proposedEdit } from '../../../text/proposal/rules.ts';
import type { ManuscriptChapter } from '../formats/exact-markdown.ts';
import { type MarkedPart, partOf, tokens } from './review-marks.ts';

/** Proposals and notes of a file, as a document has them. Chapters are numbered from 0; null is the book. */
export interface ManuscriptReview {
  proposals: { chapter: number; anchor: object; replacement: string; reason: string }[];
  notes: { chapter: number | null; anchor: object | null; body: string }[];
}

interface Span {
  start: number;
  end: number;
}

const reasonMax = proposedEdit.shape.reason.unwrap().maxLength ?? 0;
const bodyMax = newNote.shape.body.maxLength ?? 0;

/** Takes the tokens out of chapters, and sets what they mark on the words between them. */
export function withReview(
  chapters: readonly ManuscriptChapter[],
  parts: readonly MarkedPart[],
  { isExact }: { isExact: boolean },
): { chapters: ManuscriptChapter[]; review: ManuscriptReview } {
  refuseTooMany(parts);
  const review: ManuscriptReview = { proposals: [], notes: [] };
  const placed = new Set<number>();
  const clean = chapters.map(({ title, content, notes }, chapter) => {
    const { text, spans } = isExact ? withoutTokens(content) : trimmed(withoutTokens(content));
    const words = new ChapterWords(text, [...spans.values()]);
    const changes: TiedChange[] = [];
    for (const [number, span] of spans) {
      const part = parts[number];
      if (!part) continue;
      placed.add(number);
      if (part.replacement !== null) changes.push({ ...words.around(span, part.replacement), parts: [{ span, part }] });
      else note(review, chapter, part.isOnChapter ? null : words.anchorOn(words.near(span)), part.said);
    }
    for (const change of apart(changes)) propose(review, chapter, words, change);
    return { title: plain(title), content: text, ...(notes && { notes: plain(notes) }) };
  });
  for (const [number, part] of parts.entries()) if (!placed.has(number)) note(review, null, null, told(part));
  return { chapters: clean, review };
}

export const plain = <Text extends string | null>(text: Text) => (text?.replaceAll(tokens, '') ?? null) as Text;

/** A text without tokens, and the words between those of one part. */
interface Unmarked {
  text: string;
  spans: Map<number, Span>;
}

function withoutTokens(content: string): Unmarked {
  let [text, at] = ['', 0];
  const begun = new Map<number, number>();
  const spans = new Map<number, Span>();
  for (const { 0: token, index } of content.matchAll(tokens)) {
    text += content.slice(at, index);
    at = index + token.length;
    const { part, isEnd } = partOf(token);
    const start = begun.get(part);
    if (!isEnd) begun.set(part, text.length);
    else if (start !== undefined) spans.set(part, { start, end: text.length });
  }
  return { text: text + content.slice(at), spans };
}

/** Without the blanks at its ends, which tokens have kept. */
function trimmed({ text, spans }: Unmarked): Unmarked {
  const [whole, before] = [text.trim(), text.length - text.trimStart().length];
  const placeOf = (place: number) => Math.min(Math.max(0, place - before), whole.length);
  const moved = [...spans].map(
    ([part, { start, end }]) => [part, { start: placeOf(start), end: placeOf(end) }] as const,
  );
  return { text: whole, spans: new Map(moved) };
}

/** Changes with the words that they are tied to. */
interface TiedChange extends Span {
  parts: { span: Span; part: MarkedPart }[];
}

/** Those that are tied to the same words become one. */
function apart(changes: readonly TiedChange[]): TiedChange[] {
  const made: TiedChange[] = [];
  for (const one of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = made.at(-1);
    if (!last || one.start >= last.end) made.push({ ...one });
    else Object.assign(last, { end: Math.max(last.end, one.end), parts: [...last.parts, ...one.parts] });
  }
  return made;
}

function propose(
  review: ManuscriptReview,
  chapter: number,
  words: ChapterWords,
  { start, end, parts }: TiedChange,
): void {
  const anchor = words.anchorOn({ start, end });
  if (!anchor) {
    for (const { part } of parts) note(review, chapter, null, told(part));
    return;
  }
  let [replacement, at] = ['', start];
  for (const { span, part } of parts.toSorted((one, other) => one.span.start - other.span.start)) {
    replacement += words.text.slice(at, span.start) + (part.replacement ?? '');
    at = span.end;
  }
  replacement += words.text.slice(at, end);
  const said = parts
    .map(({ part }) => part.said)
    .filter(Boolean)
    .join(' ');
  const isLong = lengthOf(said) > reasonMax;
  review.proposals.push({ chapter, anchor, replacement, reason: isLong ? '' : said });
  if (isLong) note(review, chapter, anchor, said);
}

/** A long comment becomes several notes. */
function note(review: ManuscriptReview, chapter: number | null, anchor: object | null, said: string): void {
  const characters = Array.from(said);
  for (let at = 0; at < characters.length; at += bodyMax) {
    const body = characters.slice(at, at + bodyMax).join('');
    if (body.trim() !== '') review.notes.push({ chapter, anchor, body });
  }
}

/** A change without words to which it could be tied. */
function told({ former, replacement, said }: MarkedPart): string {
  return replacement === null ? said : [`Proposed: “${former}” → “${replacement}”`, said].filter(Boolean).join(' ');
}

/** Words of a chapter that anchors can be on. */
class ChapterWords {
  readonly text: string;
  readonly #spans: readonly Span[];
  #points: Points | undefined;
  #anchoring: Anchoring | undefined;

  constructor(text: string, spans: readonly Span[]) {
    this.text = text;
    this.#spans = spans;
  }

  anchorOn({ start, end }: Span): object | null {
    this.#points ??= new Points(this.text);
    this.#anchoring ??= new Anchoring(this.text);
    const [from, to] = [this.#points.ofUnit(start), this.#points.ofUnit(end)];
    if (from === to) return null;
    const found = this.#anchoring.find({ start: from, end: to, version: 1 }, '');
    if ('issue' in found) return null;
    const { isExact: _exact, ...words } = found.words;
    return { ...words, state: 'ok' };
  }

  /** The words of a change. What only inserts is tied to the word that it touches. */
  around(span: Span, replacement: string): Span {
    if (this.text.slice(span.start, span.end).trim() !== '') return span;
    const [before, behind] = [this.#wordBefore(span.start), this.#wordBehind(span.end)];
    const [touchesBefore, touchesBehind] = [before.end === span.start, behind.start === span.end];
    const isBefore = touchesBefore && (/^\s/.test(replacement) || !touchesBehind);
    if (before.end > before.start && (isBefore || !touchesBehind)) return { start: before.start, end: span.end };
    return { start: span.start, end: behind.end };
  }

  /** The words of a comment: those that it marks, or the one before it, or behind it. */
  near(span: Span): Span {
    if (this.text.slice(span.start, span.end).trim() !== '') return span;
    const before = this.#wordBefore(span.start);
    return before.end > before.start ? before : this.#wordBehind(span.end);
  }

  #wordBefore(place: number): Span {
    const floor = Math.max(0, ...this.#spans.map(({ end }) => (end < place ? end : 0)));
    const part = this.text.slice(Math.max(floor, place - 1_000), place);
    const [found = '', gap = ''] = /\S+(\s*)$/.exec(part) ?? [];
    const end = place - gap.length;
    return { start: end - (found.length - gap.length), end };
  }

  #wordBehind(place: number): Span {
    const ceiling = Math.min(
      this.text.length,
      ...this.#spans.map(({ start }) => (start > place ? start : this.text.length)),
    );
    const part = this.text.slice(place, Math.min(ceiling, place + 1_000));
    const [found = '', gap = ''] = /^(\s*)\S+/.exec(part) ?? [];
    return { start: place + gap.length, end: place + found.length };
  }
}

function refuseTooMany(parts: readonly MarkedPart[]): void {
  const changes = parts.filter(({ replacement }) => replacement !== null);
  const longest = Math.max(0, ...changes.map(({ replacement }) => lengthOf(replacement ?? '')));
  const comments = parts.length - changes.length;
  const fault =
    (longest > passageMax && `has a change of ${longest} characters; the limit is ${passageMax}.`) ||
    (changes.length > openMax && `has ${changes.length} changes; the limit is ${openMax}.`) ||
    (comments > notesMax && `has ${comments} comments; the limit is ${notesMax}.`);
  if (!fault) return;
  const message = `${fault} Set \`changes\` to \`accepted\` or \`original\`, or take some out.`;
  throw invalidRequest([{ path: 'content', message }]);
}
