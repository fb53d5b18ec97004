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
import type { Run } from '../formats/passages.ts';
import { runsOfText } from './inserted-runs.ts';
import type { ChapterNotes } from './manuscript-notes.ts';
import type { Comment, Tracked, Tracks } from './tracks.ts';

/** Footnotes and tracked changes of a chapter, counted from one paragraph to the next. */
export interface InChapter {
  notes: ChapterNotes;
  /** Absent if the document shows no changes. */
  tracks?: Tracks | undefined;
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

  /** The children of a paragraph for one run of text: the text with its tracked changes and comments, or the number of a footnote. */
  of(run: Run, { notes, tracks }: InChapter, { isInNote = false } = {}): ParagraphChild[] {
    const { text, note } = run;
    if (note) {
      const { id, isNew } = isInNote ? notes.referInNote(note) : notes.refer(note);
      return [isNew ? new FootnoteReferenceRun(id) : this.plain({ text: String(id), superScript: true })];
    }
    if (!tracks) return [this.plain(optionsOf(run))];
    // A note has no comments, and changes of it are comments.
    if (isInNote) return [this.plain(optionsOf({ ...run, text: tracks.plain(text) }))];
    return this.#tracked(run, tracks);
  }

  /** The runs of a text in which changes and comments begin and end. */
  #tracked(run: Run, tracks: Tracks): ParagraphChild[] {
    let deleting = tracks.deleting;
    const parts = tracks.partsOf(run.text);
    const first = run.breaksLine ? [this.plain(optionsOf({ ...run, text: '' }))] : [];
    return [
      ...first,
      ...parts.flatMap((part): ParagraphChild[] => {
        if (typeof part === 'string') {
          const options = this.#directed(optionsOf({ ...run, text: part, breaksLine: false }));
          return [deleting ? new DeletedTextRun({ ...options, ...tracks.signature(deleting) }) : new TextRun(options)];
        }
        if ('comment' in part)
          return part.kind === 'comment begins' ? [new CommentRangeStart(part.comment.id)] : endOfComment(part.comment);
        deleting = part.kind === 'deletion begins' ? part.by : undefined;
        return part.kind === 'deletion begins' ? [] : this.#inserted(part, run, tracks);
      }),
    ];
  }

  /** Words that a proposal puts in; those without formatting of their own take that of the place. Paragraphs are lines. */
  #inserted({ text, by }: { text: string; by: Tracked }, beside: Run, tracks: Tracks): ParagraphChild[] {
    return runsOfText(text, beside).map(
      (run) => new InsertedTextRun({ ...this.#directed(optionsOf(run)), ...tracks.signature(by) }),
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
