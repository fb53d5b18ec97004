import { randomUUID } from 'node:crypto';
import { insertRun } from '../../src/domain/calls/run/insert.ts';
import type { Run } from '../../src/domain/calls/run/store.ts';
import { ensureAccount } from '../../src/domain/story/account/store.ts';
import { newBook } from '../../src/domain/story/book/rules.ts';
import { insertBook } from '../../src/domain/story/book/store.ts';
import { insertChapter } from '../../src/domain/text/texts/edit.ts';
import { newId } from '../../src/ids/id.ts';
import type { Sql } from '../../src/sql/connect.ts';

export const noLimits = {
  providerConcurrent: 0,
  providerPerMinute: 0,
  quotas: { chapters: 0, narrations: 0, outlines: 0, covers: 0, outputTokens: 0 },
};

/** A run of a new account that `holder` has just begun. */
export async function newRun(
  sql: Sql,
  { holder, deadlineSeconds = 60 }: { holder: string; deadlineSeconds?: number },
): Promise<Run> {
  const { id: accountId } = await ensureAccount(sql, `account ${randomUUID()}`);
  const { id: bookId } = await insertBook(sql, accountId, newBook.parse({ premise: 'A ferry at night.' }));
  const chapter = await insertChapter(sql, { accountId, bookId }, {});
  const key = { accountId, bookId, chapterId: chapter && 'id' in chapter ? chapter.id : '' };
  const of = { id: newId('run'), kind: 'write' as const, requestHash: '', model: 'm', revisionId: newId('rev') };
  const rest = {
    startOffset: 0,
    holder,
    deadlineSeconds,
    resumeOf: null,
    prompt: null,
    builtFrom: {},
  };
  const begun = await insertRun(sql, key, { ...of, ...rest, chapterId: key.chapterId, subjectId: null }, noLimits, {
    mayBegin: async () => undefined,
  });
  if ('not' in begun) throw new Error(begun.not);
  return begun.run;
}
