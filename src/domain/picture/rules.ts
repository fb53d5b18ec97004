import { z } from 'zod';

/** What of a book can be seen at a glance. */
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

/** Where a picture can be fetched, without its query. */
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

/** What an agent may ask for. */
export const pictureChoice = z.strictObject({
  picture: z.enum(bookPictures).describe('Which one.'),
});

/** Characters in a picture at most: more could not be told apart on a page. Ours. */
export const peopleShownMax = 60;
/** Lines between them at most: what crosses more can no longer be followed. Ours. */
export const linesShownMax = 100;
/** Conflicts, beats or names that the words below a picture tell one by one. Ours. */
export const toldMax = 40;
/** The longer side of a PNG, pixels: enough for 60 names, and some 400 KB. Ours. */
export const pngSideMax = 2000;
