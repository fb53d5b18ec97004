import { invalidState, notFound, StaleVersion } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { insertChapter, updateChapter } from './edit.ts';
import * as rules from './rules.ts';
import { Chapter } from './schema.ts';
import * as store from './store.ts';

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;

const NewChapter = inputOf('NewChapter', rules.newChapter, 'A chapter to add at the end. Every field has a default.');
const ChapterPatch = inputOf('ChapterPatch', rules.chapterPatch, 'Fields to change; those left out stay as they are.');
/** The refusal in the contract's words. */
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
    case 'nothing to split':
      return invalidState(
        `There must be text on both sides of the cut; the chapter has ${refusal.length} characters. Choose a smaller \`at\`, or write more.`,
      );
    case 'last':
      return invalidState('The chapter is the last of its book: there is none behind it to merge with.');
    case 'too long':
      return invalidState(
        `Together the two chapters would have too much in ${refusal.fields.join(', ')}. Shorten it in one of them, then merge.`,
      );
  }
}

/** The chapter, or why it is none. */
export async function orRefuse(
  outcome: store.Chapter | store.Refusal | undefined,
  key: store.ChapterKey,
  { sql }: Context,
  expected?: number | null,
): Promise<store.Chapter> {
  if (!outcome) return unchanged(await store.chapterById(sql, key), 'chapter', expected);
  return 'refused' in outcome ? refuse(outcome) : outcome;
}

builder.mutationFields((t) => ({
  createChapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Adds a chapter at the end of the book.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewChapter, required: true, description: 'What is known of it.' }),
    },
    resolve: async (_root, { bookId, input }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      return orRefuse(
        (await insertChapter(context.sql, key, input, context.caller.tokenId)) ?? notFound('book'),
        { ...key, chapterId: '' },
        context,
      );
    },
  }),
  updateChapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Changes the fields that are sent. Setting `content` keeps the former text as a revision, but for small steps of one sitting; it is refused while a run writes the chapter.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      patch: t.arg({ type: ChapterPatch, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int(versionArgument),
      keepRevision: t.arg.boolean({ description: rules.saving.shape.keepRevision.description ?? '' }),
    },
    resolve: async (_root, { bookId, chapterId, patch, expectedVersion, keepRevision }, context) => {
      const { accountId, tokenId } = context.caller;
      const key = { accountId, bookId, chapterId };
      const saving = { tokenId, keepRevision: keepRevision ?? false };
      const changed =
        Object.keys(patch).length > 0
          ? await updateChapter(context.sql, key, patch, expectedVersion ?? undefined, saving)
          : undefined;
      return orRefuse(changed, key, context, expectedVersion);
    },
  }),
}));
