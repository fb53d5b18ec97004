import { print } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/port/formats/roster.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { http, type Json } from '../support/faces.ts';
import { figure, proof } from '../support/proofs.ts';
import {
  newSampleAccount,
  requestOf,
  type SampleAccount,
  serviceWithHeldProviders,
} from '../support/sample-requests.ts';

const own = serviceWithHeldProviders();
const isRead = (operation: Operation) => prepareOperation(schema, operation).kind === 'query';
const reads = operations.filter(isRead);

/** Copies of each record. A book may have 500 characters, and more of most other records. */
const copies = 490;
const sentence = 'The tide had turned before "nobody" on the quay had thought to look at it. ';
let few: SampleAccount;
let many: SampleAccount;

beforeAll(async () => {
  [few, many] = [await newSampleAccount(own, 0), await newSampleAccount(own, copies)];
  const { bookId = '' } = many.ids;
  const { write } = own.running().database;
  for (const { table, export: exported } of rosters)
    await write`
      DELETE FROM ${write(table)} WHERE book_id = ${bookId} AND id NOT IN
        (SELECT id FROM ${write(table)} WHERE book_id = ${bookId} LIMIT ${exported.max})`;
});

async function answerTo(operation: Operation, account: SampleAccount): Promise<Json> {
  const { document, variables } = requestOf(operation, account);
  const { json } = await http(own.url(), account.key, 'POST', '/graphql', { query: print(document), variables });
  expect(json.errors, document.definitions.join()).toBeUndefined();
  return json;
}

/** Values of an answer, without objects and lists. A text counts 1 for each 1,000 characters more. */
function valuesIn(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 1_000);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values<Json>(value).reduce((sum, one) => sum + valuesIn(one), 0);
}

describe('the declared cost of a document', () => {
  it.each(reads)('is at least a tenth of the values in the answer of a large book: $answer', async (operation) => {
    const { data, extensions } = await answerTo(operation, many);
    expect(extensions.cost.requested * 10).toBeGreaterThanOrEqual(valuesIn(data));
  });

  it.runIf(proof(false, true))(
    'buys at most ten times the processor time that it buys in a list of chapters',
    async () => {
      const sql = own.running().database.write;
      for (let part = 0; part < 20; part += 1)
        await sql`
        UPDATE chapter_text SET head = repeat(${sentence}, 100) || chapter_id WHERE chapter_id IN
          (SELECT id FROM chapter WHERE book_id = ${many.ids.bookId ?? ''} AND rank::int % 20 = ${part})`;
      const rates: [name: string, microsecondsPerUnit: number][] = [];
      for (const operation of reads) {
        // Compiles the code and starts the threads.
        for (let n = 0; n < 5; n += 1) await answerTo(operation, few);
        const least = await processorTime(() => answerTo(operation, few));
        let cost = 0;
        const spent = await processorTime(async () => {
          cost = (await answerTo(operation, many)).extensions.cost.requested;
        });
        // Below this, the request itself is most of the work.
        if (cost >= 500) rates.push([operation.answer, Math.max(spent - least, 1) / cost]);
      }
      // The list of chapters is an ordinary read: most of its work is reading rows and completing fields.
      const ordinary = rates.find(([name]) => name === 'chapters')?.[1] ?? 0;
      figure('processor time of one unit of cost: chapters', ordinary, 'µs');
      for (const [name, rate] of rates) figure(`one unit of cost: ${name} over chapters`, rate / ordinary, 'times');
      expect(rates.filter(([, rate]) => rate > 10 * ordinary)).toEqual([]);
    },
  );
});

/** Microseconds of all threads. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
