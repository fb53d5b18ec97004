import { notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { changes, creates } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { bookLanguageChanged } from '../../story/book/hooks.ts';
import { chapterOrThrow } from '../chapter/refusal-schema.ts';
import * as rules from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { insertChapter, updateChapter } from './edit.ts';
import { recountWords } from './recount.ts';
import type { Saving } from './session.ts';

const NewChapter = inputOf('NewChapter', rules.newChapter, 'A chapter to add at the end. Every field has a default.');
const ChapterPatch = inputOf('ChapterPatch', rules.chapterPatch, 'Fields to change; omitted fields stay unchanged.');

/** A save by the caller. A recap is made by itself only for a key that may have one made. */
export function savingOf({ caller, config, runs }: Context, keepRevision: boolean): Saving {
  const { tokenId, kind, scopes } = caller;
  const ordersRecap = config.chapterRecaps && runs.providers.has('text') && scopes.includes('generation:run');
  return { tokenId, kind, keepRevision, ordersRecap };
}

// Words are counted by the rules of the book's language (contract 5).
bookLanguageChanged.add(({ sql }, key, language) => recountWords(sql, key, language));

builder.mutationFields((t) => ({
  createChapter: t.field({
    ...creates,
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Adds a chapter at the end of the book.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewChapter, required: true, description: 'Fields of the chapter; all are optional.' }),
    },
    resolve: async (_root, { bookId, input }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      return chapterOrThrow(
        (await insertChapter(context.sql, key, input, savingOf(context, false))) ?? notFound('book'),
        { ...key, chapterId: '' },
        context,
      );
    },
  }),
  updateChapter: t.field({
    ...changes,
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Changes the given fields. Setting `content` keeps the old text as a revision, except for small edits in one session. It fails with `invalid_state` while a run writes the chapter; so does setting `status`.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      patch: t.arg({ type: ChapterPatch, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int(versionArgument),
      keepRevision: t.arg.boolean({ description: rules.saving.shape.keepRevision.description ?? '' }),
    },
    resolve: async (_root, { bookId, chapterId, patch, expectedVersion, keepRevision }, context) => {
      const { accountId } = context.caller;
      const key = { accountId, bookId, chapterId };
      const saving = savingOf(context, keepRevision ?? false);
      const changed =
        Object.keys(patch).length > 0
          ? await updateChapter(context.sql, key, patch, expectedVersion ?? undefined, saving)
          : undefined;
      return chapterOrThrow(changed, key, context, expectedVersion);
    },
  }),
}));
