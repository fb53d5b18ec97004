import { randomInt } from 'node:crypto';
import type { Transaction } from '../../../sql/connect.ts';
import { isReaderKeyShaped, slugOf } from './rules.ts';

/** Numbered slugs to try before a random one (ours). */
const numbersTried = 100;
/** Concurrent publishers of one title that may be faster (ours). */
const attemptsMax = 20;

/** Registers a slug for a title, with a number if others have the title. It is kept forever, without the account. */
export async function mintSlug(tx: Transaction, title: string): Promise<string> {
  const base = slugOf(title);
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const slug = await nextSlug(tx, base);
    if (slug !== undefined) return slug;
  }
  const number = randomInt(1_000_000, 1_000_000_000);
  await tx`INSERT INTO reader_slug (slug, base, number) VALUES (${`${base}-${number}`}, ${base}, ${number})`;
  return `${base}-${number}`;
}

/** Next free slug of a title; undefined if another publisher was faster or no number was free. */
async function nextSlug(tx: Transaction, base: string): Promise<string | undefined> {
  // The first slug is the title itself, unless it has the form of a reader key.
  const first = isReaderKeyShaped(base) ? `${base}-1` : base;
  const [row] = await tx<{ slug: string }[]>`
    INSERT INTO reader_slug (slug, base, number)
    SELECT free.slug, ${base}, free.number FROM (
      SELECT number, CASE WHEN number = 1 THEN ${first} ELSE ${base} || '-' || number END AS slug
      FROM generate_series(1, ${numbersTried}::int) AS step,
        LATERAL (SELECT coalesce((SELECT max(r.number) FROM reader_slug r
          WHERE r.base = ${base}), 0) + step AS number) n
    ) free
    WHERE NOT EXISTS (SELECT FROM reader_slug taken WHERE taken.slug = free.slug)
    ORDER BY free.number LIMIT 1
    ON CONFLICT DO NOTHING RETURNING slug`;
  return row?.slug;
}
