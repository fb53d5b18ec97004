import DataLoader from 'dataloader';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { Chapter } from '../chapter/schema.ts';
import * as store from './store.ts';

const Recap = builder.objectRef<store.Recap>('Recap').implement({
  description: 'What a finished chapter came to, as a model summed it up for the prompts of later chapters.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 600 characters, on one line.' }),
    isStale: t.exposeBoolean('isStale', {
      description: 'True once the chapter has another text; no prompt uses it any more.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
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
      'Its summary in the prompts of later chapters, made in the background once a write or rewrite has finished it. Null while there is none: the first and last sentences then serve.',
    resolve: (chapter, _args, context) => recapOf(context).load(chapter.id),
  }),
);
