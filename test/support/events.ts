import type { Event } from '../../src/domain/leaving/event/store.ts';
import { http, type Json, premise } from './faces.ts';
import { eventsOf, openStream, type StreamedResponse, until } from './stream.ts';

/** An event in the form that all faces return. */
export type ApiEvent = Omit<Event, 'at'> & { at: string };

/** A page of the log. */
export async function pageOf(
  url: string,
  key: string,
  query: string,
): Promise<{ data: ApiEvent[]; next_cursor: string }> {
  return (await http(url, key, 'GET', `/v1/events?${query}`)).json;
}

/** Reads the log of a key's account page by page, from the start or after an event. */
export async function wholeLog(url: string, key: string, query = '', limit = 100, after = ''): Promise<ApiEvent[]> {
  const found: ApiEvent[] = [];
  for (let cursor: string | null = after; cursor !== null; ) {
    const page = await pageOf(url, key, `limit=${limit}&${query}${cursor && `&after=${cursor}`}`);
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

/**
 * The whole log once it has `count` events. A transaction of another test that writes an event can hold back those after it,
 * even if they were read before.
 */
export const logOfLength = (count: number, ...log: Parameters<typeof wholeLog>): Promise<ApiEvent[]> =>
  until(async () => {
    const found = await wholeLog(...log);
    return found.length >= count ? found : undefined;
  });

/**
 * The events of a book, including those of everything done before this call. An open transaction, even of another test, can
 * delay events. So this creates one more book and reads the log until its event appears.
 */
export async function eventsOfBook(url: string, key: string, bookId: string): Promise<ApiEvent[]> {
  const { json } = await http(url, key, 'POST', '/v1/books', { premise });
  const log = await until(async () => {
    const all = await wholeLog(url, key);
    return all.some((event) => event.bookId === json.data.id) ? all : undefined;
  });
  return log.filter((event) => event.bookId === bookId);
}

/** The events of a book that `work` causes. */
export async function eventsMadeBy(
  url: string,
  key: string,
  bookId: string,
  work: () => Promise<unknown>,
): Promise<ApiEvent[]> {
  const before = await eventsOfBook(url, key, bookId);
  await work();
  return (await eventsOfBook(url, key, bookId)).slice(before.length);
}

export const typesOf = (events: readonly ApiEvent[]) => events.map(({ type }) => type);

const follow = `subscription ($bookId: ID!, $after: ID) {
  bookChanged(bookId: $bookId, after: $after) {
    id type bookId chapterId characterId conflictId moodId runId variantId version at
    book { title } chapter { title } character { name } conflict { kind } run { state }
  }
}`;

/** A subscription to the changes of a book over Server-Sent Events. */
export interface WatchedBook extends StreamedResponse {
  /** The events so far, with the changed records. */
  readonly events: Json[];
  /** Resolves when there are at least `n` events. */
  waitForCount(n: number): Promise<Json[]>;
}

export function watchBook(url: string, key: string, bookId: string, after?: string): WatchedBook {
  const body = { query: follow, variables: { bookId, after } };
  const reading = openStream(url, key, 'POST', '/graphql', { headers: { accept: 'text/event-stream' }, body });
  const events = () =>
    eventsOf(reading.text)
      .filter(({ event, data }) => event === 'next' && data)
      .flatMap(({ data }) => JSON.parse(data).data?.bookChanged ?? []);
  return Object.defineProperties(reading as WatchedBook, {
    events: { get: events },
    waitForCount: {
      value: (n: number) => until(() => events().length >= n && events()),
    },
  });
}
