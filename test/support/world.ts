import { type IdPrefix, newId } from '../../src/id.ts';
import { type Call, facesOf, type Ids, premise } from './faces.ts';
import { onePixel } from './pictures.ts';
import type { TestService } from './service.ts';

/** The ids that operations ask for, and what each names. */
export const kinds: Record<string, IdPrefix> = {
  bookId: 'bk',
  chapterId: 'ch',
  nextChapterId: 'ch',
  characterId: 'chr',
  otherId: 'chr',
  conflictId: 'cfl',
  moodId: 'mood',
  revisionId: 'rev',
  findingId: 'fnd',
  runId: 'run',
  tokenId: 'tok',
  variantId: 'var',
  coverId: 'cov',
};

/** Well-formed ids of nothing. */
export const missing = (): Ids =>
  Object.fromEntries(Object.entries(kinds).map(([name, prefix]) => [name, newId(prefix)]));

/** One of everything that has an id, of the account of a key. */
export async function worldOf({ url, database }: Pick<TestService, 'url' | 'database'>, key: string): Promise<Ids> {
  const rest: Call = (field, input) => facesOf(url, key)[0]?.call(field, input) ?? Promise.reject(new Error(field));
  const { id: bookId } = await rest('createBook', { input: { premise } });
  const make = async (field: string, input: object): Promise<string> => (await rest(field, { bookId, input })).id;
  const [characterId, otherId] = [
    await make('createCharacter', { name: 'A' }),
    await make('createCharacter', { name: 'B' }),
  ];
  const edge = { fromCharacterId: characterId, toCharacterId: otherId, kind: 'love', description: 'Unsaid.' };
  const token = await rest('createToken', { input: { scopes: ['books:read'] } });
  const chapterId = await make('createChapter', {
    content: 'The rain will not stop for anybody in the world. '.repeat(2),
  });
  const [{ id: findingId }] = (await rest('lintChapter', { bookId, chapterId })).findings;
  await rest('waiveFinding', { bookId, chapterId, input: { findingId, reason: 'It will not.' } });
  const runId = newId('run');
  await database.write`
    INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, revision_id, start_offset, holder, lease_until, deadline_at)
    SELECT account_id, ${runId}, id, ${chapterId}, 'write', 'completed', '', 'm', ${newId('rev')}, 0, '', now(), now() FROM book WHERE id = ${bookId}`;
  await narrated(database, chapterId, newId('run'));
  const variantId = newId('var');
  await database.write`
    INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
    SELECT account_id, id, ${variantId}, ${runId}, '[{"title":"A","summary":"Somebody comes ashore.","povCharacterId":null,"beatKeys":[],"participantIds":[]}]', 'm', 1 FROM book WHERE id = ${bookId}`;
  return {
    bookId,
    characterId,
    otherId,
    chapterId,
    nextChapterId: await make('createChapter', { title: 'Two' }),
    findingId,
    revisionId: (await rest('revisions', { bookId, chapterId }))[0].id,
    runId,
    variantId,
    conflictId: await make('addConflict', edge),
    moodId: await make('addMoodReference', { kind: 'film', title: 'Fog' }),
    tokenId: token.id,
    coverId: await make('addCover', { base64: onePixel }),
  };
}

/** Gives a chapter audio of its present text, as a run would. */
async function narrated({ write: sql }: TestService['database'], chapterId: string, runId: string): Promise<void> {
  const id = newId('nar');
  await sql`
    INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, start_offset, holder, lease_until, deadline_at)
    SELECT account_id, ${runId}, book_id, id, 'narrate', 'completed', '', 'm', 0, '', now(), now() FROM chapter WHERE id = ${chapterId}`;
  await sql`
    INSERT INTO narration (account_id, id, chapter_id, revision_id, title, voice, model, run_id, duration_ms, size_bytes, sha256, completed_at)
    SELECT c.account_id, ${id}, c.id, t.revision_id, c.title, 'v', 'm', ${runId}, 24, 192, repeat('0', 64), now()
    FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id WHERE c.id = ${chapterId}`;
  await sql`INSERT INTO narration_piece SELECT account_id, id, 0, decode(repeat('00', 192), 'hex') FROM narration WHERE id = ${id}`;
}
