import { type Answer, authorized, type Call, invalidRequest, notFound, type Row, write } from './call.ts';

/** Saves the text of a chapter. One statement writes text, word count and version and returns the chapter. */
export async function saveText({ hash, parts: [bookId = '', , id = ''], body }: Call): Promise<Answer> {
  const { content } = body;
  if (typeof content !== 'string' || content.length > 400_000) return invalidRequest;
  const words = content.split(/\s+/).filter(Boolean).length;
  const [row] = await write<Row[]>`
    WITH mine AS (
      SELECT b.account_id FROM token t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
      WHERE ${authorized(write, hash, 'books:write')}
    ), saved AS (
      UPDATE bare_text t SET body = ${content} FROM mine WHERE t.account_id = mine.account_id AND t.chapter_id = ${id}
    )
    UPDATE chapter c SET word_count = ${words}, version = c.version + 1, updated_at = clock_timestamp() FROM mine
    WHERE c.account_id = mine.account_id AND c.book_id = ${bookId} AND c.id = ${id}
    RETURNING c.id, c.title, c.summary, c.word_count AS "wordCount", c.version`;
  if (!row) return notFound;
  const { version, ...chapter } = row;
  return { status: 200, body: JSON.stringify({ data: { ...chapter, content } }), etag: `"${version}"` };
}
