import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { Book } from '../book/schema.ts';
import { OutlineGrade } from './grade-schema.ts';
import type { OutlinedChapter } from './outline-reply.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const OutlineChapter = builder.objectRef<OutlinedChapter>('OutlineChapter').implement({
  description: 'A chapter as an outline plans it; it becomes a chapter of the book when the outline is adopted.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Heading that the chapter would have.' }),
    summary: t.exposeString('summary', {
      description: 'What happens in it, and what the chapter writer will be told.',
    }),
    povCharacterId: t.exposeID('povCharacterId', {
      nullable: true,
      description: 'Whose point of view it is told from; null leaves it to the plan.',
    }),
    beatKeys: t.exposeStringList('beatKeys', {
      description: 'Beats of the sheet that it carries; none without a sheet.',
    }),
    participantIds: t.exposeIDList('participantIds', { description: 'Who takes part, characters of the book.' }),
  }),
});

export const OutlineVariant = builder.objectRef<store.OutlineVariant>('OutlineVariant').implement({
  description:
    'An outline as a model made it, beside the book’s own. It leaves the book as it is until it is adopted, and stays here afterwards.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `var_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book that it was made for and could be adopted by.' }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The run that made it, with its cost; null for one that was imported.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The title that it proposes for a book that still has the default one; else null.',
    }),
    genre: t.exposeString('genre', {
      nullable: true,
      description: 'The genre that it detected where the book had none; else null.',
    }),
    genreConfidence: t.exposeInt('genreConfidence', {
      nullable: true,
      description: 'How sure it is of that genre, 0–100; null where it detected none.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'The audience that it detected where the book had none; else null.',
    }),
    audienceConfidence: t.exposeInt('audienceConfidence', {
      nullable: true,
      description: 'How sure it is of that audience, 0–100; null where it detected none.',
    }),
    chapters: t.expose('chapters', {
      type: [OutlineChapter],
      description: 'The chapters that the book would have, in order.',
    }),
    instructions: t.exposeString('instructions', { nullable: true, description: 'The wishes it was made from.' }),
    model: t.exposeString('model', { description: 'The model that made it, as the provider names it.' }),
    planVersion: t.exposeInt('planVersion', { description: 'The version of the plan that it honours.' }),
    grade: t.expose('grade', {
      type: OutlineGrade,
      nullable: true,
      description: 'The last grade it got; null until `gradeOutline`.',
    }),
    adoptedAt: t.expose('adoptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last became the book’s outline; null if never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

const variantsOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const variants = Map.groupBy(
        await store.variantsOfBooks(read, caller.accountId, bookIds),
        (variant) => variant.bookId,
      );
      return bookIds.map((bookId) => variants.get(bookId) ?? []);
    }),
);
const complexity = { field: 1, multiplier: rules.variantsMax / 2 };

builder.objectField(Book, 'outlineVariants', (t) =>
  t.field({
    type: [OutlineVariant],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'Outlines that models made for it, oldest first.',
    resolve: (book, _args, context) => variantsOf(context).load(book.id),
  }),
);

builder.queryField('outlineVariants', (t) =>
  t.field({
    type: [OutlineVariant],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The outlines that models made for a book, oldest first, whether adopted or not.',
    args: { bookId: t.arg.id({ required: true, description: 'The book.' }) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.variantsOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
);
