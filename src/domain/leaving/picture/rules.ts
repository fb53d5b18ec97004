import { z } from 'zod';

/** Kinds of pictures of a book. */
export const bookPictures = ['conflicts', 'relationships', 'beats'] as const;
export type BookPicture = (typeof bookPictures)[number];

export const pictureFormats = ['svg', 'png'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export const pictureThemes = ['auto', 'light', 'dark'] as const;
export type PictureTheme = (typeof pictureThemes)[number];

export const pictureMediaTypes: Readonly<Record<PictureFormat, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** Path of a picture, without its query. */
export function picturePath(bookId: string, picture: BookPicture): string {
  return `/v1/books/${bookId}/${picture}.svg`;
}

const format = z
  .enum(pictureFormats)
  .default('svg')
  .describe('`svg`, or `png` for whoever cannot show SVG. Default: `svg`.');

const theme = z
  .enum(pictureThemes)
  .default('auto')
  .describe('`light`, `dark`, or `auto` for what the reader’s system prefers; as PNG that is light. Default: `auto`.');

export const pictureRequest = z.strictObject({ format, theme });
export type PictureRequest = z.output<typeof pictureRequest>;

/** Options of the tool. */
export const pictureChoice = z.strictObject({
  picture: z.enum(bookPictures).describe('Which picture to draw.'),
});

/** Maximum characters in a picture: more would be indistinguishable. Ours. */
export const peopleShownMax = 60;
/** Maximum edges: more crossings could not be followed. Ours. */
export const linesShownMax = 100;
/** Maximum items that a text alternative lists. Ours. */
export const toldMax = 40;
/** Longer side of a PNG, pixels: enough for 60 names, some 400 KB. Ours. */
export const pngSideMax = 2000;
