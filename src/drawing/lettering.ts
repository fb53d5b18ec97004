import { type Html, html, printable } from '../markup.ts';
import { canDraw } from './png.ts';

/** Output format: an SVG can use all fonts of its viewer, a PNG only ours. */
export type Medium = 'svg' | 'png';

interface Lettering {
  size: number;
  /** Names of the palette, and `bold` or `italic`. */
  look?: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Longer texts are truncated with … and have the full text as their title. */
  widthMax?: number;
  turn?: number;
}

/** A line of text with its baseline at this position. */
export function text(x: number, y: number, words: string, lettering: Lettering): Html {
  const { size, look = 'ink', anchor = 'start', widthMax = Number.POSITIVE_INFINITY, turn } = lettering;
  const shown = shortened(words, size, widthMax);
  const weight = look.includes('bold') && html` font-weight="700"`;
  const slant = look.includes('italic') && html` font-style="italic"`;
  const turned = turn !== undefined && html` transform="rotate(${turn} ${round(x)} ${round(y)})"`;
  const full = shown !== words && html`<title>${words}</title>`;
  return html`<text x="${round(x)}" y="${round(y)}" class="${look}" font-size="${size}" text-anchor="${anchor}"${weight}${slant}${turned}>${full}${shown}</text>`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** An author's text on one line. */
export function onOneLine(words: string): string {
  return printable(words)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** The part of a text that a medium can render; empty if that has no letter or digit. */
export function renderableText(words: string, medium: Medium): string {
  const line = onOneLine(words);
  if (medium === 'svg' || canDraw(line)) return line;
  const kept = [...graphemes.segment(line)].map(({ segment }) => (canDraw(segment) ? segment : '')).join('');
  return /[\p{L}\p{N}]/u.test(kept) ? onOneLine(kept) : '';
}

function shortened(words: string, size: number, widthMax: number): string {
  if (widthOf(words, size) <= widthMax) return words;
  let kept = '';
  for (const { segment } of graphemes.segment(words)) {
    if (widthOf(`${kept}${segment}…`, size) > widthMax) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Widths of characters relative to the font size, as in the widest usual font. The first match counts. */
const signWidths: readonly (readonly [RegExp, number])[] = [
  [/^\p{M}|^\p{Cf}/u, 0],
  [/^[iljI.,:;|!'’‘()[\]ftr ]/u, 0.4],
  [/^[mwMW@%—…→↔]/u, 1],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/u, 1.02],
  [/^\p{Extended_Pictographic}/u, 1.35],
  [/^\p{Lu}/u, 0.74],
  [/^/u, 0.63],
];

/** Estimated width of a text, an upper bound over fonts. */
export function widthOf(words: string, size: number): number {
  let width = 0;
  for (const sign of words) width += signWidths.find(([fits]) => fits.test(sign))?.[1] ?? 1;
  return width * size;
}

/** Two decimals: more are not visible. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
