import { round, text, widthOf } from '../../../drawing/lettering.ts';
import { type Html, html } from '../../../markup.ts';
import type { Chapter } from '../../text/chapter/store.ts';
import { leftToRight } from './cast.ts';

/** The book as a row of chapters. */
export interface Book {
  left: number;
  top: number;
  width: number;
  chapters: readonly Chapter[];
  /** Renderable titles, in order. */
  titles: readonly string[];
}

/** Up to this many chapters each has number and title; more would overlap. */
const titled = 36;
/** Up to this many chapters the title fits into the box. */
const boxed = 6;
const titleSize = 12;
const titleWidthMax = 150;
const boxHeight = 30;
const barHeight = 27;
/** From the top of the boxes to the bottom of the bars. */
export const rowHeight = 62;

/** Height of slanted titles above the chapters. */
export function headRoom(titles: readonly string[]): number {
  if (titles.length > titled || titles.length <= boxed) return 16;
  const longest = Math.max(0, ...titles.map((title) => widthOf(title, titleSize)));
  return Math.min(titleWidthMax, longest) * Math.SQRT1_2 + 16;
}

/** Interval of numbered chapters. */
export function numberStep(count: number): number {
  if (count <= titled) return 1;
  return count <= 400 ? 10 : 50;
}

/** Boxes with numbers, slanted titles above, and bars for word counts below. */
export function drawChapters({ left, top, width, chapters, titles }: Book): Html {
  const wide = width / Math.max(1, chapters.length);
  const wordsMax = Math.max(1, ...chapters.map(({ wordCount }) => wordCount));
  const step = numberStep(chapters.length);
  return html`${chapters.map((chapter, at) => {
    const x = left + at * wide;
    const isNumbered = at === 0 || chapter.order % step === 0;
    const size = Math.min(13, Math.max(10, wide * 0.55));
    const isBoxed = chapters.length <= boxed;
    const inside =
      isBoxed &&
      text(x + wide / 2, top + 20, `${leftToRight}${chapter.order} ${titles[at] ?? ''}`, {
        size: 13,
        anchor: 'middle',
        widthMax: wide - 16,
      });
    const number =
      isNumbered &&
      !isBoxed &&
      text(x + wide / 2, top + (step === 1 ? 20 : -6), `${chapter.order}`, {
        size: step === 1 ? size : 11,
        anchor: 'middle',
      });
    const title =
      chapters.length <= titled &&
      !isBoxed &&
      titles[at] &&
      text(x + wide / 2 + 2, top - 8, titles[at], { size: titleSize, widthMax: titleWidthMax, turn: -45 });
    return html`<g><title>${chapter.order} ${chapter.title}: ${chapter.wordCount} words</title>${box(chapter, x, top, wide)}${bar(chapter.wordCount / wordsMax, x, top + rowHeight, wide)}${inside}${number}${title}</g>\n`;
  })}`;
}

function box({ status }: Chapter, x: number, y: number, wide: number): Html {
  const isEmpty = status === 'empty';
  const gap = wide > 6 ? 1.5 : 0;
  const look = isEmpty ? 'paper pen-muted' : 'quiet pen-ink';
  const broken = isEmpty && html` stroke-dasharray="3 2"`;
  const stroke = wide > 3 ? 1 : 0.3;
  return html`<rect x="${round(x + gap)}" y="${round(y)}" width="${round(wide - gap * 2)}" height="${boxHeight}" class="${look}" stroke-width="${stroke}"${broken}/>`;
}

/** Based on the line below the row. */
function bar(part: number, x: number, foot: number, wide: number): Html {
  const height = part * barHeight;
  if (height === 0) return html``;
  const gap = wide > 6 ? wide * 0.2 : 0;
  return html`<rect x="${round(x + gap)}" y="${round(foot - height)}" width="${round(wide - gap * 2)}" height="${round(height)}" class="accent"/>`;
}
