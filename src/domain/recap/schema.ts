import DataLoader from 'dataloader';
import { perOperation } from '../../context.ts';
import { builder } from '../../graphql/builder.ts';
import { Chapter } from '../chapter/schema.ts';
import * as store from './store.ts';

const Recap = builder.objectRef<store.Recap>('Recap').implement({
  description: 'Summary of a complete chapter, generated for the prompts of later chapters.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 600 characters, on one line.' }),
    isStale: t.exposeBoolean('isStale', {
      description: 'Whether the chapter has another text since; then no prompt uses the summary.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

const recapOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const found = new Map(
        (await store.recapsOf(read, caller.accountId, chapterIds)).map((recap) => [recap.chapterId, recap]),
      );
      return chapterIds.map((id) => found.get(id) ?? null);
    }),
);

builder.objectField(Chapter, 'recap', (t) =>
  t.field({
    type: Recap,
    nullable: true,
    description:
      'Its summary for the prompts of later chapters, generated in the background after a write or rewrite completes it. Null without one; prompts then use its first and last sentences.',
    resolve: (chapter, _args, context) => recapOf(context).load(chapter.id),
  }),
);
