import type { Sql } from '../../sql/connect.ts';
import { countWords } from '../chapter/rules.ts';
import {
  type Chapter,
  heldChapter,
  lockBook,
  type Refusal,
  runningOn,
  staleAt,
  updateFields,
} from '../chapter/store.ts';
import { putText } from '../chapter/text.ts';
import { proseOf, type RevisionKey, revisionById } from './store.ts';

/**
 * Puts a former text in place of the present one, which becomes a revision; the former one stays in the list too. It comes
 * back with its status and with what it was built from, so that it is as stale as it was. The present text itself changes
 * nothing. Undefined when that chapter is not in the outline or has no such revision.
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
    const { runId: writtenBy, model, builtFrom } = revision;
    await putText(tx, key, body, { origin: 'restore', runId: writtenBy, model, builtFrom });
    const text = { textStatus: revision.status, wordCount: countWords(body, book.language) };
    return updateFields(tx, key, text, undefined);
  });
}
