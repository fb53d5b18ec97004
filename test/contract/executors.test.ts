import { randomUUID } from 'node:crypto';
import { type DocumentNode, type GraphQLInputType, getOperationAST, print, typeFromAST } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { firstBefore } from '../registers/sample.ts';
import { runInBothExecutors, subscribeInBothExecutors } from '../support/executors.ts';
import { http, type Ids, type Json, ownService, sampleOf } from '../support/faces.ts';
import { fakeSchema } from '../support/fake-store.ts';
import { proof } from '../support/proofs.ts';
import { randomInput, type Variables } from '../support/random-input.ts';
import { newSampleRecords, unknownIds } from '../support/sample-records.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const seeds = Array.from({ length: proof(5, 100) }, (_, seed) => seed);
const odds = [null, 7, 'x', [], {}, { __proto__: null, of: 1 }, true];

/** The document as the faces run it. */
function documentOf({ document }: Operation): DocumentNode {
  const [selection] = getOperationAST(document)?.selectionSet.selections ?? [];
  const name = selection?.kind === 'Field' ? selection.name.value : '';
  const field = schema.getMutationType()?.getFields()[name];
  return field?.args.some((argument) => argument.name === 'idempotencyKey') ? withIdempotencyKey(document) : document;
}

const nameOf = ({ document }: Operation) => getOperationAST(document)?.name?.value ?? '';
const named = operations.map((operation) => [nameOf(operation), operation] as const);
const streaming = operations.flatMap(({ stream, ...rest }) => (stream ? [[nameOf(rest), stream] as const] : []));

/** Valid variables of a document; optional ones are sometimes absent. */
function variablesOf(document: DocumentNode, draw: SeededRandom): Variables {
  const variables: Variables = {};
  for (const { variable, type } of getOperationAST(document)?.variableDefinitions ?? []) {
    const value = randomInput(typeFromAST(fakeSchema, type) as GraphQLInputType, draw);
    if (type.kind === 'NonNullType' || !draw.oneIn(4)) variables[variable.name.value] = value;
  }
  return variables;
}

describe('on a fake store, the compiled executor and graphql-js return the same answer, errors and calls', () => {
  it.each(named)('%s', async (_name, operation) => {
    const document = documentOf(operation);
    for (const seed of seeds) {
      const { isCompiled, found, expected } = await runInBothExecutors({
        document,
        variables: variablesOf(document, new SeededRandom(seed)),
        seed,
      });
      expect(isCompiled).toBe(true);
      expect(found).toEqual(expected);
    }
  });

  it.each(named)('%s, with variables of other types', async (_name, operation) => {
    const document = documentOf(operation);
    const names = Object.keys(variablesOf(document, new SeededRandom(1)));
    for (const variables of [{}, ...odds.map((odd) => Object.fromEntries(names.map((name) => [name, odd])))]) {
      const { found, expected } = await runInBothExecutors({ document, variables, seed: 1 });
      expect(found).toEqual(expected);
    }
  });

  it.each(streaming)('%s as an event stream', async (_name, document) => {
    for (const seed of seeds) {
      const { found, expected } = await subscribeInBothExecutors({
        document,
        variables: variablesOf(document, new SeededRandom(seed)),
        seed,
      });
      expect(found).toEqual(expected);
    }
  });
});

const env = { LIMIT_PLAN_PER_MINUTE: '0', LIMIT_GRAPHQL_COST_PER_MINUTE: '0' };
const compiled = ownService({ ...env, EXECUTOR: 'compiled' });
const reference = ownService({ ...env, EXECUTOR: 'graphql-js' });

/** An account with one record of each kind, and a key for each set of scopes. */
interface World {
  url: string;
  ids: Ids;
  keys: Record<'all' | 'none' | 'reader', string>;
}

async function newWorld({ running }: typeof compiled): Promise<World> {
  const service = running();
  const account = `account ${randomUUID()}`;
  const all = await service.newKey({ account });
  const ids = await newSampleRecords(service, all);
  const keys = {
    all,
    none: await service.newKey({ account, scopes: [] }),
    reader: await service.newKey({ account, scopes: ['books:read'] }),
  };
  return { url: service.url, ids, keys };
}

let worlds: [World, World];
beforeAll(async () => {
  worlds = [await newWorld(compiled), await newWorld(reference)];
});

/** Sends one operation to both services and compares the answers. Returns the body. */
async function sameAnswer(operation: Operation, key: keyof World['keys'], idsOf = ({ ids }: World): Ids => ids) {
  const [found, expected] = await Promise.all(
    worlds.map(async (world) => {
      const sample = sampleOf(operation, idsOf(world));
      const fixed = { offset: 0, limit: 1, full: true, withContent: true };
      const variables = { ...fixed, ...(operation.variables ? operation.variables(sample) : sample) };
      const body = { query: print(documentOf(operation)), variables };
      const { status, text } = await http(world.url, world.keys[key], 'POST', '/graphql', body);
      return { status, body: comparable(text) };
    }),
  );
  expect(found).toEqual(expected);
  return found?.body;
}

/** Replaces ids by their order, and times, secrets and hashes by placeholders. */
function comparable(text: string): Json {
  const ids = new Map<string, string>();
  return JSON.parse(
    text
      .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, (id, prefix) => {
        ids.set(id, ids.get(id) ?? `${prefix} ${ids.size}`);
        return ids.get(id) ?? '';
      })
      .replaceAll(/account [0-9a-f-]{36}/g, 'an account')
      .replaceAll(/"(\w*[cC]ursor)":"[\w-]+"/g, '"$1":"a cursor"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
      .replaceAll(/req_[0-9a-f]{32}/g, 'a request')
      .replaceAll(/fab_live_[\w-]+/g, 'a key')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'a host')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'a hash'),
  );
}

const deletionRank = ({ answer }: Operation) =>
  answer === 'deleteBook' ? 2 : /^(delete|remove|revoke|restore|adopt)/.test(answer) ? 1 : 0;
/** A tenth of the operations; the proofs take all. What deletes or archives comes last, so that other operations find their records. */
const sampled = operations
  .filter((_operation, index) => proof(index % 10 === 0, true))
  .toSorted((one, other) => deletionRank(one) - deletionRank(other))
  .map((operation) => [nameOf(operation), operation] as const);

describe('over HTTP, the compiled executor and graphql-js return the same answer', () => {
  it.each(sampled)('without scopes and for missing records: %s', async (_name, operation) => {
    await sameAnswer(operation, 'none');
    await sameAnswer(operation, 'reader');
    await sameAnswer(operation, 'all', unknownIds);
  });

  it.each(sampled)('for existing records: %s', async (_name, operation) => {
    const first = firstBefore(operation);
    if (first) await sameAnswer(first, 'all');
    const { data, errors } = await sameAnswer(operation, 'all');
    const isRead = getOperationAST(operation.document)?.operation === 'query';
    if (isRead) expect([errors, data]).toEqual([undefined, expect.anything()]);
  });
});
