import { inject } from 'vitest';
import { registers } from '../../registers/all.ts';
import type { Making } from '../../registers/register.ts';
import { firstBefore, sampleOf } from '../../registers/sample.ts';
import { onePixel } from '../../support/pictures.ts';
import { type Json, restCall } from '../../support/rest.ts';
import { operationsByRoute } from './usage-source.ts';

/** The body of a call that sends a picture. */
export const picture = {
  body: Buffer.from(onePixel, 'base64'),
  bodySerializer: (bytes: unknown) => bytes as Buffer<ArrayBuffer>,
  headers: { 'content-type': 'image/png' },
};

type Ids = Making['ids'];
type Maker = (making: Making) => Promise<string>;

/** Records that tests of the service insert by SQL. Here a run makes them. */
const byRun: Record<string, Maker> = {
  async runId({ ids: { bookId }, call }) {
    await call('generateOutlineVariants', { bookId, input: { count: 1, chapterCount: 2 } });
    return (await call('runs', { bookId }))[0].id;
  },
  async variantId({ ids: { bookId, runId }, call }) {
    const variants: Json[] = await call('outlineVariants', { bookId });
    return variants.find((one) => one.runId === runId).id;
  },
};

/** Thrown where an id is read whose record has not been made. */
class Lacking extends Error {
  readonly id: string;
  constructor(id: string) {
    super(`No record has been made for ${id}.`);
    this.id = id;
  }
}

const makers: Record<string, Maker> = Object.fromEntries(
  Object.values(registers).flatMap(({ ids = {} }) =>
    Object.entries(ids).map(([name, kind]): [string, Maker] => [name, byRun[name] ?? kind.make]),
  ),
);

/** The ids of new records in a book of their own: of those that `read` reads, and of those that these are made of. */
export async function newRecords(read: (ids: Ids) => unknown): Promise<Ids> {
  const call = restCall(inject('url'), inject('key'));
  const made: Ids = {};
  const ids = new Proxy(made, {
    get(known, name: string) {
      if (name in makers && !(name in known)) throw new Lacking(name);
      return known[name];
    },
  });
  const make: Making['make'] = async (field, input) => (await call(field, { bookId: ids.bookId, input })).id;
  /** Tries again after each record that was lacking. */
  const complete = async <T>(attempt: () => T | Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Lacking)) throw error;
      const { id } = error;
      const maker = makers[id] as Maker;
      made[id] = await complete(() => maker({ ids, call, make } as Making));
      return complete(attempt);
    }
  };
  await complete(() => read(ids));
  return made;
}

/** Reads the ids of all kinds of records. */
export const everyId = (ids: Ids): unknown => Object.keys(makers).map((name) => ids[name]);

/** Without these some routes refuse, and some answer empty lists, which would show nothing. */
const always = ['chapterId', 'nextChapterId', 'revisionId', 'characterId'];

/** Reads the ids that a route and the operation before it take, and those that each book has. */
export const idsOf =
  (route: string) =>
  (ids: Ids): unknown => {
    const operation = operationsByRoute.get(route);
    const calls = operation ? [operation, firstBefore(operation) ?? operation] : [];
    return [...always.map((name) => ids[name]), ...calls.map((one) => sampleOf(one, ids))];
  };

/** Does what the call of a route needs first. */
export async function prepare(route: string, ids: Ids): Promise<void> {
  const call = restCall(inject('url'), inject('key'));
  const operation = operationsByRoute.get(route);
  const first = operation && firstBefore(operation);
  if (first) await call(first.answer, sampleOf(first, ids));
  const { bookId, chapterId } = ids;
  if (route.endsWith('/audio')) await call('narrateChapter', { bookId, chapterId, input: { wait: true } });
}
