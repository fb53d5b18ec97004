import { countWords } from '../../../../prose/words.ts';
import type { Transaction } from '../../../../sql/connect.ts';
import type { EndedRun } from '../../../calls/run/store.ts';
import { bodyOf, intoRevisions } from '../rows.ts';

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
    SELECT b.language, substr(${bodyOf(tx, accountId, chapterId, startsFrom)}, 1, ${startOffset + savedChars}::int) AS text
    FROM book b WHERE b.account_id = ${accountId} AND b.id = ${run.bookId}`;
  const body = (before?.text ?? '') + rest;
  const words = countWords(body, before?.language ?? 'en');
  const whole = tx`
    SELECT account_id, chapter_id, ${revisionId}, ${body}, ${words}, 'partial', kind, id, model, built_from, started_at
    FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`${intoRevisions(tx, whole)} ON CONFLICT (account_id, id) DO NOTHING`;
}
