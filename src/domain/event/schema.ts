import DataLoader from 'dataloader';
import { invalidRequest, notFound, ServiceError } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageOf } from '../../graphql/connection.ts';
import { type Context, forgetRead, perOperation } from '../../graphql/context.ts';
import { wordsOf } from '../../graphql/input.ts';
import { untilRevoked } from '../../graphql/until-revoked.ts';
import { Book } from '../book/schema.ts';
import { bookById, booksByIds } from '../book/store.ts';
import { Chapter, shownChaptersOf } from '../chapter/schema.ts';
import { Character, shownCastOf } from '../character/schema.ts';
import { Conflict, shownConflictsOf } from '../conflict/schema.ts';
import { Run } from '../generation/run-schema.ts';
import { runsByIds } from '../generation/store.ts';
import { pageArguments } from '../page.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { watchBook } from './watch.ts';

const EventType = wordsOf('EventType', Object.keys(rules.eventTypes), 'What happened to what.');

/** Records by id, null for those that are gone: one statement for all of an operation. */
function byId<T extends { id: string }>(
  find: (sql: Context['read'], accountId: string, ids: readonly string[]) => Promise<T[]>,
) {
  return perOperation(
    ({ read, caller }) =>
      new DataLoader(async (ids: readonly string[]) => {
        const found = new Map((await find(read, caller.accountId, ids)).map((record) => [record.id, record]));
        return ids.map((id) => found.get(id) ?? null);
      }),
  );
}

const liveBooksOf = byId(booksByIds);
const runsOf = byId(runsByIds);

/** A record of a list of the event's book; null when it is gone from there, or the book itself is gone. */
async function inBook<T extends { id: string }>(
  context: Context,
  { bookId }: store.Event,
  id: string | null,
  listOf: (bookId: string) => Promise<Iterable<T>>,
): Promise<T | null> {
  if (!id || !(await liveBooksOf(context).load(bookId))) return null;
  for (const record of await listOf(bookId)) if (record.id === id) return record;
  return null;
}

const authScopes = { scope: 'books:read' } as const;

export const Event = builder.objectRef<store.Event>('Event').implement({
  description:
    'Something that changed, in the order in which it was done. It says what changed, not to what: read the record, which may have changed again since.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `evt_…`. Pass it as `after` to go on behind this event.' }),
    type: t.expose('type', {
      type: EventType,
      description: 'What happened to what. More may come: pass over those you do not know.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book it happened in.' }),
    chapterId: t.exposeID('chapterId', { nullable: true, description: 'The chapter, where it is about one.' }),
    characterId: t.exposeID('characterId', { nullable: true, description: 'The character, where it is about one.' }),
    conflictId: t.exposeID('conflictId', { nullable: true, description: 'The conflict, where it is about one.' }),
    moodId: t.exposeID('moodId', { nullable: true, description: 'The mood reference, where it is about one.' }),
    runId: t.exposeID('runId', { nullable: true, description: 'The run, where one began, ended or did it.' }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The outline variant, where it, or a grade of it, is what it is about.',
    }),
    coverId: t.exposeID('coverId', {
      nullable: true,
      description: 'The picture for the cover, where it is about one.',
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description:
        'Of the record that changed, after the change; the plan’s for `plan.updated`. Whoever has that version or a later one has seen it. Null for texts, runs and outline variants, which have none.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When it was done. Not the order: of two changes at the same moment the earlier may come second.',
    }),
    book: t.field({
      type: Book,
      nullable: true,
      authScopes,
      description: 'The book as it now is; null once it is deleted.',
      resolve: ({ bookId }, _args, context) => liveBooksOf(context).load(bookId),
    }),
    chapter: t.field({
      type: Chapter,
      nullable: true,
      authScopes,
      description: 'The chapter as it now is; null once it is archived.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.chapterId, (bookId) => shownChaptersOf(context).load(bookId)),
    }),
    character: t.field({
      type: Character,
      nullable: true,
      authScopes,
      description: 'The character as they now are; null once they are deleted.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.characterId, (bookId) => shownCastOf(context).load(bookId)),
    }),
    conflict: t.field({
      type: Conflict,
      nullable: true,
      authScopes,
      description: 'The conflict as it now is; null once it is removed.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.conflictId, (bookId) => shownConflictsOf(context).load(bookId)),
    }),
    run: t.field({
      type: Run,
      nullable: true,
      authScopes,
      description: 'The run as it now stands; null once its book is deleted.',
      resolve: ({ runId }, _args, context) => (runId ? runsOf(context).load(runId) : null),
    }),
  }),
});

const EventConnection = connectionOf('Event', Event);

/** Where to go on; `not_found` for an event that is not there, be it foreign, too old or none at all. */
async function positionAfter({ read, caller }: Context, id: string): Promise<store.Position> {
  const position = await store.positionOf(read, caller.accountId, id);
  if (position) return position;
  throw new ServiceError(
    'not_found',
    `No such event; the log goes back ${rules.keptDays} days. Read the book anew and go on without \`after\`.`,
  );
}

interface Range {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
}

async function pageOfLog(context: Context, key: store.LogKey, { first, after, last }: Range) {
  if (last && (first || after))
    throw invalidRequest([{ path: 'last', message: 'goes with neither a place to go on from nor a limit.' }]);
  const idOf = ({ id }: store.Event) => id;
  if (last) return pageOf(await store.newestEvents(context.read, key, last), last, idOf);
  const size = first ?? defaultPageSize;
  const from = after ? await positionAfter(context, after) : undefined;
  return pageOf((await store.eventsAfter(context.read, key, from, size + 1)).events, size, idOf);
}

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnection,
    authScopes,
    complexity: ({ first, last }) => ({ field: 1, multiplier: last ?? first ?? defaultPageSize }),
    description: 'What has changed in your books in the last 30 days, oldest first.',
    args: {
      first: t.arg.int({
        description: 'How many at most, 1–100; default 20.',
        validate: { schema: pageArguments.first },
      }),
      after: t.arg.id({ description: 'The last event you have, of whatever book; absent for the oldest there is.' }),
      last: t.arg.int({
        description:
          'Only so many of the newest, 1–100, oldest first all the same: 1 tells where the log ends. With neither `first` nor `after`.',
        validate: { schema: rules.last },
      }),
      bookId: t.arg.id({ description: 'Only those of this book, deleted or not; none for a book that is not yours.' }),
    },
    resolve: (_root, { bookId, ...range }, context) =>
      pageOfLog(context, { accountId: context.caller.accountId, bookId: bookId ?? undefined }, range),
  }),
}));

builder.subscriptionField('bookChanged', (t) =>
  t.field({
    type: Event,
    authScopes,
    description:
      'What changes in a book, wherever it is changed: first what has changed since `after`, then the rest as it comes, until the book is deleted. It stands when the response begins: what you read afterwards is missing nothing.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      after: t.arg.id({
        description:
          'The last event you have, to go on behind it after a lost connection; absent for what comes from now on.',
      }),
    },
    subscribe: async (_root, { bookId, after }, context) => {
      const { read, caller } = context;
      const key = { accountId: caller.accountId, bookId };
      const watch = async (signal: AbortSignal) => {
        if (!(await bookById(read, key))) return undefined;
        const from = after ? await positionAfter(context, after) : await store.endOfLog(read);
        // What was read for the events before may have changed since.
        return watchBook(context, key, from, signal, () => forgetRead(context));
      };
      return (await untilRevoked(context, watch)) ?? notFound('book');
    },
    resolve: (event) => event,
  }),
);
