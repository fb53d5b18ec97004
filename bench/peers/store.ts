import { sql } from './caller.ts';

/** One statement per kind of record for all parents, which reads only the selected columns. */

export type Row = Record<string, unknown>;
type Columns = Record<string, string>;

const book: Columns = {
  id: 'b.id',
  title: 'b.title',
  subtitle: 'b.subtitle',
  premise: 'b.premise',
  author: 'b.author',
  version: 'b.version',
  updatedAt: 'b.updated_at',
  wordCount: `(SELECT coalesce(sum(c.word_count), 0)::int FROM chapter c
    WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL)`,
  status: `(SELECT CASE WHEN count(*) = 0 THEN 'draft' WHEN b.published_at IS NOT NULL THEN 'published'
      WHEN bool_and(c.text_status = 'complete' AND r.id IS NULL) THEN 'ready' ELSE 'writing' END
    FROM chapter c LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
    WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL)`,
  plan: `json_build_object('themeStatement', b.theme_statement, 'readerPromise', b.reader_promise, 'compAuthors', b.comp_authors,
    'povLock', b.pov_lock, 'tenseLock', b.tense_lock, 'povDepth', b.pov_depth, 'genre', b.genre, 'audience', b.audience,
    'beatSheet', b.beat_sheet_template, 'version', b.plan_version)`,
};

const chapter: Columns = {
  id: 'c.id',
  order: 'c.rank',
  title: 'c.title',
  summary: 'c.summary',
  notes: 'c.notes',
  status: `CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END`,
  wordCount: 'c.word_count',
  povCharacterId: 'c.pov_character_id',
  version: 'c.version',
};

export const character: Columns = {
  id: 'c.id',
  name: 'c.name',
  aliases: 'c.aliases',
  role: 'c.role',
  bio: 'c.bio',
  voiceProfile: 'c.voice_profile',
  want: 'c.want',
  fear: 'c.fear',
  lie: 'c.lie',
  isPov: 'c.is_pov',
  version: 'c.version',
};

const conflict: Columns = {
  id: 'c.id',
  kind: 'c.kind',
  description: 'c.description',
  stakes: 'c.stakes',
  connection: 'c.connection',
  intensity: 'c.intensity',
  status: 'c.status',
  mutual: 'c.mutual',
  from: 'c.from_character_id',
  to: 'c.to_character_id',
  version: 'c.version',
};

/** Lists of columns by columns and fields. A cached document always passes the same array of fields. */
const texts = new Map<Columns, WeakMap<readonly string[], string>>();

export function selected(columns: Columns, fields: readonly string[], ...more: string[]): string {
  const known = texts.get(columns) ?? new WeakMap<readonly string[], string>();
  texts.set(columns, known);
  const last = known.get(fields);
  if (last) return last;
  const wanted = ['id', ...fields].filter((field, at, all) => columns[field] && all.indexOf(field) === at);
  const text = [...wanted.map((field) => `${columns[field]} AS "${field}"`), ...more].join(', ');
  known.set(fields, text);
  return text;
}

export const query = (text: string, values: readonly unknown[]) =>
  sql.unsafe<Row[]>(text, values as never, { prepare: true });

export async function bookOf(account: string, id: string, fields: readonly string[]): Promise<Row | undefined> {
  const [row] = await query(
    `SELECT ${selected(book, fields)} FROM book b WHERE b.account_id = $1 AND b.id = $2 AND b.deleted_at IS NULL`,
    [account, id],
  );
  return row;
}

export const newestBooks = (account: string, first: number, fields: readonly string[]) =>
  query(
    `SELECT ${selected(book, fields)} FROM book b WHERE b.account_id = $1 AND b.deleted_at IS NULL
      ORDER BY b.updated_at DESC, b.id DESC LIMIT $2`,
    [account, first],
  );

/** Loads a list of children for each parent, in the order of the parents. */
export type Children = (account: string, bookIds: readonly string[], fields: readonly string[]) => Promise<Row[][]>;

export const chaptersOf: Children = async (account, bookIds, fields) =>
  grouped(
    bookIds,
    await query(
      `SELECT ${selected(chapter, fields, 'c.book_id AS "bookId"')} FROM chapter c
        LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
        WHERE c.account_id = $1 AND c.book_id = ANY($2) AND c.archived_at IS NULL ORDER BY c.rank`,
      [account, bookIds],
    ),
  );

export const charactersOf: Children = async (account, bookIds, fields) =>
  grouped(
    bookIds,
    await query(
      `SELECT ${selected(character, fields, 'c.book_id AS "bookId"')} FROM character c
        WHERE c.account_id = $1 AND c.book_id = ANY($2) ORDER BY c.id`,
      [account, bookIds],
    ),
  );

export const conflictsOf: Children = async (account, bookIds, fields) =>
  grouped(
    bookIds,
    await query(
      `SELECT ${selected(conflict, fields, 'c.book_id AS "bookId"')} FROM conflict c
        WHERE c.account_id = $1 AND c.book_id = ANY($2) ORDER BY c.id`,
      [account, bookIds],
    ),
  );

/** Loads characters in the order of the ids. */
export async function charactersById(
  account: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<(Row | undefined)[]> {
  const rows = await query(
    `SELECT ${selected(character, fields)} FROM character c WHERE c.account_id = $1 AND c.id = ANY($2)`,
    [account, [...new Set(ids)]],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

function grouped(bookIds: readonly string[], rows: readonly Row[]): Row[][] {
  const lists = new Map<unknown, Row[]>(bookIds.map((id) => [id, []]));
  for (const row of rows) lists.get(row.bookId)?.push(row);
  return bookIds.map((id) => lists.get(id) ?? []);
}
