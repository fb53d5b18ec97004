import {
  AlignmentType,
  CommentRangeStart,
  Header,
  type IParagraphOptions,
  type IPropertiesOptions,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { directionOf } from '../../../../prose/language.ts';
import type { Passage, Run } from '../formats/passages.ts';
import { type BookProse, printableLine, titleOf } from './book-prose.ts';
import { sceneBreak } from './inserted-runs.ts';
import type { NoteBodies } from './manuscript-notes.ts';
import { endOfComment, type InChapter, ManuscriptRuns, type TrackedEnd } from './manuscript-runs.ts';
import type { Comment } from './tracks.ts';

/** A block of a document. */
export type Block = Paragraph | Table;

/** Twips: twentieths of a point. */
const inchTwips = 1440;
const doubleSpaced = 480;
/**
 * Paragraph styles. Word shows their names; mammoth, which turns documents into web pages, knows `Body` as the name and as
 * the id of a style for text.
 */
const styles = {
  body: { id: 'BodyText', name: 'Body' },
  first: { id: 'Body', name: 'First Paragraph' },
  note: 'FootnoteText',
};
/** Maximum indentation: deeper levels stay at it (ours). */
const indentsMax = 6;

/** Manuscript format: 12 points, double-spaced, margins of an inch, paragraphs indented by half an inch. */
export class ManuscriptPage {
  private readonly isFromRight: boolean;
  private readonly language: string;
  private readonly runs: ManuscriptRuns;

  constructor(language: string) {
    this.language = language;
    this.isFromRight = directionOf(language) === 'rtl';
    this.runs = new ManuscriptRuns(this.isFromRight);
  }

  /** A document of some blocks and notes, with the shared settings. */
  document(
    { book }: BookProse,
    children: Block[],
    notes: NoteBodies = new Map(),
    comments: readonly Comment[] = [],
  ): IPropertiesOptions {
    const run = {
      font: { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman' },
      size: '12pt' as const,
      language: this.isFromRight ? { bidirectional: this.language } : { value: this.language },
    };
    const header = [printableLine(book.author), short(titleOf(book)).toLocaleUpperCase(this.language)].filter(Boolean);
    return {
      styles: {
        default: {
          document: { run, paragraph: { spacing: { line: doubleSpaced } } },
          heading1: { run: { size: '12pt' }, paragraph: { alignment: AlignmentType.CENTER, keepNext: true } },
          heading2: { run: { size: '12pt' }, paragraph: { alignment: AlignmentType.CENTER, keepNext: true } },
        },
        paragraphStyles: [
          {
            ...styles.body,
            basedOn: 'Normal',
            quickFormat: true,
            paragraph: { indent: { firstLine: inchTwips / 2 } },
          },
          {
            ...styles.first,
            basedOn: styles.body.id,
            next: styles.body.id,
            quickFormat: true,
            paragraph: { indent: { firstLine: 0 } },
          },
        ],
      },
      ...(comments.length > 0 ? { comments: { children: comments.map((comment) => this.comment(comment)) } } : {}),
      footnotes: Object.fromEntries([...notes].map(([id, paragraphs]) => [id, { children: paragraphs }])),
      sections: [
        {
          properties: {
            titlePage: true,
            page: {
              size: { width: 8.5 * inchTwips, height: 11 * inchTwips },
              margin: { top: inchTwips, right: inchTwips, bottom: inchTwips, left: inchTwips },
            },
          },
          headers: {
            default: new Header({
              children: [
                this.paragraph([this.runs.plain({ children: [`${header.join(' / ')} / `, PageNumber.CURRENT] })], {
                  alignment: AlignmentType.END,
                }),
              ],
            }),
            first: new Header({ children: [] }),
          },
          children,
        },
      ],
    };
  }

  /** Author and length at the top, title in the middle. */
  titlePage({ book }: BookProse): Paragraph[] {
    const centred = { alignment: AlignmentType.CENTER };
    const subtitle = printableLine(book.subtitle ?? '');
    return [
      this.line(printableLine(book.author), { spacing: { line: 240 } }),
      this.line(this.length(book.wordCount), { spacing: { line: 240 } }),
      this.line(titleOf(book), { ...centred, spacing: { before: 3.5 * inchTwips, line: doubleSpaced } }),
      ...(subtitle ? [this.line(subtitle, centred)] : []),
      this.line(
        this.language.startsWith('en') ? `by ${printableLine(book.author)}` : printableLine(book.author),
        centred,
      ),
    ];
  }

  /** On a new page, a third down. */
  chapterTitle(title: string, comments: readonly Comment[] = []): Paragraph {
    const begin = comments.map(({ id }) => new CommentRangeStart(id));
    return this.paragraph([...begin, this.runs.plain({ text: title }), ...comments.flatMap(endOfComment)], {
      style: 'Heading1',
      pageBreakBefore: true,
      spacing: { before: 2.5 * inchTwips, after: 480, line: doubleSpaced },
    });
  }

  private comment({ id, author, at, text }: Comment) {
    const children = text
      .split('\n')
      .map((line) => new Paragraph({ children: [new TextRun({ text: printableLine(line) })] }));
    return { id, author, date: at, children };
  }

  /** Blocks of a passage; the first one after a title, a heading or a scene break is not indented. */
  passage(passage: Passage, chapter: InChapter, isFirst: boolean): Block[] {
    const { kind, runs, rows = [], label } = passage;
    if (kind === 'scene break') return [this.line(sceneBreak, { alignment: AlignmentType.CENTER })];
    // Word merges tables without a paragraph between them.
    if (kind === 'table') return [this.table(rows, chapter), this.paragraph([], {})];
    const children = runs.flatMap((run) => this.runs.of(run, chapter));
    const begin = label ? [this.runs.plain({ text: `${label}\t` })] : [];
    return this.paragraphs([...begin, ...children], optionsOf(passage, isFirst), chapter);
  }

  /** A paragraph with its tracked changes: where a proposal ends it, another one follows. */
  private paragraphs(
    children: readonly (ParagraphChild | TrackedEnd)[],
    options: IParagraphOptions,
    { tracks }: InChapter,
  ): Paragraph[] {
    // The end of a paragraph is deleted with its words.
    const deleted = tracks?.takeEnd();
    const ended = tracks && deleted ? { run: { deletion: tracks.signature(deleted) } } : {};
    const ends = children.flatMap((child, index) => ('endedBy' in child ? [{ ...child, index }] : []));
    let [from, style] = [0, options];
    const before = ends.map(({ endedBy, next, index }) => {
      const words = withoutEnds(children.slice(from, index));
      const insertion = tracks && { run: { insertion: tracks.signature(endedBy) } };
      const paragraph = this.paragraph(words, { ...style, ...insertion });
      from = index;
      style = next ? optionsOf(next, false) : options;
      return paragraph;
    });
    return [...before, this.paragraph(withoutEnds(children.slice(from)), { ...options, ...ended })];
  }

  /** Paragraphs of a note. */
  note(passages: readonly Passage[], chapter: InChapter): Paragraph[] {
    return passages.flatMap(({ runs, rows = [], label }) =>
      (rows.length > 0 ? rows.flat() : [runs]).map((line) => {
        const begin = label ? [this.runs.plain({ text: `${label} ` })] : [];
        const words = line.flatMap((run) => this.runs.inNote(run, chapter));
        return this.paragraph([...begin, ...words], { style: styles.note });
      }),
    );
  }

  private table(rows: readonly Run[][][], chapter: InChapter): Table {
    const cell = (runs: Run[]) =>
      new TableCell({
        children: this.paragraphs(
          runs.flatMap((run) => this.runs.of(run, chapter)),
          { spacing: { line: 240 } },
          chapter,
        ),
      });
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: rows.map((cells) => new TableRow({ children: cells.map(cell) })),
      ...(this.isFromRight ? { visuallyRightToLeft: true } : {}),
    });
  }

  private line(text: string, options: IParagraphOptions = {}): Paragraph {
    return this.paragraph([this.runs.plain({ text })], options);
  }

  private paragraph(children: ParagraphChild[], options: IParagraphOptions): Paragraph {
    return new Paragraph({ ...options, ...(this.isFromRight ? { bidirectional: true } : {}), children });
  }

  /** Rounded to a hundred, for a novel to a thousand, as is customary. */
  private length(words: number): string {
    const step = words < 10_000 ? 100 : 1_000;
    // Falls back to English; otherwise the locale of the machine would apply to unknown languages.
    const rounded = new Intl.NumberFormat([this.language, 'en']).format(
      Math.max(step, Math.round(words / step) * step),
    );
    return this.language.startsWith('en') ? `about ${rounded} words` : `≈ ${rounded}`;
  }
}

/** Style or indentation of a paragraph. `isFirst`: it follows a title, a heading or a scene break, and is not indented. */
function optionsOf({ kind, depth, label }: Passage, isFirst: boolean): IParagraphOptions {
  if (kind === 'scene break') return { alignment: AlignmentType.CENTER };
  if (kind === 'heading') return { style: 'Heading2' };
  if (kind === 'text' && depth === 0) return { style: isFirst ? styles.first.id : styles.body.id };
  const left = (Math.min(depth, indentsMax) * inchTwips) / 2;
  return { indent: { left, ...(label && { hanging: inchTwips / 4 }) } };
}

const withoutEnds = (children: readonly (ParagraphChild | TrackedEnd)[]) =>
  children.filter((child): child is ParagraphChild => !('endedBy' in child));

/** Truncates a title for the page header (ours). */
function short(title: string): string {
  return [...title].length <= 50 ? title : `${[...title].slice(0, 49).join('').trimEnd()}…`;
}
