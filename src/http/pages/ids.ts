import { execute, parse } from 'graphql';
import { type Caller, newContext } from '../../graphql/context.ts';
import type { Service } from '../../service.ts';
import type { Exchange } from '../exchange.ts';
import { inTime } from './in-time.ts';

/** Ids by the name of the variable that takes them. */
export type Ids = Readonly<Record<string, string>>;

/** The newest book, and the first of each that it has. */
const firstBook = parse(`{
  books(first: 1) { nodes {
    bookId: id
    chapters { chapterId: id }
    characters { characterId: id }
    conflicts { conflictId: id }
    moodReferences { moodId: id }
    outlineVariants { variantId: id }
  } }
}`);

const firstText = parse(`query ($bookId: ID!, $chapterId: ID!) {
  revisions(bookId: $bookId, chapterId: $chapterId, first: 1) { nodes { revisionId: id } }
  runs(bookId: $bookId, first: 1) { nodes { runId: id } }
}`);

/** Ids of a key's own records, to fill into what is ready to run; none where there are none or the database is away. */
export async function idsOf(service: Service, caller: Caller, { signal }: Pick<Exchange, 'signal'>): Promise<Ids> {
  const { schema, services } = service;
  const ask = async (document: typeof firstBook, variableValues: Ids): Promise<Ids> => {
    const contextValue = newContext(services, caller, signal);
    const answer = await inTime(Promise.resolve(execute({ schema, document, variableValues, contextValue })));
    return firstIdsIn(answer?.data);
  };
  const ids = await ask(firstBook, {});
  return ids.chapterId ? { ...ids, ...(await ask(firstText, ids)) } : ids;
}

/** Every id in an answer, of the first record in each list. */
function firstIdsIn(value: unknown): Record<string, string> {
  if (Array.isArray(value)) return firstIdsIn(value[0]);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      typeof member === 'string' ? [[name, member]] : Object.entries(firstIdsIn(member)),
    ),
  );
}
