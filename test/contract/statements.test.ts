import { beforeAll, describe, expect, it } from 'vitest';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { graphql } from '../support/faces.ts';
import { refuseUnowned } from '../support/owners.ts';
import {
  newSampleAccount,
  prepareRequest,
  type SampleAccount,
  serviceWithHeldProviders,
} from '../support/sample-requests.ts';
import { captureStatementTexts } from '../support/statement-capture.ts';

const own = serviceWithHeldProviders();
const texts = new Set<string>();
/** Records of each kind that the larger book has more than the small one. */
const further = 12;
const cost = async (operation: Operation, world: SampleAccount) => {
  const sent = await captureStatementTexts(await prepareRequest(own, operation, world));
  for (const text of sent) texts.add(text);
  return sent.length;
};

const isRead = (operation: Operation) => prepareOperation(schema, operation).kind === 'query';
/** A run starts in the background, so some of its statements may count toward its request. */
const startsRun = (operation: Operation) => prepareOperation(schema, operation).scope === 'generation:run';

describe('SQL statements per operation (performance)', () => {
  let few: SampleAccount;
  let many: SampleAccount;
  beforeAll(async () => {
    [few, many] = [await newSampleAccount(own, 0), await newSampleAccount(own, further)];
  });

  it.each(operations.filter(isRead))(
    'match the declared count for one row and for twelve: $document.definitions.0.name.value',
    async (operation) => {
      // Each process caches the statistics of a text, so use new worlds.
      const isCached = operation.answer === 'statistics';
      const worlds = isCached ? [await newSampleAccount(own, 0), await newSampleAccount(own, further)] : [few, many];
      const costs: number[] = [];
      for (const world of worlds) costs.push(await cost(operation, world));
      expect(costs).toEqual([operation.statements, operation.statements]);
    },
  );

  it.each(operations.filter((one) => !isRead(one) && !startsRun(one)))(
    'match the declared count in a small and a larger book: $document.definitions.0.name.value',
    async (operation) => {
      const costs: number[] = [];
      // One statement for each further record would be more than are declared, so the larger book shows it alone.
      for (const more of operation.statements < further ? [further] : [0, further])
        costs.push(await cost(operation, await newSampleAccount(own, more)));
      expect(new Set(costs)).toEqual(new Set([operation.statements]));
    },
  );

  it.each(operations.filter(startsRun))(
    'stay within the declared count if a run starts: $document.definitions.0.name.value',
    async (operation) => {
      const counted = await cost(operation, await newSampleAccount(own, further));
      expect(counted).toBeGreaterThan(0);
      expect(counted).toBeLessThanOrEqual(operation.statements);
    },
  );

  it.each([
    ['the characters', '{ characters { id name want } }', 2],
    ['the chapters', '{ chapters { id title } }', 2],
    ['the chapters with their prose and audio', '{ chapters { id content audioStatus } }', 4],
    ['the conflicts with both ends', '{ conflicts { id from { id name } to { id name } } }', 3],
    ['the plan', '{ plan { genre beatSheet { id } } }', 2],
    [
      'an editor screen',
      '{ chapters { id title status } characters { id name } conflicts { id from { id name } to { id name } } plan { genre } }',
      5,
    ],
  ])('are one per list, for one book and a page of books: %s', async (_what, fields, most) => {
    await own.face('REST', many.key)('createBook', { input: { premise: 'Another lighthouse, another storm.' } });
    const { bookId } = many.ids;
    const ask = (query: string) => captureStatementTexts(() => graphql(own.url(), many.key, query, { bookId }));
    expect(await ask(`query ($bookId: ID!) { book(bookId: $bookId) ${fields} }`)).toHaveLength(most);
    expect(await ask(`{ books { nodes ${fields} } }`)).toHaveLength(most);
  });

  it('select the account of tenant rows, so that the driver can compare it', () => {
    expect(texts.size).toBeGreaterThan(100);
    refuseUnowned([...texts]);
  });
});
