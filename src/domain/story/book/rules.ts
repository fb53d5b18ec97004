import { z } from 'zod';
import { paging } from '../../page.ts';
import { line, patchOf, text, textOrNull } from '../../shapes.ts';

export const modelTiers = ['draft', 'standard', 'editorial'] as const;
export type ModelTier = (typeof modelTiers)[number];
/** Aliases of older clients, accepted on input only (contract 4). */
const legacyTiers = { haiku: 'draft', sonnet: 'standard', opus: 'editorial' } as const satisfies Record<
  string,
  ModelTier
>;
export const acceptedTiers = [...modelTiers, 'haiku', 'sonnet', 'opus'] as const;

export const visibilities = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** Fields that determine the reader address of a book. */
export interface Addressed {
  visibility: Visibility;
  slug: string | null;
  readerKey: string | null;
}

/** Current reader address below `/read/`: the slug of a public book, the key of an unlisted one. */
export function readerAddress({ visibility, slug, readerKey }: Addressed): string | null {
  if (visibility === 'public') return slug;
  return visibility === 'unlisted' ? readerKey : null;
}

export const bookStatuses = ['draft', 'writing', 'ready', 'published'] as const;
export type BookStatus = (typeof bookStatuses)[number];

const tier = z
  .enum(acceptedTiers)
  .transform(
    (value): ModelTier =>
      value in legacyTiers ? legacyTiers[value as keyof typeof legacyTiers] : (value as ModelTier),
  );

/** Tags with common names of their own: "Brazilian Portuguese", "English (United Kingdom)". */
const regionalTags = [
  ...['ar-EG', 'de-AT', 'de-CH', 'de-DE', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA'],
  ...['es-419', 'es-AR', 'es-ES', 'es-MX', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR', 'it-IT', 'nl-BE', 'nl-NL', 'pt-BR'],
  ...['pt-PT', 'sr-Cyrl', 'sr-Latn', 'zh-Hans', 'zh-Hant', 'fil', 'haw', 'yue'],
];
const twoLetterTags = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((first, _at, all) =>
  all.map((second) => first + second),
);

const bareName = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

let tags: Map<string, string> | undefined;

/** Language tags by English and native name, built on first use. */
function tagsByName(): ReadonlyMap<string, string> {
  if (tags) return tags;
  const made = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  for (const tag of [...twoLetterTags, ...regionalTags]) {
    if (!english.of(tag)) continue;
    const namers = ['en', tag].flatMap((language) =>
      (['dialect', 'standard'] as const).map(
        (languageDisplay) => new Intl.DisplayNames(language, { type: 'language', fallback: 'none', languageDisplay }),
      ),
    );
    for (const name of namers.flatMap((namer) => namer.of(tag) ?? []))
      if (!made.has(bareName(name))) made.set(bareName(name), Intl.getCanonicalLocales(tag)[0] ?? tag);
  }
  tags = made;
  return made;
}

/** Canonical tag of a language given by tag or name; undefined for anything else. */
function languageTagOf(value: string): string | undefined {
  // No language subtag is longer than three letters, though the syntax allows it: `german` is a name.
  if (!/^[a-z]{2,3}(-|$)/i.test(value)) return tagsByName().get(bareName(value));
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

const language = z
  .string()
  .max(35)
  .transform((value, context) => {
    const tag = languageTagOf(value);
    if (tag !== undefined) return tag;
    const message =
      'must be a BCP 47 language tag such as en, pt-BR or zh-Hant, or a language such as German or Deutsch.';
    context.addIssue({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/** Default title; the only one that an outline may replace (contract 4). */
export const defaultTitle = 'Untitled Book';

/** Premise of an imported book until somebody writes one. It says nothing, so no model reads it. */
export const importedPremise = 'A finished manuscript that was imported; its chapters tell what it is about.';

/** A premise for models; empty for that of an import. */
export function toldPremise(premise: string): string {
  return premise === importedPremise ? '' : premise;
}

/** Writable fields of a book: the single source of their limits (contract 4). */
export const newBook = z.strictObject({
  title: line(200)
    .describe('Title of the book. Default: `Untitled Book`, which an outline may replace.')
    .default(defaultTitle),
  subtitle: textOrNull(300).describe('Second line of the title page.').default(null),
  premise: text(4000).trim().min(10).describe('What the book is about, 10–4000 characters.'),
  author: line(120).describe('Name on the title page. Default: the name of the account.').optional(),
  description: textOrNull(4000).describe('Shown to readers before they open the book.').default(null),
  language: language
    .describe('Language of the chapters: a BCP 47 tag such as `de`, or a name such as German. Default: `en`.')
    .default('en'),
  genre: textOrNull(120).describe('Genre. Null: the outliner detects it.').default(null),
  audience: textOrNull(120).describe('Who it is for. Null: the outliner detects it.').default(null),
  toneStyle: textOrNull(120).describe('Tone of the prose in a few words.').default(null),
  modelTier: tier
    .describe('Model quality for chapters: `draft`, `standard` or `editorial`. Default: `standard`.')
    .default('standard'),
  coverColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a2b3c.')
    .nullable()
    .describe('Colour of the drawn cover, `#rrggbb`; null for the default.')
    .default(null),
  targetWords: z
    .int()
    .min(1000)
    .max(1_000_000)
    .nullable()
    .describe('Target length in words, 1,000–1,000,000; null for none.')
    .default(null),
});
export type NewBook = z.output<typeof newBook>;

/** Absent fields stay unchanged; null clears a field without a default. */
export const bookPatch = patchOf(newBook);
export type BookPatch = z.output<typeof bookPatch>;

/** Query parameters of the list of books. */
export const bookList = paging.extend({
  deleted: z.boolean().optional().describe('True: only books deleted within the last 30 days, which can be restored.'),
});
