import { escaped } from '../../../markup.ts';
import { type Palette, paletteOf } from './colour.ts';
import { ornament } from './ornament.ts';
import { below, pick, randomOf } from './random.ts';
import { leading, type SetText, typeset } from './typeset.ts';

/** Inputs of a cover drawing. */
interface CoverText {
  title: string;
  subtitle: string | null;
  author: string;
  /** `#rrggbb`; null for the default. */
  coverColor: string | null;
}

/** Picture in place of the ornament. */
export interface CoverPicture {
  mediaType: string;
  bytes: Uint8Array;
}

/** Size of a drawn cover in pixels: 5:8, as book stores require. */
export const coverSize = { width: 1600, height: 2560 };

/** Background colours of books without their own. Ours. */
const grounds = [
  '#26415c',
  '#5b2333',
  '#2f4b3c',
  '#3d3a5c',
  '#e8dfcb',
  '#7a3b2e',
  '#1f3f45',
  '#c9d3cf',
  '#2b2b2e',
] as const;

/** Vertical positions in pixels. The text is below or above the picture; the author is at the bottom. */
interface Layout {
  picture: { top: number; height: number };
  words: { top: number; height: number };
}
/** A picture takes more of the page than an ornament. */
const wordsUnderPicture: Layout = { picture: { top: 0, height: 1480 }, words: { top: 1530, height: 680 } };
const wordsBelow: Layout = { picture: { top: 0, height: 1280 }, words: { top: 1360, height: 820 } };
const wordsAbove: Layout = { picture: { top: 1060, height: 1120 }, words: { top: 150, height: 780 } };

const textWidth = 1280;
const authorMiddle = 2370;
/** Between title, rule and subtitle. */
const gap = 56;
const boxes = {
  title: { width: textWidth, sizeMax: 300, sizeMin: 40 },
  subtitle: { width: 1180, height: 210, sizeMax: 72, sizeMin: 30 },
  author: { width: textWidth, height: 180, sizeMax: 84, sizeMin: 40 },
} as const;

/** Draws a cover as SVG, deterministically; a picture replaces the ornament. */
export function drawCover(book: CoverText, picture?: CoverPicture): string {
  const { title, author } = book;
  const random = randomOf(`${title}\0${author}`.normalize('NFC'));
  const palette = paletteOf(book.coverColor ?? pick(random, grounds), below(random, 8));
  const layout = picture ? wordsUnderPicture : pick(random, [wordsBelow, wordsBelow, wordsAbove]);
  const { width, height } = coverSize;
  const { top, height: pictureHeight } = layout.picture;
  const shapes = picture ? imageOf(picture, pictureHeight) : ornament(random, palette, pictureHeight);
  const label = author ? `${title}, ${author}` : title;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="cover-title cover-description">`,
    `<title id="cover-title">${escaped(label)}</title>`,
    `<desc id="cover-description">Front cover.${book.subtitle ? ` ${escaped(book.subtitle)}` : ''}</desc>`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    `<svg y="${top}" width="${width}" height="${pictureHeight}" viewBox="0 0 ${width} ${pictureHeight}" aria-hidden="true">${shapes}</svg>`,
    words(book, palette, layout),
    '</svg>',
  ].join('');
}

function imageOf({ mediaType, bytes }: CoverPicture, height: number): string {
  const data = Buffer.from(bytes).toString('base64');
  return `<image width="${coverSize.width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="data:${mediaType};base64,${data}"/>`;
}

/** Title, rule, subtitle and author, centred in their area. */
function words({ title, subtitle, author }: CoverText, { ink, accent }: Palette, { words: place }: Layout): string {
  const below = subtitle?.trim() ? typeset(subtitle, boxes.subtitle) : undefined;
  const belowHeight = below ? heightOf(below) + gap * 2 : 0;
  const above = typeset(title, { ...boxes.title, height: place.height - belowHeight });
  const top = place.top + (place.height - heightOf(above) - belowHeight) / 2;
  const ruleY = top + heightOf(above) + gap;
  const name = typeset(author, boxes.author);
  return [
    `<g fill="${ink}" text-anchor="middle" font-family="'DejaVu Serif', Georgia, 'Noto Serif', serif">`,
    textOf(above, top),
    below ? `<rect x="700" y="${ruleY}" width="200" height="6" fill="${accent}"/>${textOf(below, ruleY + gap)}` : '',
    textOf(name, authorMiddle - heightOf(name) / 2),
    '</g>',
  ].join('');
}

const heightOf = ({ lines, sizePixels }: SetText) => lines.length * sizePixels * leading;

const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Lines of text; `top` is the top of the first. */
function textOf({ lines, sizePixels }: SetText, top: number): string {
  const direction = rightToLeft.test(lines.join(' ')) ? ' direction="rtl"' : '';
  // Centres capitals, about 0.73 em high, in the line.
  const baseline = (at: number) => Math.round(top + sizePixels * (leading * (at + 0.5) + 0.36));
  const set = lines.map((line, at) => `<text x="800" y="${baseline(at)}">${escaped(line)}</text>`);
  return `<g font-size="${sizePixels}"${direction}>${set.join('')}</g>`;
}
