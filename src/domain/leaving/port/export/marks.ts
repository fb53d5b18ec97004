import { hunksFrom } from '../../../../prose/hunks.ts';
import { stretchesBetween } from '../../../../prose/token-diff.ts';
import { Points } from '../../../text/anchor/points.ts';
import { comparedWords } from '../../../text/comparison/diff.ts';
import { type Replacement, withSeparators } from '../../../text/passage/removed.ts';
import type { OpenNote, OpenProposal } from '../review-store.ts';

/** Author and time of a mark. */
export interface Signed {
  author: 'Agent' | 'Person';
  at: Date;
}

/** A part of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** A part of a text that a proposal replaces. */
export interface Change extends Span {
  text: string;
  /** The paragraphs that it removes, without the separator that goes with them. */
  removed?: Span;
}

/** A proposal: its words, and what changes within them. */
export interface ProposedChange extends Span, Signed {
  changes: Change[];
  /** Its reason and its alternatives; empty for none. */
  remark: string;
}

/** A note with its replies, or a proposal that another one overlaps. */
export interface Remark extends Signed {
  /** The words that it is about; null: the whole chapter. */
  span: Span | null;
  text: string;
}

/** The open proposals and notes of a chapter. Proposals do not overlap: of two that do, one is a remark. */
export interface ChapterMarks {
  proposals: ProposedChange[];
  remarks: Remark[];
}

/** Open proposals and unresolved notes of a chapter, as they are stored. */
export interface ChapterReview {
  proposals: OpenProposal[];
  notes: OpenNote[];
}

/** Groups open proposals and notes of a book by chapter. The notes on the book stand in the first. */
export function reviewsOf(
  proposals: readonly OpenProposal[],
  notes: readonly OpenNote[],
  chapterIds: readonly string[],
): Map<string, ChapterReview> {
  const ofChapter = Map.groupBy(proposals, ({ chapterId }) => chapterId);
  const onChapter = Map.groupBy(notes, ({ chapterId }) => chapterId ?? chapterIds[0]);
  return new Map(chapterIds.map((id) => [id, { proposals: ofChapter.get(id) ?? [], notes: onChapter.get(id) ?? [] }]));
}

/** Effort of comparing the words of one proposal (token-diff.ts), ours. */
const effortMax = 30_000;

/** Marks of a chapter. A job of the pool: it compares the words of every proposal. */
export function marksOf({ proposals, notes }: ChapterReview, content: string, language: string): ChapterMarks {
  const points = new Points(content);
  const spanOf = ({ start, end }: Span) => ({ start: points.toUnit(start), end: points.toUnit(end) });
  const marks: ChapterMarks = { proposals: [], remarks: [] };
  const shown: (Replacement & { proposal: OpenProposal })[] = [];
  for (const one of proposals) {
    const span = spanOf(one);
    if (span.start >= (shown.at(-1)?.end ?? 0)) {
      shown.push({ ...span, text: one.replacement, proposal: one });
      continue;
    }
    const text = sentence(['Proposed instead:', one.replacement || '(nothing)', asideOf(one)]);
    marks.remarks.push({ ...signedBy(one), span, text });
  }
  for (const [index, { proposal, ...made }] of withSeparators(content, shown).entries()) {
    const { start, end } = shown[index] ?? made;
    const isRemoved = made.start !== start || made.end !== end;
    const changes = isRemoved
      ? [{ ...made, removed: { start, end } }]
      : changesOf(content.slice(start, end), start, proposal.replacement, language);
    marks.proposals.push({ ...signedBy(proposal), start, end, changes, remark: asideOf(proposal) });
  }
  const threads = Map.groupBy(notes, ({ noteId }) => noteId).values();
  for (const thread of threads) marks.remarks.push(remarkOf(thread, spanOf));
  return marks;
}

/** Signs of Markdown. A change that cuts them would leave half of an emphasis or a link. */
const markup = /[*_`~[\]<>#]/;

function changesOf(exact: string, at: number, replacement: string, language: string): Change[] {
  const words = (text: string) => comparedWords(text, language);
  const hunks = hunksFrom(exact, stretchesBetween(exact, replacement, words, effortMax), words);
  const isCut = hunks.some(({ start, end, text }) => markup.test(text + exact.slice(start, end)));
  const all = isCut ? [{ start: 0, end: exact.length, text: replacement }] : hunks;
  return all.map(({ start, end, text }) => ({ start: at + start, end: at + end, text }));
}

function remarkOf(thread: readonly OpenNote[], spanOf: (place: Span) => Span): Remark {
  const [note] = thread;
  if (!note) throw new Error('A thread has no note.');
  const { chapterId, start, end, exact } = note;
  const isPlaced = start !== null && end !== null && end > start;
  const about =
    chapterId === null ? 'On the book:' : exact !== null && !isPlaced ? `On “${exact}”, which has changed:` : '';
  const [first = '', ...replies] = thread.map(({ body }) => body.trim());
  return {
    ...signedBy(note),
    span: isPlaced ? spanOf({ start, end }) : null,
    text: [sentence([about, first]), ...replies.map((reply) => `— ${reply}`)].join('\n'),
  };
}

/** The reason of a proposal and its alternatives. */
const asideOf = ({ reason, alternatives }: OpenProposal) =>
  sentence([reason, ...alternatives.map((one) => `Or: “${one}”.`)]);

const sentence = (parts: readonly string[]) => parts.filter(Boolean).join(' ');

const signedBy = ({ authorKind, createdAt }: Pick<OpenNote, 'authorKind' | 'createdAt'>): Signed => ({
  author: authorKind === 'agent' ? 'Agent' : 'Person',
  at: createdAt,
});
