import { type Html, html } from '../markup.ts';
import { round, text, widthOf } from './lettering.ts';
import { styleOf, type Theme } from './palette.ts';

/** A picture with heading and legend; the body is between them. */
export interface Drawing {
  heading: string;
  /** Kind and size of the picture, in one line. */
  subheading: string;
  /** Text alternative of everything that it shows. */
  words: string;
  width: number;
  body: Html;
  /** Y position where the body ends; it begins at `headHeight`. */
  foot: number;
  entries: readonly LegendEntry[];
  /** Further notes, one per line. */
  notes: readonly string[];
}

/** Entry of a legend: a mark and its label. */
export interface LegendEntry {
  mark: Html;
  markWidth: number;
  words: string;
}

/** A drawing as a standalone document, with its size in pixels. */
export interface Svg {
  text: string;
  width: number;
  height: number;
}

export const margin = 24;
export const headHeight = 84;

/** Renders a standalone SVG: own background, both themes, no scripts and no external resources. */
export function svgOf(drawing: Drawing, theme: Theme): Svg {
  const { heading, subheading, words, body } = drawing;
  const width = Math.ceil(drawing.width);
  const below = underneath(drawing, width);
  const height = Math.ceil(drawing.foot + below.height + 12);
  const widthMax = width - 2 * margin;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" class="picture" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">
<title>${heading}: ${subheading}</title>
<desc>${words}</desc>
${styleOf(theme)}
<rect class="paper" width="${width}" height="${height}"/>
${text(margin, 42, heading, { size: 20, look: 'ink bold', widthMax })}
${text(margin, 64, subheading, { size: 13, look: 'muted', widthMax })}
${body}
${below.body}
</svg>
`;
  return { text: svg.text, width, height };
}

const noteHeight = 20;

/** Legend and notes. */
function underneath({ entries, notes, foot }: Drawing, width: number): { body: Html; height: number } {
  const top = foot + 34;
  const key = legend(entries, top, width);
  const lines = notes.map((note, at) =>
    text(margin, top + key.height + 6 + at * noteHeight, note, { size: 12, look: 'muted italic' }),
  );
  return { body: html`${key.body}${lines}`, height: 34 + key.height + lines.length * noteHeight };
}

const entryHeight = 26;
const entrySize = 12;

/** Entries from left to right, wrapped. Marks are drawn around (0, 0) from the left. */
function legend(entries: readonly LegendEntry[], top: number, width: number): { body: Html; height: number } {
  let [x, y] = [margin, top];
  const parts = entries.map(({ mark, markWidth, words }) => {
    const wide = markWidth + 6 + widthOf(words, entrySize) + 18;
    if (x > margin && x + wide > width - margin + 18) [x, y] = [margin, y + entryHeight];
    const part = html`${moved(x, y, mark)}${text(x + markWidth + 6, y + 4, words, { size: entrySize })}`;
    x += wide;
    return part;
  });
  return { body: html`${parts}`, height: parts.length === 0 ? 0 : y - top + entryHeight };
}

export function moved(x: number, y: number, part: Html): Html {
  return html`<g transform="translate(${round(x)} ${round(y)})">${part}</g>`;
}
