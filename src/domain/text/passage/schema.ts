import { notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { inputOf } from '../../../graphql/input.ts';
import { requireScope } from '../../../graphql/permit.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { refuse } from '../chapter/refusal-schema.ts';
import { Chapter } from '../chapter/schema.ts';
import type { Refusal } from '../chapter/store.ts';
import { savingOf } from '../texts/edit-schema.ts';
import { withText } from '../texts/text-schema.ts';
import { type ChangedLines, edited } from './change.ts';
import { appendedTo, type EditedChapter as Edited, editText } from './edit.ts';
import * as rules from './rules.ts';

const ChangedLine = builder.objectRef<ChangedLines>('ChangedLines').implement({
  description: 'Lines of a text that a change has replaced. A paragraph is one line.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'The first of them in the changed text, from 1.' }),
    before: t.exposeString('before', { description: 'The lines before the change; empty if they are new.' }),
    after: t.exposeString('after', { description: 'The same lines now; empty if they were deleted.' }),
  }),
});

export const EditedChapter = builder.objectRef<Edited>('EditedChapter').implement({
  description: 'A chapter after a change of its text, with the lines that have changed.',
  kept: async ({ chapter, changes }: Edited, context) => ({ changes, chapter: await withText(chapter, context) }),
  fields: (t) => ({
    chapter: t.expose('chapter', { type: Chapter, description: 'The chapter, with its new version.' }),
    changes: t.expose('changes', {
      type: [ChangedLine],
      description: 'The lines that have changed, in order; empty if the text stays as it was.',
    }),
  }),
});

const ChapterEdits = inputOf('ChapterEdits', rules.chapterEdits, 'Small edits of a text.');
const ChapterAddition = inputOf('ChapterAddition', rules.chapterAddition, 'Text for the end of a chapter.');

/** The same call, sent again, is refused or adds the text once more; its key makes it safe. */
export const changesOnce = { space: 'changes', repeatable: false, destructive: false } as const;

export function answerOf(outcome: Edited | Refusal | undefined): Edited {
  if (!outcome) return notFound('chapter');
  return 'refused' in outcome ? refuse(outcome) : outcome;
}

builder.mutationFields((t) => ({
  editChapter: t.field({
    ...changesOnce,
    type: EditedChapter,
    authScopes: { scope: 'books:write' },
    description:
      'Replaces passages of the text, all in one save or none. Each must be found exactly once, exactly or else tolerant of white space and typographic quotes. The former text is kept as a revision. The key needs `books:read` too.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: ChapterEdits, required: true, description: 'Passages, and what takes their place.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input: { edits }, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      // By trying passages, a caller could find out the text.
      requireScope(context.caller, 'books:read');
      const change = (text: string) => edited(text, edits);
      return answerOf(
        await editText(context.sql, key, expectedVersion ?? undefined, savingOf(context, true), 'edits', change),
      );
    },
  }),
  appendToChapter: t.field({
    ...changesOnce,
    type: EditedChapter,
    authScopes: { scope: 'books:write' },
    description: 'Adds paragraphs at the end of the text. The former text is kept as a revision.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: ChapterAddition, required: true, description: 'What is added to the text.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const change = (former: string) => appendedTo(former, input.text);
      return answerOf(
        await editText(context.sql, key, expectedVersion ?? undefined, savingOf(context, true), 'text', change),
      );
    },
  }),
}));
