import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { findBeatSheet } from '../src/domain/plan/beats.ts';
import { newId } from '../src/id.ts';

/**
 * The least that can be done: node:http and postgres.js by hand, one statement a request, the same answers. No
 * validation library, no schema, no router, no log, no error table. It is what the service is measured against.
 */
const url = process.env.DATABASE_URL ?? '';
const read = postgres(url, { max: 4, onnotice: () => {} });
const write = postgres(url, { max: 8, onnotice: () => {} });

type Row = Record<string, unknown>;

interface Call {
  hash: Buffer;
  /** The path without its first three parts. */
  parts: string[];
  body: Row;
}

interface Answer {
  status: number;
  body: string;
  etag?: string;
}

const missing: Answer = { status: 404, body: '{"error":{"code":"not_found","message":"No such book."}}' };
const refused: Answer = { status: 400, body: '{"error":{"code":"invalid_request","message":"Not valid."}}' };

function hashOf(req: IncomingMessage): Buffer | undefined {
  const token = /^Bearer +([^\s]+)$/i.exec(req.headers.authorization ?? '')?.[1];
  return token ? createHash('sha256').update(token).digest() : undefined;
}

async function bodyOf(req: IncomingMessage): Promise<Row> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece as Buffer);
  return pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : {};
}

const owner = (sql: postgres.Sql, hash: Buffer, scope: string) => sql`
  t.hash = ${hash} AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp()) AND ${scope} = ANY(t.scopes)`;

const characterColumns = (sql: postgres.Sql) => sql`
  c.id, c.name, c.aliases, c.role, c.bio, c.voice_profile AS "voiceProfile", c.want, c.fear, c.lie, c.is_pov AS "isPov", c.version`;

function shownCharacter({ id, name, aliases, role, bio, voiceProfile, want, fear, lie, isPov }: Row): Row {
  return { id, name, aliases, role, bio, voiceProfile, want, fear, lie, isPov };
}

