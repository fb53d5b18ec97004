/** Measured advance widths in DejaVu Serif, em, rounded up; other cover fonts are hardly wider. */
const advances: readonly (readonly [em: number, those: RegExp])[] = [
  [0, /[\p{M}\p{Cf}]/u],
  [0.34, /[ ijl',.:;|/\\‘’-]/u],
  [0.41, /[ftIJ!()[\]]/u],
  [0.54, /[rsz?"_`*“”]/u],
  [0.61, /[acekvxy]/u],
  [1.03, /[mMW@%—…]/u],
  [1.2, /[ЖФШЩЫЮ]/u],
  [0.66, /[a-v\d\p{Z}]/u],
  [0.88, /[wA-Z\p{P}\p{Sm}]/u],
  [0.75, /[\p{Script=Hebrew}\p{Script=Arabic}\p{Ll}]/u],
  [1.4, /\p{Extended_Pictographic}/u],
];
/** All others: capitals of other scripts, and full-width characters. */
const widestEm = 1.02;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Upper bound of the width of a text, in em. */
export function widthOf(text: string): number {
  return glyphsOf(text).reduce((sum, { em }) => sum + em, 0);
}

/** A grapheme cluster. */
interface Glyph {
  text: string;
  em: number;
}

function glyphsOf(text: string): Glyph[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, em: graphemeWidth(segment) }));
}

/** A cluster is as wide as its widest part: marks and joiners add nothing. */
function graphemeWidth(grapheme: string): number {
  return Math.max(...Array.from(grapheme, (one) => advances.find(([, those]) => those.test(one))?.[0] ?? widestEm));
}

/** Scripts without spaces, which break between words or anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const opens = /^[\p{Ps}\p{Pi}]+$/u;
const closes = /^[\p{Pe}\p{Pf}\p{Po}ー]+$/u;

/** Parts of a text between which a line may break. */
function partsOf(text: string): string[] {
  return text
    .split(/(?<=\s)(?=\S)|(?<=[\p{L}\p{N}][-–—/])(?=\p{L})/u)
    .flatMap((part) => (unspaced.test(part) ? unspacedParts(part) : [part]));
}

function unspacedParts(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && (closes.test(segment) || /^\s+$/u.test(segment) || opens.test(last)))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** A part of a text with its widths, measured once for all sizes. */
interface Part {
  glyphs: readonly Glyph[];
  /** Without trailing whitespace. */
  em: number;
  blankEm: number;
}

function measured(text: string): Part {
  const em = widthOf(text.trimEnd());
  return { glyphs: glyphsOf(text), em, blankEm: widthOf(text) - em };
}

/** Breaks a text into lines of a maximum width in em; a wider part continues on the next line. */
function linesOf(parts: readonly Part[], em: number): string[] {
  const lines = [''];
  let used = 0;
  let blank = 0;
  const add = (glyphs: readonly Glyph[], wide: number) => {
    if (used > 0 && used + blank + wide > em) {
      lines.push('');
      used = 0;
      blank = 0;
    }
    lines[lines.length - 1] += glyphs.map(({ text }) => text).join('');
    used += blank + wide;
    blank = 0;
  };
  for (const part of parts) {
    if (part.em <= em) add(part.glyphs, part.em);
    else for (const glyph of part.glyphs) add([glyph], glyph.em);
    blank = part.em <= em ? part.blankEm : 0;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Area of a text in pixels, and its maximum size. */
interface Box {
  width: number;
  height: number;
  sizeMax: number;
  sizeMin: number;
}

export interface SetText {
  sizePixels: number;
  lines: string[];
}

/** Line height in em. */
export const leading = 1.22;

/**
 * Sets a text as large as its box allows, in balanced lines. Words stay whole if some size allows it; text that does not
 * fit at any size is truncated with an ellipsis.
 */
export function typeset(text: string, box: Box): SetText {
  const parts = partsOf(text.replace(/\s+/gu, ' ').trim()).map(measured);
  const widest = Math.max(0, ...parts.map(({ em }) => em));
  const fits = (sizePixels: number) => linesOf(parts, box.width / sizePixels).length <= roomFor(box, sizePixels);
  const whole = largest(box, box.sizeMax, (size) => widest <= box.width / size && fits(size));
  const sizePixels = whole ?? largest(box, box.sizeMax / 2, fits) ?? box.sizeMin;
  return { sizePixels, lines: cut(balanced(parts, widest, box.width / sizePixels), roomFor(box, sizePixels)) };
}

const roomFor = ({ height }: Box, sizePixels: number) => Math.max(1, Math.floor(height / (sizePixels * leading)));

const stepPixels = 4;

function largest({ sizeMin }: Box, from: number, fits: (sizePixels: number) => boolean): number | undefined {
  for (let size = from; size >= sizeMin; size -= stepPixels) if (fits(size)) return size;
  return undefined;
}

/** The narrowest lines with the same number of lines. */
function balanced(parts: readonly Part[], widest: number, em: number): string[] {
  const lines = linesOf(parts, em);
  let [low, high] = [Math.min(em, Math.max(em / 3, widest)), em];
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    if (linesOf(parts, middle).length > lines.length) low = middle;
    else high = middle;
  }
  return linesOf(parts, high);
}

function cut(lines: string[], room: number): string[] {
  if (lines.length <= room) return lines;
  return [...lines.slice(0, room - 1), `${lines[room - 1]?.replace(/.$/u, '')}…`];
}
