import { round, text } from '../../../drawing/lettering.ts';
import { type Drawing, headHeight, type LegendEntry, margin } from '../../../drawing/svg.ts';
import { type Html, html } from '../../../markup.ts';
import type { BeatSheet } from '../../story/plan/beat.ts';
import type { Chapter } from '../../text/chapter/store.ts';
import { beatsInWords, chaptersInWords } from './beat-words.ts';
import { type CarriedBeat, carriedBeats, ordersInWords } from './carried.ts';
import { type Book, drawChapters, headRoom, numberStep, rowHeight } from './chapter-row.ts';
import { counted } from './words.ts';

const labelWidth = 190;
const besideWidth = 150;
const beatStep = 30;

/** The beats of the sheet below the chapters, which have equal width as in the placement of beats. */
export function drawBeats(
  bookTitle: string,
  sheet: BeatSheet | undefined,
  chapters: readonly Chapter[],
  titles: readonly string[],
): Drawing {
  const top = headHeight + headRoom(titles);
  const book: Book = { left: margin + labelWidth, top, width: 820, chapters, titles };
  const coverage = sheet ? carriedBeats(sheet, chapters) : [];
  const first = top + rowHeight + 14;
  const end = first + Math.max(1, coverage.length) * beatStep;
  const others = strangers(sheet, chapters);
  const notes =
    others > 0
      ? [`${counted(others, 'beat key')} that chapters carry ${others === 1 ? 'is' : 'are'} not of this sheet.`]
      : [];
  return {
    heading: bookTitle,
    subheading: `Beats and chapters: ${sheet ? `${sheet.name}, ${counted(coverage.length, 'beat')}` : 'no beat sheet is chosen'}, ${counted(chapters.length, 'chapter')}`,
    words: [beatsInWords(sheet, coverage), ...notes, chaptersInWords(chapters)].join(' '),
    width: book.left + book.width + besideWidth + margin,
    body: html`${guides(book, sheet ? end : top + rowHeight)}${drawChapters(book)}
${sheet ? coverage.map((one, at) => beatRow(one, book, first + at * beatStep)) : noSheet(book, first)}
${scale(book, end)}`,
    foot: end + 14,
    entries: sheet ? entries : chapterEntries,
    notes,
  };
}

/** Number of beat keys of chapters that the sheet lacks. */
function strangers(sheet: BeatSheet | undefined, chapters: readonly Chapter[]): number {
  if (!sheet) return 0;
  const known = new Set(sheet.beats.map(({ key }) => key));
  return new Set(chapters.flatMap(({ beatKeys }) => beatKeys).filter((key) => !known.has(key))).size;
}

function noSheet({ left, chapters }: Book, y: number): Html {
  const words =
    chapters.length > 0
      ? 'The plan has no beat sheet; choose one, and its beats stand here.'
      : 'The plan has no beat sheet and the book no chapters yet.';
  return text(left, y + 12, words, { size: 13, look: 'muted italic' });
}

/** Lines at the start of chapters, or of every nth. */
function guides({ left, top, width, chapters }: Book, to: number): Html {
  const step = numberStep(chapters.length);
  const places = chapters.flatMap((_, at) => (at % step === 0 ? [left + (at / chapters.length) * width] : []));
  const down = [...places, left + width].map((x) => `M${round(x)} ${top + rowHeight}V${to}`).join('');
  const across = `M${left} ${top + rowHeight}h${width}`;
  return html`<path d="${down}${across}" class="pen-rule" stroke-width="1"/>`;
}

