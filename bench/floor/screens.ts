import { type Answer, authorized, type Call, notFound, type Row, read } from './call.ts';
import { sheetOf } from './sheet.ts';

/** The editor screen: book and children in one statement. The database builds the JSON of the children. */
async function editor(hash: Buffer, bookId: string): Promise<Answer> {
  const [row] = await read<Row[]>`
    SELECT b.id, b.title, b.subtitle, b.premise, b.published_at, b.version, b.theme_statement, b.reader_promise, b.pov_lock, b.tense_lock, b.pov_depth,
      b.genre, b.audience, b.beat_sheet_template, b.plan_version,
      (SELECT json_agg(json_build_object('id', c.id, 'order', c.rank, 'title', c.title, 'summary', c.summary,
          'status', CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END, 'wordCount', c.word_count,
          'povCharacterId', c.pov_character_id, 'version', c.version) ORDER BY c.rank)
        FROM chapter c LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
        WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL) AS chapters,
      (SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'aliases', c.aliases, 'role', c.role, 'want', c.want, 'fear', c.fear, 'lie', c.lie,
          'isPov', c.is_pov, 'version', c.version) ORDER BY c.id)
        FROM character c WHERE c.account_id = b.account_id AND c.book_id = b.id) AS characters,
      (SELECT json_agg(json_build_object('id', c.id, 'kind', c.kind, 'description', c.description, 'stakes', c.stakes, 'intensity', c.intensity,
          'status', c.status, 'mutual', c.mutual, 'from', c.from_character_id, 'to', c.to_character_id) ORDER BY c.id)
        FROM conflict c WHERE c.account_id = b.account_id AND c.book_id = b.id) AS conflicts
    FROM token t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    WHERE ${authorized(read, hash, 'books:read')}`;
  if (!row) return notFound;
  const chapters = (row.chapters ?? []) as { status: string; wordCount: number }[];
  const characters = (row.characters ?? []) as { id: string; name: string }[];
  const names = new Map(characters.map(({ id, name }) => [id, { id, name }]));
  const conflicts = ((row.conflicts ?? []) as { from: string; to: string }[]).map((conflict) => ({
    ...conflict,
    from: names.get(conflict.from),
    to: names.get(conflict.to),
  }));
  const isReady = chapters.every(({ status }) => status === 'complete');
  const status = chapters.length === 0 ? 'draft' : row.published_at ? 'published' : isReady ? 'ready' : 'writing';
  const book = {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    premise: row.premise,
    status,
    wordCount: chapters.reduce((sum, { wordCount }) => sum + wordCount, 0),
    version: row.version,
    chapters,
    characters,
    conflicts,
    plan: {
      themeStatement: row.theme_statement,
      readerPromise: row.reader_promise,
      povLock: row.pov_lock,
      tenseLock: row.tense_lock,
      povDepth: row.pov_depth,
      genre: row.genre,
      audience: row.audience,
      beatSheet: sheetOf(row.beat_sheet_template),
      version: row.plan_version,
    },
  };
  return { status: 200, body: JSON.stringify({ data: { book } }) };
}

async function shelf(hash: Buffer): Promise<Answer> {
  const rows = await read<
    { id: string; title: string; updated_at: Date; character: string; name: string; want: string | null }[]
  >`
    SELECT b.id, b.title, b.updated_at, c.id AS character, c.name, c.want
    FROM (
      SELECT b.account_id, b.id, b.title, b.updated_at FROM token t JOIN book b ON b.account_id = t.account_id AND b.deleted_at IS NULL
      WHERE ${authorized(read, hash, 'books:read')} ORDER BY b.updated_at DESC, b.id DESC LIMIT 50
    ) b LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id
    ORDER BY b.updated_at DESC, b.id DESC, c.id`;
  const nodes: { id: string; title: string; updatedAt: Date; characters: Row[] }[] = [];
  for (const { id, title, updated_at: updatedAt, character, name, want } of rows) {
    if (nodes.at(-1)?.id !== id) nodes.push({ id, title, updatedAt, characters: [] });
    if (character) nodes.at(-1)?.characters.push({ id: character, name, want });
  }
  return { status: 200, body: JSON.stringify({ data: { books: { nodes } } }) };
}

export async function graphql({ hash, body }: Call): Promise<Answer> {
  const { bookId } = (body.variables ?? {}) as { bookId?: string };
  return bookId ? editor(hash, bookId) : shelf(hash);
}
