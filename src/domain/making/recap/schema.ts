import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes } from '../../../graphql/effect.ts';
import { enumOf, inputOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { answerUnchanged, versionArgument } from '../../../graphql/versions.ts';
import { Chapter } from '../../text/chapter/schema.ts';
import { recapRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { type Suggestion, suggestionsOf } from './suggestion-store.ts';
import './keep.ts';

export const RecapOrigin = enumOf('RecapOrigin', rules.recapOrigins, 'Who wrote a recap.', {
  model: 'A run of this service. The next one replaces it.',
  agent: 'An agent, with `setRecap`.',
  person: 'A person, with `setRecap`. No run replaces it.',
});

const RecapSuggestion = builder.objectRef<Suggestion>('RecapSuggestion').implement({
  description: 'A recap that a model wrote for a chapter with the recap of a person. `setRecap` accepts or answers it.',
  fields: (t) => ({
    events: t.exposeString('events', { description: 'What happened, at most 1200 characters.' }),
    state: t.exposeString('state', { description: 'Where everybody stands at the end of the chapter.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the text that it was made from.' }),
    isStale: t.exposeBoolean('isStale', { description: 'Whether the chapter has another text by now.' }),
    model: t.exposeString('model', { description: 'The model that wrote it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const suggestionOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const found = new Map(
        (await suggestionsOf(read, caller.accountId, chapterIds)).map((one) => [one.chapterId, one]),
      );
      return chapterIds.map((id) => found.get(id) ?? null);
    }),
);

export const Recap = builder.objectRef<store.Recap>('Recap').implement({
  description: 'What happened in a chapter and where everybody stands after it, for the prompts of later chapters.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `rcp_…`, derived from the chapter.' }),
    chapterId: t.exposeID('chapterId', { description: 'The chapter that it sums up.' }),
    events: t.exposeString('events', { description: 'What happened, at most 1200 characters.' }),
    state: t.exposeString('state', {
      description:
        'Where everybody stands at the end of the chapter, at most 800 characters; empty if nobody has said.',
    }),
    origin: t.expose('origin', { type: RecapOrigin, description: 'Who wrote it.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the text that it was made from.' }),
    isStale: t.exposeBoolean('isStale', {
      description:
        'Whether 5 % or more of the words of that text were edited since, or the text was replaced. Prompts mark a stale recap.',
    }),
    version: t.exposeInt('version', { description: 'Increases with each new recap; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the chapter had its first recap.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When this one was set.' }),
    suggestion: t.field({
      type: RecapSuggestion,
      nullable: true,
      description:
        'What a model wrote while this is the recap of a person. Null without one; the next `setRecap` removes it.',
      resolve: ({ chapterId }, _args, context) => suggestionOf(context).load(chapterId),
    }),
    text: t.exposeString('events', {
      deprecationReason: 'Use `events`.',
      description: 'The same as `events`.',
    }),
  }),
});

implementNode(recapRecord, Recap, ({ read, caller }, ids) => store.recapsByIds(read, caller, ids));

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
      'What happened in it and where everybody stands, for the prompts of later chapters. Null without one; prompts then use its first and last sentences.',
    resolve: (chapter, _args, context) => recapOf(context).load(chapter.id),
  }),
);

builder.queryField('recap', (t) =>
  t.field({
    type: Recap,
    authScopes: { scope: 'books:read' },
    description: 'The recap of a chapter. `not_found` without one.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, { read, caller }) => {
      const recap = await store.recapOfChapter(read, { accountId: caller.accountId, bookId, chapterId });
      if (recap === undefined) notFound('chapter');
      return recap ?? notFound('recap', 'The chapter has none yet. Set one, or have one generated.');
    },
  }),
);

const NewRecap = inputOf('NewRecap', rules.newRecap, 'A whole recap, in place of the one there is.');

builder.mutationField('setRecap', (t) =>
  t.field({
    ...changes,
    type: Recap,
    authScopes: { scope: 'books:write' },
    description:
      'Sets the whole recap of a chapter with text. Its origin is the kind of the key: no run replaces the recap of a person.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: NewRecap, required: true, description: 'The whole recap.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      const source = { origin: caller.kind, expected: expectedVersion ?? undefined };
      const set = await store.putRecap(sql, key, input, source);
      if (set) return set;
      const current = await store.recapOfChapter(sql, key);
      if (current === undefined) notFound('chapter');
      if (expectedVersion != null)
        return answerUnchanged(current ? { ...current, bookId } : undefined, 'recap', expectedVersion);
      return invalidState('The chapter has no text to sum up. Write it, or set its content, first.');
    },
  }),
);