/** One beat: its expected position, the chapters that carry it, and the same as text on the right. */
function beatRow({ beat, inPlace, astray }: CarriedBeat, book: Book, y: number): Html {
  const { left, width, chapters } = book;
  const middle = y + 2;
  const isMissing = inPlace.length + astray.length === 0;
  const wide = width / chapters.length;
  const place = planned(left + beat.start * width, left + beat.end * width, middle, isMissing);
  const marks = [
    ...inPlace.map((order) => carrier(left + (order - 0.5) * wide, middle, true, wide)),
    ...astray.map((order) => carrier(left + (order - 0.5) * wide, middle, false, wide)),
  ];
  const told = isMissing ? 'no chapter' : carriersInWords(inPlace, astray);
  const label = text(left - 14, middle + 4.5, beat.label, { size: 13, anchor: 'end', widthMax: labelWidth - 14 });
  const beside = text(left + width + 14, middle + 4.5, told, {
    size: 12,
    look: isMissing ? 'strong bold' : 'ink',
    widthMax: besideWidth - 14,
  });
  return html`<g><title>${beat.label}: ${told}</title>${label}${place}${marks}${beside}</g>\n`;
}

/** A range is a band, a point a vertical line; dashed if no chapter carries it. */
function planned(from: number, to: number, y: number, isMissing: boolean): Html {
  const broken = isMissing && html` stroke-dasharray="4 3"`;
  const pen = isMissing ? 'pen-strong' : 'pen-accent';
  if (to - from < 3) return html`<path d="M${round(from)} ${y - 11}v22" class="${pen}" stroke-width="3"${broken}/>`;
  const fill = isMissing ? 'paper' : 'soft';
  return html`<rect x="${round(from)}" y="${y - 9}" width="${round(to - from)}" height="18" rx="4" class="${fill} ${pen}" stroke-width="1.2"${broken}/>`;
}

function carriersInWords(inPlace: readonly number[], astray: readonly number[]): string {
  const off = astray.length === 0 ? [] : [`off: ${ordersInWords(astray)}`];
  return [...(inPlace.length === 0 ? [] : [ordersInWords(inPlace)]), ...off].join(', ');
}

/** A chapter that carries a beat: a disc at the expected position, a triangle elsewhere. */
function carrier(x: number, y: number, isInPlace: boolean, chapterWidth: number): Html {
  const radius = Math.max(2.2, Math.min(6, chapterWidth / 2));
  const breadth = html`<path d="M${round(x - chapterWidth / 2)} ${y}h${round(chapterWidth)}" class="${isInPlace ? 'pen-ink' : 'pen-strong'}" stroke-width="2.4"/>`;
  if (isInPlace)
    return html`${breadth}<circle cx="${round(x)}" cy="${y}" r="${round(radius)}" class="ink pen-paper" stroke-width="1"/>`;
  const tall = Math.max(4, radius * 1.2);
  return html`${breadth}<path d="M${round(x)} ${round(y - tall)}l${round(tall)} ${round(tall * 1.8)}h-${round(tall * 2)}z" class="strong pen-paper" stroke-width="1"/>`;
}

function scale({ left, width }: Book, y: number): Html {
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    text(left + part * width, y + 18, `${part * 100} %`, { size: 11, look: 'muted', anchor: 'middle' }),
  );
  return html`<path d="M${left} ${y}h${width}" class="pen-muted" stroke-width="1"/>${marks}`;
}

const chapterEntries: readonly LegendEntry[] = [
  {
    mark: html`<rect y="-8" width="18" height="16" class="quiet pen-ink" stroke-width="1"/>`,
    markWidth: 18,
    words: 'chapter with text',
  },
  {
    mark: html`<rect y="-8" width="18" height="16" class="paper pen-muted" stroke-width="1" stroke-dasharray="3 2"/>`,
    markWidth: 18,
    words: 'chapter without text yet',
  },
  {
    mark: html`<rect x="2" y="-2" width="12" height="10" class="accent"/>`,
    markWidth: 16,
    words: 'words, against the longest chapter',
  },
];

const entries: readonly LegendEntry[] = [
  { mark: planned(0, 30, 0, false), markWidth: 30, words: 'where a beat belongs' },
  { mark: planned(3, 3, 0, false), markWidth: 6, words: 'at one point' },
  { mark: carrier(7, 0, true, 14), markWidth: 14, words: 'chapter that carries it' },
  { mark: carrier(7, 0, false, 14), markWidth: 14, words: 'carries it more than 5 % of the book away' },
  { mark: planned(0, 30, 0, true), markWidth: 30, words: 'carried by no chapter' },
  ...chapterEntries,
];
