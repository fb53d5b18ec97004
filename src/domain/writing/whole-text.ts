import type { Transaction } from '../../sql/connect.ts';
import { countWords } from '../chapter/words.ts';
import type { EndedRun } from '../run/store.ts';

/** Text of an ended run that its chapter does not have. */
interface WholeText {
  /** Characters of the run that are taken from the saved text. */
  savedChars: number;
  rest: string;
  /** The same at every try, so that the text is stored once. */
  revisionId: string;
}

/** Inserts a revision: the text that the run continued, its saved characters and the rest. */
export async function insertWholeText(
  tx: Transaction,
  run: EndedRun,
  { savedChars, rest, revisionId }: WholeText,
): Promise<void> {
  const { accountId, id, chapterId, startOffset, charsWritten } = run;
  const isUnjoined = run.kind === 'write' && charsWritten === 0 && startOffset > 0;
  const startsFrom = (isUnjoined && run.replacedRevisionId) || run.revisionId;
  const [before] = await tx<{ text: string | null; language: string }[]>`
    SELECT b.language, substr((
      SELECT t.body FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}
        AND t.revision_id = ${startsFrom}
      UNION ALL SELECT body FROM chapter_revision v WHERE v.account_id = ${accountId} AND v.id = ${startsFrom} LIMIT 1
    ), 1, ${startOffset + savedChars}::int) AS text
    FROM book b WHERE b.account_id = ${accountId} AND b.id = ${run.bookId}`;
  const body = (before?.text ?? '') + rest;
  await tx`
    INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
      built_from, created_at)
    SELECT account_id, chapter_id, ${revisionId}, ${body}, ${countWords(body, before?.language ?? 'en')}, 'partial',
      kind, id, model, built_from, started_at
    FROM run WHERE account_id = ${accountId} AND id = ${id}
    ON CONFLICT (account_id, id) DO NOTHING`;
}
