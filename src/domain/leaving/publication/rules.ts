import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Addressed, visibilities } from '../../story/book/rules.ts';

/** Options of publishing (contract 4). */
export const publication = z.strictObject({
  publish: z
    .boolean()
    .describe('True: publish a snapshot of the current chapters, or renew it. False: unpublish the book.'),
  visibility: z
    .enum(visibilities)
    .optional()
    .describe(
      'Who can read it: `private` only you, `unlisted` everyone with the link, `public` everyone. Absent: unchanged, initially `unlisted`.',
    ),
});
export type Publication = z.output<typeof publication>;

/** Latin letters that Unicode does not decompose. */
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

/** Base of a slug: the title in lower-case Latin letters and digits, at most 60 characters; `book` if nothing is left. */
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

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const readerKeyLength = 16;
const readerKeyShape = new RegExp(`^[${base32}]{${readerKeyLength}}$`);

/** Creates a reader key: 16 base32 characters, 80 random bits. */
export function newReaderKey(): string {
  return Array.from(randomBytes(readerKeyLength), (byte) => base32[byte % base32.length]).join('');
}

/** Whether a text has the form of a reader key. Slugs never do, so that no title can claim the address of an unlisted book. */
export function isReaderKeyShaped(text: string): boolean {
  return readerKeyShape.test(text);
}

/** A path for the log. An unlisted book has no other protection than its address. */
export function withoutReaderKey(path: string): string {
  if (!path.startsWith('/read/')) return path;
  return path
    .split('/')
    .map((part) => (isReaderKeyShaped(part) ? '…' : part))
    .join('/');
}

/** Whether the current address derives from the title, from before reader keys existed. */
export function isGuessable({ visibility, readerKey }: Addressed): boolean {
  return visibility === 'unlisted' && readerKey !== null && !isReaderKeyShaped(readerKey);
}
