import { z } from 'zod';
import { paging } from '../page.ts';
import { line, text, textOrNull } from '../shapes.ts';

export const modelTiers = ['draft', 'standard', 'editorial'] as const;
export type ModelTier = (typeof modelTiers)[number];
/** Spellings of older clients, accepted and answered as today's (contract 4). */
export const legacyTiers = { haiku: 'draft', sonnet: 'standard', opus: 'editorial' } as const satisfies Record<
  string,
  ModelTier
>;
export const acceptedTiers = [...modelTiers, 'haiku', 'sonnet', 'opus'] as const;

export const visibilities = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const bookStatuses = ['draft', 'writing', 'ready', 'published'] as const;
export type BookStatus = (typeof bookStatuses)[number];

const tier = z
  .enum(acceptedTiers)
  .transform(
    (value): ModelTier =>
      value in legacyTiers ? legacyTiers[value as keyof typeof legacyTiers] : (value as ModelTier),
  );

function languageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

/** Language, script, region, variants, extensions and private use (RFC 5646, 2.1), for clients that read a schema; what it cannot say, `languageTag` does. */
const tagShape =
  /^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z]{4})?(-[A-Za-z]{2}|-[0-9]{3})?(-[A-Za-z0-9]{5,8}|-[0-9][A-Za-z0-9]{3})*(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?$/;
const notATag = 'must be a BCP 47 language tag such as en, pt-BR or zh-Hant.';

const language = z
  .string()
  .max(35)
  .regex(tagShape, notATag)
  .refine(languageTag, notATag)
  .transform((value) => Intl.getCanonicalLocales(value)[0] ?? value);

/** Stands until somebody gives a title; the only one that an outline may replace (contract 4). */
export const defaultTitle = 'Untitled Book';

/** What an author may write of a book, and the only copy of its limits (contract 4). */
const fields = {
  title: line(200).describe('Shown everywhere the book is. Default: `Untitled Book`, which an outline may replace.'),
  subtitle: textOrNull(300).describe('Second line of the title page; null for none.'),
  premise: text(4000)
    .trim()
    .min(10)
    .describe('What the book is about, 10–4000 characters; the outline and every chapter start from it.'),
  author: line(120).describe('Name on the title page. Default: the name of the account.'),
  description: textOrNull(4000).describe('What readers see of the book before they open it; null for none.'),
  language: language.describe('BCP 47 tag of the language the chapters are written in. Default: `en`.'),
  genre: textOrNull(120).describe(
    'One value with the plan: setting it here sets it there. Null: left to the outliner to detect.',
  ),
  audience: textOrNull(120).describe('Who it is for; one value with the plan. Null: left to the outliner to detect.'),
  toneStyle: textOrNull(120).describe('How it should sound, in a few words; every chapter prompt carries it.'),
  modelTier: tier.describe('How much model a chapter gets: `draft`, `standard` or `editorial`. Default: `standard`.'),
  coverColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a2b3c.')
    .nullable()
    .describe('Colour of the drawn cover, `#rrggbb`; null for the default.'),
  targetWords: z
    .int()
    .min(1000)
    .max(1_000_000)
    .nullable()
    .describe('Length aimed at, in words, 1,000–1,000,000; null for none.'),
};

export const newBook = z.strictObject({
  title: fields.title.default(defaultTitle),
  subtitle: fields.subtitle.default(null),
  premise: fields.premise,
  author: fields.author.optional(),
  description: fields.description.default(null),
  language: fields.language.default('en'),
  genre: fields.genre.default(null),
  audience: fields.audience.default(null),
  toneStyle: fields.toneStyle.default(null),
  modelTier: fields.modelTier.default('standard'),
  coverColor: fields.coverColor.default(null),
  targetWords: fields.targetWords.default(null),
});
export type NewBook = z.output<typeof newBook>;

/** Absent stays as it is; null clears where there is no default. */
export const bookPatch = z.strictObject(fields).partial();
export type BookPatch = z.output<typeof bookPatch>;

/** Query parameters of the list of books. */
export const bookList = paging.extend({
  deleted: z
    .boolean()
    .optional()
    .describe('True for those that were deleted within 30 days and can be restored, last deleted first.'),
});
