import type { Event } from '../../src/domain/event/store.ts';
import { http, type Json, premise } from './faces.ts';
import { eventsOf, open, type Reading, until } from './stream.ts';

/** An event as every face shows it. */
export type Seen = Omit<Event, 'at'> & { at: string };

/** A page of the log. */
export async function pageOf(url: string, key: string, query: string): Promise<{ data: Seen[]; next_cursor: string }> {
  return (await http(url, key, 'GET', `/v1/events?${query}`)).json;
}

/** The whole log of a key's account, or what comes behind an event, page by page. */
export async function wholeLog(url: string, key: string, query = '', limit = 100, after = ''): Promise<Seen[]> {
  const found: Seen[] = [];
  for (let cursor: string | null = after; cursor !== null; ) {
    const page = await pageOf(url, key, `limit=${limit}&${query}${cursor && `&after=${cursor}`}`);
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

/**
 * The events of a book, once everything is there that was done before: an event can be read when older transactions have
 * ended, be they other tests’. One more book is made, for whose event it waits.
 */
export async function eventsOfBook(url: string, key: string, bookId: string): Promise<Seen[]> {
  const { json } = await http(url, key, 'POST', '/v1/books', { premise });
  await until(async () => (await wholeLog(url, key, `book_id=${json.data.id}`)).length);
  return wholeLog(url, key, `book_id=${bookId}`);
}

/** Those that `work` made, in a book. */
export async function eventsMadeBy(
  url: string,
  key: string,
  bookId: string,
  work: () => Promise<unknown>,
): Promise<Seen[]> {
  const before = await eventsOfBook(url, key, bookId);
  await work();
  return (await eventsOfBook(url, key, bookId)).slice(before.length);
}

export const typesOf = (events: readonly Seen[]) => events.map(({ type }) => type);

const follow = `subscription ($bookId: ID!, $after: ID) {
  bookChanged(bookId: $bookId, after: $after) {
    id type bookId chapterId characterId conflictId moodId runId variantId version at
    book { title } chapter { title } character { name } conflict { kind } run { state }
  }
}`;

/** Somebody who watches a book over Server-Sent Events. */
export interface Watching extends Reading {
  /** What was told so far, the records they lead to with them. */
  readonly events: Json[];
  /** Once so many were told. */
  count(n: number): Promise<Json[]>;
}

export function watch(url: string, key: string, bookId: string, after?: string): Watching {
  const body = { query: follow, variables: { bookId, after } };
  const reading = open(url, key, 'POST', '/graphql', { headers: { accept: 'text/event-stream' }, body });
  const events = () =>
    eventsOf(reading.text)
      .filter(({ event, data }) => event === 'next' && data)
      .flatMap(({ data }) => JSON.parse(data).data?.bookChanged ?? []);
  return Object.defineProperties(reading as Watching, {
    events: { get: events },
    count: {
      value: (n: number) => until(() => events().length >= n && events()),
    },
  });
}
