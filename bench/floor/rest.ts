import type postgres from 'postgres';
import { newId } from '../../src/ids/id.ts';
import { type Answer, authorized, type Call, invalidRequest, notFound, type Row, read, write } from './call.ts';
import { sheetOf } from './sheet.ts';

const characterColumns = (sql: postgres.Sql) => sql`
  c.id, c.name, c.aliases, c.role, c.bio, c.voice_profile AS "voiceProfile", c.want, c.fear, c.lie, c.is_pov AS "isPov", c.version`;

function characterJson({ id, name, aliases, role, bio, voiceProfile, want, fear, lie, isPov }: Row): Row {
  return { id, name, aliases, role, bio, voiceProfile, want, fear, lie, isPov };
}

export async function listCharacters({ hash, parts: [bookId = ''] }: Call): Promise<Answer> {
  const rows = await read<Row[]>`
    SELECT b.id AS book, ${characterColumns(read)} FROM token t
    JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id
    WHERE ${authorized(read, hash, 'books:read')} ORDER BY c.id`;
  // An unknown book gives no row, a book without characters a row of nulls.
  if (rows.length === 0) return notFound;
  const data = rows.filter(({ id }) => id !== null).map(characterJson);
  return { status: 200, body: JSON.stringify({ data }) };
}

const textUpTo = (max: number) => (value: unknown) => typeof value === 'string' && value.length <= max;
const clause = (value: unknown) => value === null || textUpTo(240)(value);
const checks: Record<string, (value: unknown) => boolean> = {
  name: (value) => textUpTo(120)(value) && value !== '',
  aliases: (value) => Array.isArray(value) && value.length <= 20 && value.every(textUpTo(120)),
  role: textUpTo(120),
  bio: textUpTo(2000),
  voiceProfile: textUpTo(2000),
  want: clause,
  fear: clause,
  lie: clause,
  isPov: (value) => typeof value === 'boolean',
};
const isValid = (body: Row) => Object.entries(body).every(([key, value]) => checks[key]?.(value));
const columns: Record<string, string> = { voiceProfile: 'voice_profile', isPov: 'is_pov' };

export async function updateCharacter({ hash, parts: [bookId = '', , id = ''], body }: Call): Promise<Answer> {
  if (!isValid(body)) return invalidRequest;
  const patch = Object.fromEntries(Object.entries(body).map(([key, value]) => [columns[key] ?? key, value]));
  const [row] = await write<Row[]>`
    UPDATE character c SET ${write(patch as Record<string, string>)}, version = c.version + 1, updated_at = clock_timestamp()
    FROM token t JOIN book b ON b.account_id = t.account_id
    WHERE ${authorized(write, hash, 'books:write')} AND b.id = ${bookId} AND b.deleted_at IS NULL
      AND c.account_id = b.account_id AND c.book_id = b.id AND c.id = ${id}
    RETURNING ${characterColumns(write)}`;
  return row ? { status: 200, body: JSON.stringify({ data: characterJson(row) }), etag: `"${row.version}"` } : notFound;
}

export async function createCharacter({ hash, parts: [bookId = ''], body }: Call): Promise<Answer> {
  if (!isValid(body) || body.name === undefined) return invalidRequest;
  const blank = { aliases: [], role: '', bio: '', voiceProfile: '', want: null, fear: null, lie: null, isPov: false };
  const row = { ...blank, ...body } as unknown as Record<string, string> & { aliases: string[] };
  const [created] = await write<Row[]>`
    INSERT INTO character AS c (account_id, book_id, id, name, aliases, role, bio, voice_profile, want, fear, lie, is_pov)
    SELECT b.account_id, b.id, ${newId('chr')}, ${row.name ?? ''}, ${row.aliases}, ${row.role ?? ''}, ${row.bio ?? ''}, ${row.voiceProfile ?? ''}, ${row.want ?? null}, ${row.fear ?? null}, ${row.lie ?? null}, ${row.isPov ?? false}
    FROM token t JOIN book b ON b.account_id = t.account_id
    WHERE ${authorized(write, hash, 'books:write')} AND b.id = ${bookId} AND b.deleted_at IS NULL
      AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < 500
    RETURNING ${characterColumns(write)}`;
  return created
    ? { status: 201, body: JSON.stringify({ data: characterJson(created) }), etag: `"${created.version}"` }
    : notFound;
}

export async function getPlan({ hash, parts: [bookId = ''] }: Call): Promise<Answer> {
  const [row] = await read<Row[]>`
    SELECT b.theme_statement AS "themeStatement", b.reader_promise AS "readerPromise", b.comp_authors AS "compAuthors",
      b.beat_sheet_template AS "beatSheet", b.pov_lock AS "povLock", b.tense_lock AS "tenseLock", b.pov_depth AS "povDepth", b.genre, b.audience,
      b.genre_confidence AS "genreConfidence", b.audience_confidence AS "audienceConfidence", b.auto_detected_genre AS "autoDetectedGenre",
      b.research_citations AS "researchCitations", b.plan_version AS version
    FROM token t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    WHERE ${authorized(read, hash, 'books:read')}`;
  if (!row) return notFound;
  const { version, ...plan } = row;
  plan.beatSheet = sheetOf(plan.beatSheet);
  return { status: 200, body: JSON.stringify({ data: plan }), etag: `"${version}"` };
}
