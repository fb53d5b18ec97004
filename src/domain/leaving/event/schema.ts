import DataLoader from 'dataloader';
import { invalidRequest, notFound, ServiceError } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, defaultPageSize, type PageArguments, pageCost, pageOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { wordScalar } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { clearReadCache, perOperation } from '../../../graphql/operation-cache.ts';
import { untilRevoked } from '../../../graphql/until-revoked.ts';
import { Run } from '../../calls/run/run-schema.ts';
import { runsByIds } from '../../calls/run/store.ts';
import { pageArguments } from '../../page.ts';
import { Book } from '../../story/book/schema.ts';
import { bookById, bookColumns, booksByIds } from '../../story/book/store.ts';
import { Character, shownCastOf } from '../../story/character/schema.ts';
import { Conflict, shownConflictsOf } from '../../story/conflict/schema.ts';
import { Chapter, shownChaptersOf } from '../../text/chapter/schema.ts';
import { eventRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { watchBook } from './watch.ts';

const EventType = wordScalar('EventType', Object.keys(rules.eventTypes), 'What happened to what.');

/** Loads records by id, null for deleted ones: one statement per operation. */
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

const liveBooksOf = byId((sql, accountId, ids) => booksByIds(sql, accountId, ids, bookColumns.all));
const runsOf = byId(runsByIds);

/** Loads a record of the event's book; null if the record or the book is deleted. */
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
    'A change, listed in the order in which the changes were made. It has no new values: read the record, which may have changed again since.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `evt_…`. Pass it as `after` to continue after this event.' }),
    type: t.expose('type', {
      type: EventType,
      description: 'Kind of the change. More kinds may be added: ignore those that you do not know.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book of the change.' }),
    recordId: t.exposeID('recordId', {
      description: 'Id of the changed record, of any type; the book for events of the book and its plan.',
    }),
    chapterId: t.exposeID('chapterId', { nullable: true, description: 'The chapter; null for other records.' }),
    characterId: t.exposeID('characterId', { nullable: true, description: 'The character; null for other records.' }),
    conflictId: t.exposeID('conflictId', { nullable: true, description: 'The conflict; null for other records.' }),
    moodId: t.exposeID('moodId', { nullable: true, description: 'The mood reference; null for other records.' }),
    runId: t.exposeID('runId', {
      nullable: true,
      description: 'The run that started, ended or made the change; null for other changes.',
    }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The outline variant that changed or was graded; null for other records.',
    }),
    coverId: t.exposeID('coverId', {
      nullable: true,
      description: 'The cover picture; null for other records.',
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description:
        'Version of the record after the change; of the plan for `plan.updated`. A client with this version or a later one already has the change. Null for texts, runs and outline variants, which have no version.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      description:
        'Time of the change. Events are not strictly ordered by it: concurrent changes may be listed out of order.',
    }),
    book: t.field({
      type: Book,
      nullable: true,
      authScopes,
      description: 'The current book; null if it is deleted.',
      resolve: ({ bookId }, _args, context) => liveBooksOf(context).load(bookId),
    }),
    chapter: t.field({
      type: Chapter,
      nullable: true,
      authScopes,
      description: 'The current chapter; null if it is archived.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.chapterId, (bookId) => shownChaptersOf(context).load(bookId)),
    }),
    character: t.field({
      type: Character,
      nullable: true,
      authScopes,
      description: 'The current character; null if it is deleted.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.characterId, (bookId) => shownCastOf(context).load(bookId)),
    }),
    conflict: t.field({
      type: Conflict,
      nullable: true,
      authScopes,
      description: 'The current conflict; null if it is deleted.',
      resolve: (event, _args, context) =>
        inBook(context, event, event.conflictId, (bookId) => shownConflictsOf(context).load(bookId)),
    }),
    run: t.field({
      type: Run,
      nullable: true,
      authScopes,
      description: 'The current run; null if its book is deleted.',
      resolve: ({ runId }, _args, context) => (runId ? runsOf(context).load(runId) : null),
    }),
  }),
});

