import { z } from 'zod';
import { text } from '../../shapes.ts';

/** Maximum pictures of one request, and of one book (ours). */
const picturesAtOnceMax = 3;
export const coversMax = 12;

/** Longest wait for a run of this kind, seconds: its limit of 300 and the lease of a lost node. */
export const waitSecondsMax = 330;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);

const promptMax = 2000;

/** Options of generating pictures. */
export const coverRequest = z.strictObject({
  prompt: text(promptMax)
    .optional()
    .describe(
      `Content of the picture, up to ${promptMax} characters. Default: derived from title, premise, genre, tone and audience.`,
    ),
  count: z
    .int()
    .min(1)
    .max(picturesAtOnceMax)
    .default(1)
    .describe(`Number of pictures, 1–${picturesAtOnceMax}. Default: 1.`),
});
export type CoverRequest = z.output<typeof coverRequest>;

/** Maximum size of an uploaded picture (ours). */
export const coverMegabytesMax = 8;
const coverBytesMax = coverMegabytesMax * 1024 * 1024;
const base64Max = Math.ceil(coverBytesMax / 3) * 4;

const isBase64 = (sent: string) => sent.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(sent);

/** An uploaded picture. */
export const newCover = z.strictObject({
  base64: z
    .string()
    .min(1)
    .max(base64Max, { error: `must be a picture of at most ${coverMegabytesMax} MB.`, abort: true })
    .refine(isBase64, { error: 'must be the bytes of the picture in base64 (RFC 4648, 4), padded, on one line.' })
    .meta({ contentEncoding: 'base64' })
    .describe(
      `A PNG, JPEG or WebP in base64, of at most ${coverMegabytesMax} MB. The format is detected from its bytes.`,
    ),
});
export type NewCover = z.output<typeof newCover>;

/** Media types of pictures; a cover is one of these or an SVG. */
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

/** Path of the cover file. */
export const coverPath = '/v1/books/{bookId}/cover';
export const picturePath = '/v1/books/{bookId}/covers/{coverId}';

export const coverOrigins = ['generated', 'uploaded'] as const;
export type CoverOrigin = (typeof coverOrigins)[number];
