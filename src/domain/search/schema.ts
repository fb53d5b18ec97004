import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageOf } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book, booksOf } from '../book/schema.ts';
import { find, type Hit } from './find.ts';
import type { Range } from './highlight.ts';
import * as rules from './rules.ts';
import type { Snippet } from './snippet.ts';

const SearchKind = enumOf('SearchKind', rules.searchKinds, 'What sort of text something was found in.', {
  prose: 'The text of a chapter as it is saved; not what a run is still writing.',
  title: 'The heading of a chapter.',
  summary: 'A chapter’s line in the outline.',
  notes: 'Wishes and reminders for a chapter.',
  character: 'A member of the cast: names, role, bio, voice, want, fear, lie.',
  conflict: 'Description, stakes or connection of a conflict.',
  mood: 'Title or note of a mood reference.',
  book: 'Title, subtitle, premise or description of the book.',
  plan: 'Theme, promise to the reader or comparable authors of the plan.',
});

const TextRange = builder.objectRef<Range>('TextRange').implement({
  description: 'A run of characters, counted in code points.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Its first character, 0 for the first of the text.' }),
    end: t.exposeInt('end', { description: 'Behind its last character.' }),
  }),
});

const SearchSnippet = builder.objectRef<Snippet>('SearchSnippet').implement({
  description: 'A piece of a text in which something was found, exactly as it stands there.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description: `Plain text of about ${rules.snippetLength} characters, never HTML; its markup, if any, is the author’s.`,
    }),
    offset: t.exposeInt('offset', {
      description: 'Where in the field it begins, in characters: `Chapter.text` goes on from there.',
    }),
    highlights: t.expose('highlights', {
      type: [TextRange],
      complexity: 1,
      description:
        'Where in `text` the words are that were found, in the form they have here. In order; they do not overlap.',
    }),
  }),
});

/** The id of the record, where the hit is of such a kind. */
const idIf = ({ kind, recordId }: Hit, ...kinds: rules.SearchKind[]) => (kinds.includes(kind) ? recordId : null);

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A text in which everything was found that was asked for.',
  fields: (t) => ({
    kind: t.field({ type: SearchKind, description: 'What sort of text it is.', resolve: (hit) => hit.kind }),
    field: t.exposeString('field', {
      description:
        'The field of the record, as it is called there: `content`, `summary`, `voiceProfile`. Aliases count as one text, a line each.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book it belongs to.' }),
    bookTitle: t.exposeString('bookTitle', { description: 'What that book is called, for a list of hits in several.' }),
    label: t.exposeString('label', {
      description: 'What the record is called: the chapter’s title, the character’s name, both names of a conflict.',
    }),
    chapterId: t.id({
      nullable: true,
      description: 'The chapter, for prose, title, summary and notes.',
      resolve: (hit) => idIf(hit, 'prose', 'title', 'summary', 'notes'),
    }),
    chapterOrder: t.exposeInt('chapterOrder', {
      nullable: true,
      description: 'The place of that chapter in the book, 1 for the first.',
    }),
    characterId: t.id({
      nullable: true,
      description: 'The character, for the cast.',
      resolve: (hit) => idIf(hit, 'character'),
    }),
    conflictId: t.id({
      nullable: true,
      description: 'The conflict, for the matrix.',
      resolve: (hit) => idIf(hit, 'conflict'),
    }),
    moodId: t.id({
      nullable: true,
      description: 'The mood reference, where it is one.',
      resolve: (hit) => idIf(hit, 'mood'),
    }),
    matches: t.exposeInt('matches', {
      description: 'How often words and phrases of the query stand in the text, together.',
    }),
    snippets: t.expose('snippets', {
      type: [SearchSnippet],
      complexity: { field: 1, multiplier: rules.snippetsMax },
      description: `The places that say most of it, at most ${rules.snippetsMax}, in the order of the text.`,
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book itself.',
      resolve: (hit, _args, context) => booksOf(context).load(hit.bookId),
    }),
  }),
});
const SearchHitConnection = connectionOf('SearchHit', SearchHit);

/** A search reads more than it answers. */
const searchCost = ({ first }: { first?: number | null | undefined }) => ({
  field: 500,
  multiplier: first ?? defaultPageSize,
});

interface Asked {
  q: string;
  in?: readonly rules.SearchKind[] | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

async function hits({ read, caller }: Context, bookId: string | undefined, { q, in: kinds, first, after }: Asked) {
  const size = first ?? defaultPageSize;
  const found = await find(read, {
    accountId: caller.accountId,
    ...(bookId === undefined ? {} : { bookId }),
    clauses: rules.clausesOf(q.trim()),
    kinds: kinds ?? undefined,
    limit: size + 1,
    after: after ? rules.hitPlaceOf(after) : undefined,
  });
  return pageOf(found ?? notFound('book'), size, rules.hitCursor);
}

builder.queryFields((t) => {
  const asked = {
    q: t.arg.string({
      required: true,
      description: rules.searchArguments.q.description ?? '',
      validate: { schema: rules.searchArguments.q },
    }),
    in: t.arg({
      type: [SearchKind],
      description: rules.searchArguments.in.description ?? '',
      validate: { schema: rules.searchArguments.in },
    }),
    first: t.arg.int({
      description: 'How many hits at most, 1–100; default 20.',
      validate: { schema: rules.searchArguments.first },
    }),
    after: t.arg.string({
      description: '`endCursor` of the page before.',
      validate: { schema: rules.searchArguments.after },
    }),
  };
  return {
    searchBook: t.field({
      type: SearchHitConnection,
      authScopes: { scope: 'books:read' },
      complexity: searchCost,
      description: 'Finds words in everything that was written of a book, each text once, titles and names first.',
      args: { bookId: t.arg.id({ required: true, description: 'The book.' }), ...asked },
      resolve: (_root, { bookId, ...args }, context) => hits(context, bookId, args),
    }),
    searchBooks: t.field({
      type: SearchHitConnection,
      authScopes: { scope: 'books:read' },
      complexity: searchCost,
      description: 'Finds words in all of your books, each in its own language.',
      args: asked,
      resolve: (_root, args, context) => hits(context, undefined, args),
    }),
  };
});
