import { invalidState, notFound, StaleVersion } from '../../errors.ts';
import { bookId, chapterId } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { changes, creates } from '../../graphql/effect.ts';
import { inputOf } from '../../graphql/input.ts';
import { answerUnchanged, versionArgument } from '../../graphql/versions.ts';
import { bookLanguageChanged } from '../book/hooks.ts';
import type { Saving } from './autosave.ts';
import { insertChapter, updateChapter } from './edit.ts';
import * as rules from './rules.ts';
import { Chapter } from './schema.ts';
import * as store from './store.ts';
import { recountWords } from './text.ts';

const NewChapter = inputOf('NewChapter', rules.newChapter, 'A chapter to add at the end. Every field has a default.');
const ChapterPatch = inputOf('ChapterPatch', rules.chapterPatch, 'Fields to change; omitted fields stay unchanged.');
/** Converts a refusal to an error. */
export function refuse(refusal: store.Refusal): never {
  switch (refusal.refused) {
    case 'no such character':
      return notFound('character');
    case 'stale':
      throw new StaleVersion('chapter', refusal.current, refusal.expected);
    case 'running':
      return invalidState(`Run ${refusal.runId} is writing this chapter. Wait for it or cancel it, then try again.`);
    case 'full':
      return invalidState(`The book is full: it holds at most ${rules.chaptersMax} chapters.`);
    case 'published':
      return invalidState(
        'The published version of the book includes this chapter. Archive it, publish the book again or unpublish it, then delete the chapter.',
      );
    case 'nothing to split':
      return invalidState(
        `There must be text on both sides of the cut; the chapter has ${refusal.length} characters. Choose a smaller \`at\`, or write more.`,
      );
    case 'last':
      return invalidState('The chapter is the last of its book, so there is no next chapter to merge with.');
    case 'too long':
      return invalidState(
        `The merged chapter would exceed the limits of ${refusal.fields.join(', ')}. Shorten these in one of the chapters, then merge.`,
      );
  }
}

/** Answers the chapter, or throws the refusal. */
export async function chapterOrThrow(
  outcome: store.Chapter | store.Refusal | undefined,
  key: store.ChapterKey,
  { sql }: Context,
  expected?: number | null,
): Promise<store.Chapter> {
  if (!outcome) return answerUnchanged(await store.chapterById(sql, key), 'chapter', expected);
  return 'refused' in outcome ? refuse(outcome) : outcome;
}

/** A save by the caller. A recap is made by itself only for a key that may have one made. */
export function savingOf({ caller, config, runs }: Context, keepRevision: boolean): Saving {
  const { tokenId, kind, scopes } = caller;
  const ordersRecap = config.chapterSummaries && runs.providers.has('text') && scopes.includes('generation:run');
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
