/** Advance of characters in DejaVu Serif, em, rounded up; the other fonts of a cover are hardly wider. Measured. */
const advances: readonly (readonly [em: number, those: RegExp])[] = [
  [0, /[\p{M}\p{Cf}]/u],
  [0.34, /[ ijl',.:;|/\\‘’-]/u],
  [0.41, /[ftIJ!()[\]]/u],
  [0.54, /[rsz?"_`*“”]/u],
  [0.61, /[acekvxy]/u],
  [1.03, /[mMW@%—…]/u],
  [0.66, /[a-v\d\p{Z}]/u],
  [0.88, /[wA-Z\p{P}\p{Sm}]/u],
  [0.75, /[\p{Script=Hebrew}\p{Script=Arabic}\p{Ll}]/u],
  [1.4, /\p{Extended_Pictographic}/u],
];
/** Everything else: capitals of other alphabets, and what fills a square. */
const widestEm = 1.02;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** How wide a text is at most, in em. */
export function widthOf(text: string): number {
  let em = 0;
  for (const { segment } of graphemes.segment(text)) em += graphemeWidth(segment);
  return em;
}

/** A cluster is as wide as its widest part: marks and joiners add nothing to it. */
function graphemeWidth(grapheme: string): number {
  return Math.max(...Array.from(grapheme, (one) => advances.find(([, those]) => those.test(one))?.[0] ?? widestEm));
}

/** Scripts that are written without blanks, and so are broken between words, or anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const opens = /^[\p{Ps}\p{Pi}]+$/u;
const closes = /^[\p{Pe}\p{Pf}\p{Po}ー]+$/u;

/** The parts between which a line may end. */
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

/** A text in lines of at most so many em; a part that is wider than a line goes on in the next one. */
function linesOf(parts: readonly string[], em: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && widthOf((line + part).trimEnd()) > em) {
      lines.push(line);
      line = '';
    }
    line += part;
    while (widthOf(line.trimEnd()) > em) {
      const fitting = beginningOf(line, em);
      lines.push(fitting);
      line = line.slice(fitting.length);
    }
  }
  return [...lines, line].map((one) => one.trim()).filter((one) => one !== '');
}

/** As many whole characters as a line takes, one at least. */
function beginningOf(text: string, em: number): string {
  let fitting = '';
  for (const { segment } of graphemes.segment(text)) {
    if (fitting !== '' && widthOf(fitting + segment) > em) break;
    fitting += segment;
  }
  return fitting;
}

/** Where a text goes, pixels, and how large it may be. */
export interface Box {
  width: number;
  height: number;
  sizeMax: number;
  sizeMin: number;
}

export interface SetText {
  sizePixels: number;
  lines: string[];
}

/** From one baseline to the next, in em. */
export const leading = 1.22;

/** A text as large as its box takes it, in lines of about the same length. Words stay whole where some size allows it; what no size takes ends in an ellipsis. */
export function typeset(text: string, box: Box): SetText {
  const parts = partsOf(text.replace(/\s+/gu, ' ').trim());
  const widest = Math.max(0, ...parts.map((part) => widthOf(part.trimEnd())));
  const fits = (sizePixels: number) => linesOf(parts, box.width / sizePixels).length <= roomFor(box, sizePixels);
  const whole = largest(box, box.sizeMax, (size) => widest <= box.width / size && fits(size));
  const sizePixels = whole ?? largest(box, box.sizeMax / 2, fits) ?? box.sizeMin;
  return { sizePixels, lines: cut(balanced(parts, box.width / sizePixels), roomFor(box, sizePixels)) };
}

const roomFor = ({ height }: Box, sizePixels: number) => Math.max(1, Math.floor(height / (sizePixels * leading)));

const stepPixels = 4;

function largest({ sizeMin }: Box, from: number, fits: (sizePixels: number) => boolean): number | undefined {
  for (let size = from; size >= sizeMin; size -= stepPixels) if (fits(size)) return size;
  return undefined;
}

/** The narrowest lines of which there are no more. */
function balanced(parts: readonly string[], em: number): string[] {
  const lines = linesOf(parts, em);
  const longestWord = Math.max(...parts.map((part) => widthOf(part.trimEnd())));
  let [low, high] = [Math.min(em, Math.max(em / 3, longestWord)), em];
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