implementNode(eventRecord, Event, ({ read, caller }, ids) => store.eventsByIds(read, caller, ids));

const EventConnection = connectionOf('Event', Event);

builder.objectField(EventConnection, 'heldBackSince', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time of the first event that is held back because an older transaction with events is still open. Null if none is held back, if more pages follow, and with `last`.',
    resolve: (page) => ('heldBackSince' in page && page.heldBackSince instanceof Date ? page.heldBackSince : null),
  }),
);

/** Position of an event. Throws `not_found` if it is foreign, too old or unknown. */
async function positionOf({ read, caller }: Context, id: string): Promise<store.Position> {
  const position = await store.positionOf(read, { accountId: caller.accountId, bookIds: caller.bookIds }, id);
  if (position) return position;
  throw new ServiceError(
    'not_found',
    `No such event; events are kept for ${rules.keptDays} days. Read the book again and continue without \`after\`.`,
  );
}

type Range = PageArguments;

async function pageOfLog(context: Context, key: store.LogKey, { first, after, last, before }: Range) {
  if (last != null ? first != null || after != null : before != null)
    throw invalidRequest([
      { path: 'last', message: 'can only be combined with `before`, and `before` only with `last`.' },
    ]);
  const position = async (id: string | null | undefined) => (id == null ? undefined : positionOf(context, id));
  if (last != null) {
    const range = { size: last, before: await position(before), isBackward: true };
    return pageOf(await store.newestEvents(context.read, key, range.before, last + 1), range, idOf);
  }
  const range = { size: first ?? defaultPageSize, after: await position(after) };
  const { events, heldSince } = await store.eventsAfter(context.read, key, range.after, range.size + 1);
  context.events.noteHeld(heldSince);
  return { ...pageOf(events, range, idOf), heldBackSince: events.length > range.size ? undefined : heldSince };
}

const idOf = ({ id }: store.Event) => id;

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnection,
    bounds: 'narrowed',
    authScopes,
    complexity: pageCost,
    description: 'Changes in your books in the last 30 days, oldest first.',
    args: {
      first: t.arg.int({
        description: 'Maximum number of records, 1–100; default 20.',
        validate: { schema: pageArguments.size },
      }),
      after: t.arg.id({
        description: 'Id of the last event that you have, of any book. Absent: start with the oldest.',
      }),
      last: t.arg.int({
        description: 'Number of newest events, 1–100, still oldest first. `last: 1` gives the end of the log.',
        validate: { schema: rules.last },
      }),
      before: t.arg.id({ description: 'Only with `last`: the events before this one.' }),
      bookId: t.arg.id({ description: 'Only events of this book, live or deleted; empty for an unknown book.' }),
    },
    resolve: (_root, { bookId, ...range }, context) => {
      const { accountId, bookIds } = context.caller;
      return pageOfLog(context, { accountId, bookIds, bookId: bookId ?? undefined }, range);
    },
  }),
}));

builder.subscriptionField('bookChanged', (t) =>
  t.field({
    type: Event,
    authScopes,
    description:
      'Changes of a book from any client: first those since `after`, then new ones until the book is deleted. The subscription is active when the response starts, so a later read misses nothing.',
    args: {
      bookId: t.arg.id(bookId),
      after: t.arg.id({
        description:
          'Id of the last event that you have, to continue after a lost connection. Absent: only new events.',
      }),
    },
    subscribe: async (_root, { bookId, after }, context) => {
      const { read, caller } = context;
      const key = { accountId: caller.accountId, bookId };
      const watch = async (signal: AbortSignal) => {
        if (!(await bookById(read, key))) return undefined;
        const from = after ? await positionOf(context, after) : await store.endOfLog(read, key);
        // Data read for earlier events may have changed since.
        return watchBook(context, key, from, signal, () => clearReadCache(context));
      };
      return (await untilRevoked(context, watch)) ?? notFound('book');
    },
    resolve: (event) => event,
  }),
);
