import { countWords } from '../../../prose/words.ts';
import type { Sql } from '../../../sql/connect.ts';
import { lockBook } from '../../story/book/store.ts';
import { type Chapter, heldChapter, type Refusal, staleAt, updateFields } from '../chapter/store.ts';
import { refusalOf } from './hold.ts';
import { textRestored } from './hooks.ts';
import { proseOf } from './prose.ts';
import { putText } from './put.ts';
import { markRestored, type RevisionKey, revisionById } from './store.ts';

/**
 * Restores a revision with its status and inputs, so that it is as stale as before; it also stays in the list. The
 * former text becomes a revision. Restoring the present text changes nothing. Undefined if the chapter is
 * archived or has no such revision.
 */
export function restoreRevision(
  sql: Sql,
  key: RevisionKey,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    const chapter = book && (await heldChapter(tx, key));
    const revision = chapter && (await revisionById(tx, key));
    if (!revision) return undefined;
    const isPresent = revision.replacedAt === null;
    const refusal = isPresent ? staleAt(chapter, expected) : await refusalOf(tx, key, chapter, expected);
    if (refusal) return refusal;
    if (isPresent) return chapter;
    const [{ body } = { body: '' }] = await proseOf(tx, key.accountId, [revision]);
    const { runId, model, builtFrom } = revision;
    await markRestored(tx, key);
    await putText(tx, key, body, { origin: 'restore', runId, model, builtFrom });
    await textRestored.run(tx, key, { revisionId: revision.id, text: body });
    const text = { textStatus: revision.status, wordCount: countWords(body, book.language) };
    return updateFields(tx, key, text, undefined);
  });
}
