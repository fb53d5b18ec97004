import type { Sql } from '../../sql/connect.ts';
import { lockBook } from '../book/store.ts';
import { proseOf } from '../chapter/prose.ts';
import { type Chapter, heldChapter, type Refusal, runningOn, staleAt, updateFields } from '../chapter/store.ts';
import { putText } from '../chapter/text.ts';
import { countWords } from '../chapter/words.ts';
import { textRestored } from './hooks.ts';
import { type RevisionKey, revisionById } from './store.ts';

/**
 * Restores a revision with its status and inputs, so that it is as stale as before; it also stays in the list. The
 * previous text becomes a revision. Restoring the current text changes nothing. Undefined if the chapter is archived or has
 * no such revision.
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
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    if (revision.replacedAt === null) return chapter;
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    const [{ body } = { body: '' }] = await proseOf(tx, key.accountId, [revision]);
    await tx`UPDATE chapter_revision SET restored_at = clock_timestamp() WHERE account_id = ${key.accountId}
      AND id = ${revision.id}`;
    const { runId: writtenBy, model, builtFrom } = revision;
    await putText(tx, key, body, { origin: 'restore', runId: writtenBy, model, builtFrom });
    await textRestored.run(tx, key, { revisionId: revision.id, text: body });
    const text = { textStatus: revision.status, wordCount: countWords(body, book.language) };
    return updateFields(tx, key, text, undefined);
  });
}
