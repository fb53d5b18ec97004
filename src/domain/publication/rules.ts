import { z } from 'zod';
import { visibilities } from '../book/rules.ts';

/** What an author asks for when they publish (contract 4). */
export const publication = z.strictObject({
  publish: z
    .boolean()
    .describe(
      'True publishes the chapters as they stand now, false takes the book back. Publishing again renews the snapshot.',
    ),
  visibility: z
    .enum(visibilities)
    .optional()
    .describe(
      'Who may read it: `private` nobody else, `unlisted` whoever has the link, `public` everybody. Absent: as before, at first `unlisted`.',
    ),
});
export type Publication = z.output<typeof publication>;

/** Latin letters that Unicode does not take apart into a plain one and its mark. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** The readable part of a reader address: a title in lower-case Latin letters and digits, at most 60 characters; `book` where nothing is left. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]/g, (sign) => latin[sign] ?? '-')
      .replace(/-+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'book'
  );
}
