import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  FootnoteReferenceRun,
  InsertedTextRun,
  type IRunOptions,
  type ParagraphChild,
  TextRun,
} from 'docx';
import type { Passage, Run } from '../formats/passages.ts';
import { partsOfText } from './inserted-runs.ts';
import type { ChapterNotes } from './manuscript-notes.ts';
import type { Comment, Tracked, Tracks } from './tracks.ts';

/** Footnotes and tracked changes of a chapter, counted from one paragraph to the next. */
export interface InChapter {
  notes: ChapterNotes;
  /** Absent if the document shows no changes. */
  tracks?: Tracks | undefined;
}

/** The end of a paragraph that a proposal puts in. */
export interface TrackedEnd {
  endedBy: Tracked;
  /** The paragraph that begins behind it, if it is put in as a whole. */
  next: Passage | undefined;
}

/** The runs of a manuscript: pieces of a paragraph with one format each. */
export class ManuscriptRuns {
  readonly #isFromRight: boolean;

  constructor(isFromRight: boolean) {
    this.#isFromRight = isFromRight;
  }

  plain(options: IRunOptions): TextRun {
    return new TextRun(this.#directed(options));
  }

  /** The children of a paragraph for one run: text with tracked changes and comments, or the number of a footnote. */
  of(run: Run, { notes, tracks }: InChapter): (ParagraphChild | TrackedEnd)[] {
    if (run.note) return [this.#reference(notes.refer(run.note))];
    return tracks ? this.#tracked(run, tracks) : [this.plain(optionsOf(run))];
  }

  /** The same in a note. It has no comments, and changes of it are comments on the title. */
  inNote(run: Run, { notes, tracks }: InChapter): ParagraphChild[] {
    if (run.note) return [this.#reference(notes.referInNote(run.note))];
    return [this.plain(optionsOf({ ...run, text: tracks?.plain(run.text) ?? run.text }))];
  }

  /** Words that a proposal puts in. */
  inserted(run: Run, tracks: Tracks, by: Tracked): InsertedTextRun {
    return new InsertedTextRun({ ...this.#directed(optionsOf(run)), ...tracks.signature(by) });
  }

  #reference({ id, isNew }: ReturnType<ChapterNotes['refer']>): ParagraphChild {
    return isNew ? new FootnoteReferenceRun(id) : this.plain({ text: String(id), superScript: true });
  }

  /** The runs of a text in which changes and comments begin and end. */
  #tracked(run: Run, tracks: Tracks): (ParagraphChild | TrackedEnd)[] {
    let deleting = tracks.deleting;
    const parts = tracks.partsOf(run.text);
    const first = run.breaksLine ? [this.plain(optionsOf({ ...run, text: '' }))] : [];
    return [
      ...first,
      ...parts.flatMap((part): (ParagraphChild | TrackedEnd)[] => {
        if (typeof part === 'string') {
          const options = this.#directed(optionsOf({ ...run, text: part, breaksLine: false }));
          return [deleting ? new DeletedTextRun({ ...options, ...tracks.signature(deleting) }) : new TextRun(options)];
        }
        if ('comment' in part)
          return part.kind === 'comment begins' ? [new CommentRangeStart(part.comment.id)] : endOfComment(part.comment);
        deleting = part.kind === 'deletion begins' ? part.by : undefined;
        return part.kind === 'deletion begins' ? [] : this.#insertedText(part, run, tracks);
      }),
    ];
  }

  /** The words of an insertion. Those without formatting take the formatting of the run beside them. */
  #insertedText({ text, by }: { text: string; by: Tracked }, beside: Run, tracks: Tracks) {
    return partsOfText(text, beside).map((part) =>
      'next' in part ? { endedBy: by, next: part.next } : this.inserted(part, tracks, by),
    );
  }

  #directed(options: IRunOptions): IRunOptions {
    return { ...options, ...(this.#isFromRight ? { rightToLeft: true } : {}) };
  }
}

function optionsOf({ text, isItalic, isBold, isCode, isStruck, breaksLine }: Run): IRunOptions {
  return {
    text,
    ...(isItalic ? { italics: true } : {}),
    ...(isBold ? { bold: true } : {}),
    ...(isStruck ? { strike: true } : {}),
    ...(isCode ? { font: 'Courier New' } : {}),
    ...(breaksLine ? { break: 1 } : {}),
  };
}

export function endOfComment({ id }: Comment): ParagraphChild[] {
  return [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })];
}
