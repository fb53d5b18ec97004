import { z } from 'zod';
import { text } from '../shapes.ts';

/** Pictures of one request, and of one book (ours). */
export const picturesAtOnceMax = 3;
export const coversMax = 12;

/** Longest that a call waits for a whole run of this kind, seconds: its 300 and what a lost node's lease adds. */
export const waitSecondsMax = 330;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);

const promptMax = 2000;

/** What a model is asked for. */
export const coverRequest = z.strictObject({
  prompt: text(promptMax)
    .optional()
    .describe(
      `What the picture shows, up to ${promptMax} characters. Default: what title, premise, genre, tone and audience suggest.`,
    ),
  count: z
    .int()
    .min(1)
    .max(picturesAtOnceMax)
    .default(1)
    .describe(`How many pictures to choose from, 1–${picturesAtOnceMax}. Default: 1.`),
});
export type CoverRequest = z.output<typeof coverRequest>;

/** Bytes of an author's own picture at most (ours). */
export const coverMegabytesMax = 8;
export const coverBytesMax = coverMegabytesMax * 1024 * 1024;
const base64Max = Math.ceil(coverBytesMax / 3) * 4;

const isBase64 = (sent: string) => sent.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(sent);

/** An author's own picture. */
export const newCover = z.strictObject({
  base64: z
    .string()
    .min(1)
    .max(base64Max, { error: `must be a picture of at most ${coverMegabytesMax} MB.`, abort: true })
    .refine(isBase64, { error: 'must be the bytes of the picture in base64 (RFC 4648, 4), padded, on one line.' })
    .meta({ contentEncoding: 'base64' })
    .describe(`A PNG, JPEG or WebP in base64, of at most ${coverMegabytesMax} MB. What it is shows in its bytes.`),
});
export type NewCover = z.output<typeof newCover>;

/** The media types of pictures; a book's cover is one of these or an SVG. */
export const pictureMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureMediaType = (typeof pictureMediaTypes)[number];
export const coverMediaTypes = ['image/svg+xml', ...pictureMediaTypes] as const;

export const coverFormats = ['svg', 'png'] as const;
export type CoverFormat = (typeof coverFormats)[number];

export const coverOptions = z.strictObject({
  format: z
    .enum(coverFormats)
    .default('svg')
    .describe('`png` for pixels where the cover is drawn or lettered here. An author’s own picture is sent as it is.'),
});

/** Where a cover can be fetched. */
export const coverPath = '/v1/books/{bookId}/cover';
export const picturePath = '/v1/books/{bookId}/covers/{coverId}';

export const coverOrigins = ['generated', 'uploaded'] as const;
export type CoverOrigin = (typeof coverOrigins)[number];
