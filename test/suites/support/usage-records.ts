import { inject } from 'vitest';
import { registers } from '../../registers/all.ts';
import type { Making } from '../../registers/register.ts';
import { firstBefore, sampleOf } from '../../registers/sample.ts';
import { onePixel } from '../../support/pictures.ts';
import { restCall } from '../../support/rest.ts';
import { operationsByRoute } from './usage-source.ts';

/** The body of a call that sends a picture. */
export const picture = {
  body: Buffer.from(onePixel, 'base64'),
  bodySerializer: (bytes: unknown) => bytes as Buffer<ArrayBuffer>,
  headers: { 'content-type': 'image/png' },
};

type Ids = Making['ids'];

/** Records that tests of the service insert by SQL. Here a run makes them. */
const byRun: Record<string, (making: Pick<Making, 'ids' | 'call'>) => Promise<string>> = {
  async runId({ ids: { bookId }, call }) {
    await call('generateOutlineVariants', { bookId, input: { count: 1, chapterCount: 2 } });
    return (await call('runs', { bookId }))[0].id;
  },
  variantId: async ({ ids: { bookId }, call }) => (await call('outlineVariants', { bookId }))[0].id,
};

/** A new book with a record of each kind, which the registers make over REST. Runs take long, so they are made on request. */
export async function newRecords({ withRuns }: { withRuns: boolean }): Promise<Ids> {
  const call = restCall(inject('url'), inject('key'));
  const ids: Ids = {};
  const make: Making['make'] = async (field, input) => (await call(field, { bookId: ids.bookId, input })).id;
  for (const { ids: kinds = {} } of Object.values(registers))
    for (const [name, kind] of Object.entries(kinds)) {
      const own = byRun[name];
      if (own && !withRuns) continue;
      ids[name] = await (own ? own({ ids, call }) : kind.make({ ids, call, make } as Making));
    }
  return ids;
}

/** Does what the call of a route needs first. */
export async function prepare(route: string, ids: Ids): Promise<void> {
  const call = restCall(inject('url'), inject('key'));
  const operation = operationsByRoute.get(route);
  const first = operation && firstBefore(operation);
  if (first) await call(first.answer, sampleOf(first, ids));
  const { bookId, chapterId } = ids;
  if (route.endsWith('/audio')) await call('narrateChapter', { bookId, chapterId, input: { wait: true } });
}
