import { invalidRequest } from '../../errors.ts';
import type { Sql } from '../../sql/connect.ts';
import { lockBook } from '../book/store.ts';
import type { Saving } from '../chapter/autosave.ts';
import { saveHeld } from '../chapter/edit.ts';
import { type Chapter, type ChapterKey, heldChapter, type Refusal, runningOn, staleAt } from '../chapter/store.ts';
import { presentText } from '../chapter/text.ts';
import { contentMax, lengthOf } from '../shapes.ts';
import type { ChangedLines, ChangedText } from './change.ts';

/** A chapter whose text has changed in places. */
export interface EditedChapter {
  chapter: Chapter;
  changes: ChangedLines[];
}

/**
 * Changes the present text in one save; the former one is kept as a revision. The status of the chapter stays, unless it was
 * empty. Undefined if there is no such chapter.
 *
 * @param path The field that is named if the text becomes too long.
 */
export function editText(
  sql: Sql,
  key: ChapterKey,
  expected: number | undefined,
  saving: Omit<Saving, 'keepRevision'>,
  path: string,
  change: (text: string) => ChangedText | Promise<ChangedText>,
): Promise<EditedChapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<EditedChapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    const chapter = book && (await heldChapter(tx, key));
    if (!chapter) return undefined;
    const runId = await runningOn(tx, key);
    const refusal = staleAt(chapter, expected) ?? (runId ? ({ refused: 'running', runId } as const) : undefined);
    if (refusal) return refusal;
    const { body } = (await presentText(tx, key)) ?? { body: '' };
    const { text, changes } = await change(body);
    refuseLong(text, path);
    if (text === body) return { chapter, changes: [] };
    const status = chapter.status === 'partial' ? 'partial' : 'complete';
    const held = { chapter, language: book.language };
    const saved = await saveHeld(tx, key, held, { content: text, status }, { ...saving, keepRevision: true });
    return saved && { chapter: saved, changes };
  });
}

export function refuseLong(text: string, path: string): void {
  const length = lengthOf(text);
  if (length <= contentMax) return;
  const message = `makes a text of ${length} characters; the limit is ${contentMax}. Send less, or split the chapter.`;
  throw invalidRequest([{ path, message }]);
}

/** A text with more paragraphs at its end. */
export function appendedTo(former: string, text: string): ChangedText {
  const end = former.trimEnd();
  const joint = end === '' ? '' : '\n\n';
  const line = end.split('\n').length + (end === '' ? 0 : 2);
  return { text: end + joint + text, changes: [{ line, before: '', after: text }] };
}
