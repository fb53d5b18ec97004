import type { Transaction } from '../../../sql/connect.ts';
import { defaultTitle } from './rules.ts';
import { type BookKey, liveBook } from './store.ts';

/** Title, genre and audience that an outline proposes for its book; null where it proposes none. */
export interface DetectedFields {
  title: string | null;
  genre: string | null;
  genreConfidence: number | null;
  audience: string | null;
  audienceConfidence: number | null;
}

/** Fills in the title only over the default, and genre and audience (with confidence) only if there are none. */
export async function fillFromOutline(
  tx: Transaction,
  key: BookKey,
  { title, genre, genreConfidence, audience, audienceConfidence }: DetectedFields,
): Promise<void> {
  await tx`
    WITH found AS (
      SELECT b.account_id, b.id, ${title}::text IS NOT NULL AND b.title = ${defaultTitle} AS title,
        ${genre}::text IS NOT NULL AND b.genre IS NULL AS genre, ${audience}::text IS NOT NULL
          AND b.audience IS NULL AS audience
      FROM book b WHERE ${liveBook(tx, key)}
    )
    UPDATE book b SET
      title = CASE WHEN f.title THEN ${title} ELSE b.title END,
      genre = CASE WHEN f.genre THEN ${genre} ELSE b.genre END,
      genre_confidence = CASE WHEN f.genre THEN ${genreConfidence}::int ELSE b.genre_confidence END,
      audience = CASE WHEN f.audience THEN ${audience} ELSE b.audience END,
      audience_confidence = CASE WHEN f.audience THEN ${audienceConfidence}::int ELSE b.audience_confidence END,
      auto_detected_genre = b.auto_detected_genre OR f.genre,
      version = b.version + 1, updated_at = clock_timestamp(),
      plan_version = b.plan_version + (f.genre OR f.audience)::int,
      plan_updated_at = CASE WHEN f.genre OR f.audience THEN clock_timestamp() ELSE b.plan_updated_at END
    FROM found f WHERE b.account_id = f.account_id AND b.id = f.id AND (f.title OR f.genre OR f.audience)`;
}
