import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { Book, booksOf } from '../../story/book/schema.ts';
import { find, type Hit } from './find.ts';
import type { Range } from './highlight.ts';
import * as rules from './rules.ts';
import type { Snippet } from './snippet.ts';

const SearchKind = enumOf('SearchKind', rules.searchKinds, 'Kind of a searched text.', rules.searchKindWords);

const TextRange = builder.objectRef<Range>('TextRange').implement({
  description: 'A range of characters, in code points.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Start, from 0.' }),
    end: t.exposeInt('end', { description: 'Exclusive end of the range.' }),
  }),
});

const SearchSnippet = builder.objectRef<Snippet>('SearchSnippet').implement({
  description:
    'A passage of a matching text. In the text of a chapter, backslashes before signs of Markdown are left out.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description: `Plain text of about ${rules.snippetLength} characters, not HTML; any markup in it is the author’s.`,
    }),
    offset: t.exposeInt('offset', {
      description: 'Start in the field, in characters; pass it to `Chapter.text` to read on.',
    }),
    highlights: t.expose('highlights', {
      type: [TextRange],
      complexity: 1,
      description: 'Ranges of the matches in `text`, in order and without overlaps.',
    }),
  }),
});

/** Id of the record, for hits of this kind only. */
const idIf = ({ kind, recordId }: Hit, ...kinds: rules.SearchKind[]) => (kinds.includes(kind) ? recordId : null);

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A text that matches the query.',
  fields: (t) => ({
    kind: t.field({ type: SearchKind, description: 'Kind of the text.', resolve: (hit) => hit.kind }),
    field: t.exposeString('field', {
      description:
        'Name of the matching field: `content`, `summary`, `voiceProfile`. Aliases are one text, one per line.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book that contains it.' }),
    bookTitle: t.exposeString('bookTitle', { description: 'Title of that book, for hits in several books.' }),
    label: t.exposeString('label', {
      description: 'Name of the record: title of a chapter, name of a character, both names of a conflict.',
    }),
    chapterId: t.id({
      nullable: true,
      description: 'The chapter of a prose, title, summary or notes hit.',
      resolve: (hit) => idIf(hit, 'prose', 'title', 'summary', 'notes'),
    }),
    chapterOrder: t.exposeInt('chapterOrder', {
      nullable: true,
      description: 'Position of that chapter in the book, from 1.',
    }),
    characterId: t.id({
      nullable: true,
      description: 'The character of a cast hit.',
      resolve: (hit) => idIf(hit, 'character'),
    }),
    conflictId: t.id({
      nullable: true,
      description: 'The conflict that contains the text.',
      resolve: (hit) => idIf(hit, 'conflict'),
    }),
    moodId: t.id({
      nullable: true,
      description: 'The mood reference of a mood hit.',
      resolve: (hit) => idIf(hit, 'mood'),
    }),
    recordId: t.exposeID('recordId', {
      description: 'Id of the record, of any type; the book for its own texts and its plan.',
    }),
    matches: t.exposeInt('matches', {
      description: 'Total number of matches of the query’s words and phrases.',
    }),
    snippets: t.expose('snippets', {
      type: [SearchSnippet],
      complexity: { field: 1, multiplier: rules.snippetsMax },
      description: `The best matching passages, at most ${rules.snippetsMax}, in text order.`,
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book that contains the text.',
      resolve: (hit, _args, context) => booksOf(context).load(hit.bookId),
    }),
  }),
});
const SearchHitConnection = connectionOf('SearchHit', SearchHit);

/** Cost of a search, which reads more than it answers. */
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
  const range = { size: first ?? defaultPageSize, after: after == null ? undefined : rules.hitPlaceOf(after) };
  const found = await find(read, {
    accountId: caller.accountId,
    bookIds: caller.bookIds,
    ...(bookId === undefined ? {} : { bookId }),
    clauses: rules.clausesOf(q.trim()),
    kinds: kinds ?? undefined,
    limit: range.size + 1,
    after: range.after,
  });
  return pageOf(found ?? notFound('book'), range, rules.hitCursor);
}

builder.queryFields((t) => {
  const searchArguments = {
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
      description: 'Maximum number of hits, 1–100; default 20.',
      validate: { schema: rules.searchArguments.first },
    }),
    after: t.arg.string({
      description: '`endCursor` of the previous page.',
      validate: { schema: rules.searchArguments.after },
    }),
  };
  return {
    searchBook: t.field({
      type: SearchHitConnection,
      authScopes: { scope: 'books:read' },
      complexity: searchCost,
      description: 'Searches all texts of a book. Each text is one hit; titles and names come first.',
      args: { bookId: t.arg.id(bookId), ...searchArguments },
      resolve: (_root, { bookId, ...args }, context) => hits(context, bookId, args),
    }),
    searchBooks: t.field({
      type: SearchHitConnection,
      bounds: 'narrowed',
      authScopes: { scope: 'books:read' },
      complexity: searchCost,
      description: 'Searches all of your books, each by the rules of its language.',
      args: searchArguments,
      resolve: (_root, args, context) => hits(context, undefined, args),
    }),
  };
});
