import { beforeAll, describe, expect, it } from 'vitest';
import { prepare } from '../../src/graphql/execute.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { asking, newWorld, ownStillService, type World } from '../support/asking.ts';
import { graphql } from '../support/faces.ts';
import { statementsOnTheWay } from '../support/overheard.ts';

const own = ownStillService();
const cost = async (operation: Operation, world: World) =>
  (await statementsOnTheWay(await asking(own, operation, world))).length;

const isRead = (operation: Operation) => prepare(schema, operation).kind === 'query';
/** A run begins in the background while its request is answered, on whose way some of its first statements may still lie. */
const startsRun = (operation: Operation) => prepare(schema, operation).scope === 'generation:run';

describe('the statements that an operation takes (performance)', () => {
  let few: World;
  let many: World;
  beforeAll(async () => {
    [few, many] = [await newWorld(own, 0), await newWorld(own, 12)];
  });

  it.each(operations.filter(isRead))(
    'are as many as it says, for one row or twelve: $document.definitions.0.name.value',
    async (operation) => {
      // What a text has of words is remembered by the process that has read it.
      const remembers = operation.answer === 'statistics';
      const worlds = remembers ? [await newWorld(own, 0), await newWorld(own, 12)] : [few, many];
      const costs: number[] = [];
      for (const world of worlds) costs.push(await cost(operation, world));
      expect(costs).toEqual([operation.statements, operation.statements]);
    },
  );

  it.each(operations.filter((one) => !isRead(one) && !startsRun(one)))(
    'are as many as it says, in a small book or a larger one: $document.definitions.0.name.value',
    async (operation) => {
      const costs = [await cost(operation, await newWorld(own, 0)), await cost(operation, await newWorld(own, 12))];
      expect(costs).toEqual([operation.statements, operation.statements]);
    },
  );

  it.each(operations.filter(startsRun))(
    'are no more than it says where a run begins: $document.definitions.0.name.value',
    async (operation) => {
      const counted = await cost(operation, await newWorld(own, 12));
      expect(counted).toBeGreaterThan(0);
      expect(counted).toBeLessThanOrEqual(operation.statements);
    },
  );

  it.each([
    ['the cast', '{ characters { id name want } }', 2],
    ['the chapters', '{ chapters { id title } }', 2],
    ['the chapters with their prose and audio', '{ chapters { id content audioStatus } }', 4],
    ['the conflicts with both ends', '{ conflicts { id from { id name } to { id name } } }', 3],
    ['the plan', '{ plan { genre beatSheet { id } } }', 2],
    [
      'an editor’s screen',
      '{ chapters { id title status } characters { id name } conflicts { id from { id name } to { id name } } plan { genre } }',
      5,
    ],
  ])('are one for each list, under one book and under a page of them: %s', async (_what, fields, most) => {
    await own.face('REST', many.key)('createBook', { input: { premise: 'Another lighthouse, another storm.' } });
    const { bookId } = many.ids;
    const ask = (query: string) => statementsOnTheWay(() => graphql(own.url(), many.key, query, { bookId }));
    expect(await ask(`query ($bookId: ID!) { book(bookId: $bookId) ${fields} }`)).toHaveLength(most);
    expect(await ask(`{ books { nodes ${fields} } }`)).toHaveLength(most);
  });
});