/** Undefined without such a book. */
async function castOf(hash: Buffer, bookId: string): Promise<Row[] | undefined> {
  const rows = await read<Row[]>`
    SELECT b.id AS book, ${characterColumns(read)} FROM token t
    JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id
    WHERE ${owner(read, hash, 'books:read')} ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

async function listCharacters({ hash, parts }: Call): Promise<Answer> {
  const cast = await castOf(hash, parts[0] ?? '');
  return cast ? { status: 200, body: JSON.stringify({ data: cast.map(shownCharacter) }) } : missing;
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

async function updateCharacter({ hash, parts: [bookId = '', , id = ''], body }: Call): Promise<Answer> {
  if (!isValid(body)) return refused;
  const patch = Object.fromEntries(Object.entries(body).map(([key, value]) => [columns[key] ?? key, value]));
  const [row] = await write<Row[]>`
    UPDATE character c SET ${write(patch as Record<string, string>)}, version = c.version + 1, updated_at = clock_timestamp()
    FROM token t JOIN book b ON b.account_id = t.account_id
    WHERE ${owner(write, hash, 'books:write')} AND b.id = ${bookId} AND b.deleted_at IS NULL
      AND c.account_id = b.account_id AND c.book_id = b.id AND c.id = ${id}
    RETURNING ${characterColumns(write)}`;
  return row ? { status: 200, body: JSON.stringify({ data: shownCharacter(row) }), etag: `"${row.version}"` } : missing;
}

async function createCharacter({ hash, parts: [bookId = ''], body }: Call): Promise<Answer> {
  if (!isValid(body) || body.name === undefined) return refused;
  const blank = { aliases: [], role: '', bio: '', voiceProfile: '', want: null, fear: null, lie: null, isPov: false };
  const row = { ...blank, ...body } as unknown as Record<string, string> & { aliases: string[] };
  const [made] = await write<Row[]>`
    INSERT INTO character AS c (account_id, book_id, id, name, aliases, role, bio, voice_profile, want, fear, lie, is_pov)
    SELECT b.account_id, b.id, ${newId('chr')}, ${row.name ?? ''}, ${row.aliases}, ${row.role ?? ''}, ${row.bio ?? ''}, ${row.voiceProfile ?? ''}, ${row.want ?? null}, ${row.fear ?? null}, ${row.lie ?? null}, ${row.isPov ?? false}
    FROM token t JOIN book b ON b.account_id = t.account_id
    WHERE ${owner(write, hash, 'books:write')} AND b.id = ${bookId} AND b.deleted_at IS NULL
      AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < 500
    RETURNING ${characterColumns(write)}`;
  return made
    ? { status: 201, body: JSON.stringify({ data: shownCharacter(made) }), etag: `"${made.version}"` }
    : missing;
}

function sheetOf(id: unknown): Row | null {
  const sheet = typeof id === 'string' ? findBeatSheet(id as never) : undefined;
  return sheet ? { id: sheet.id, name: sheet.name } : null;
}

async function getPlan({ hash, parts: [bookId = ''] }: Call): Promise<Answer> {
  const [row] = await read<Row[]>`
    SELECT b.theme_statement AS "themeStatement", b.reader_promise AS "readerPromise", b.comp_authors AS "compAuthors",
      b.beat_sheet_template AS "beatSheet", b.pov_lock AS "povLock", b.tense_lock AS "tenseLock", b.pov_depth AS "povDepth", b.genre, b.audience,
      b.genre_confidence AS "genreConfidence", b.audience_confidence AS "audienceConfidence", b.auto_detected_genre AS "autoDetectedGenre",
      b.research_citations AS "researchCitations", b.plan_version AS version
    FROM token t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    WHERE ${owner(read, hash, 'books:read')}`;
  if (!row) return missing;
  const { version, ...plan } = row;
  plan.beatSheet = sheetOf(plan.beatSheet);
  return { status: 200, body: JSON.stringify({ data: plan }), etag: `"${version}"` };
}

/** The editor's screen: book and children in one statement, the children as JSON made by the database. */
async function editor(hash: Buffer, bookId: string): Promise<Answer> {
  const [row] = await read<Row[]>`
    SELECT b.id, b.title, b.subtitle, b.premise, b.published_at, b.version, b.theme_statement, b.reader_promise, b.pov_lock, b.tense_lock, b.pov_depth,
      b.genre, b.audience, b.beat_sheet_template, b.plan_version,
      (SELECT json_agg(json_build_object('id', c.id, 'order', c.position, 'title', c.title, 'summary', c.summary,
          'status', CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END, 'wordCount', c.word_count,
          'povCharacterId', c.pov_character_id, 'version', c.version) ORDER BY c.position)
        FROM chapter c LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
        WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL) AS chapters,
      (SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'aliases', c.aliases, 'role', c.role, 'want', c.want, 'fear', c.fear, 'lie', c.lie,
          'isPov', c.is_pov, 'version', c.version) ORDER BY c.id)
        FROM character c WHERE c.account_id = b.account_id AND c.book_id = b.id) AS characters,
      (SELECT json_agg(json_build_object('id', c.id, 'kind', c.kind, 'description', c.description, 'stakes', c.stakes, 'intensity', c.intensity,
          'status', c.status, 'mutual', c.mutual, 'from', c.from_character_id, 'to', c.to_character_id) ORDER BY c.id)
        FROM conflict c WHERE c.account_id = b.account_id AND c.book_id = b.id) AS conflicts
    FROM token t JOIN book b ON b.account_id = t.account_id AND b.id = ${bookId} AND b.deleted_at IS NULL
    WHERE ${owner(read, hash, 'books:read')}`;
  if (!row) return missing;
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
      WHERE ${owner(read, hash, 'books:read')} ORDER BY b.updated_at DESC, b.id DESC LIMIT 50
    ) b LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id
    ORDER BY b.updated_at DESC, b.id DESC, c.id`;
  const nodes: { id: string; title: string; updatedAt: Date; characters: Row[] }[] = [];
  for (const { id, title, updated_at: updatedAt, character, name, want } of rows) {
    if (nodes.at(-1)?.id !== id) nodes.push({ id, title, updatedAt, characters: [] });
    if (character) nodes.at(-1)?.characters.push({ id: character, name, want });
  }
  return { status: 200, body: JSON.stringify({ data: { books: { nodes } } }) };
}

async function graphql({ hash, body }: Call): Promise<Answer> {
  const { bookId } = (body.variables ?? {}) as { bookId?: string };
  return bookId ? editor(hash, bookId) : shelf(hash);
}

async function mcp({ hash, body }: Call): Promise<Answer> {
  const { name, arguments: given } = body.params as { name: string; arguments: { bookId: string } };
  if (body.method !== 'tools/call' || name !== 'list_characters') return refused;
  const cast = await castOf(hash, given.bookId);
  if (!cast) return missing;
  const structuredContent = { data: cast.map((row) => ({ ...shownCharacter(row), version: row.version })) };
  const result = { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: body.id, result }) };
}

function routeOf(method: string, parts: string[]) {
  if (parts[1] === 'graphql') return graphql;
  if (parts[1] === 'mcp') return mcp;
  if (method === 'PATCH') return updateCharacter;
  if (method === 'POST') return createCharacter;
  return parts[4] === 'plan' ? getPlan : listCharacters;
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const hash = hashOf(req);
  if (!hash) {
    res.writeHead(401).end();
    return;
  }
  const method = req.method ?? 'GET';
  const parts = (req.url ?? '/').split('/');
  const body = method === 'GET' ? {} : await bodyOf(req);
  const answer = await routeOf(method, parts)({ hash, parts: parts.slice(3), body });
  res.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answer.body),
    ...(answer.etag ? { etag: answer.etag } : {}),
  });
  res.end(answer.body);
}

const server = createServer((req, res) => {
  serve(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
