import { type ExecutionResult, execute } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Compiled, compile } from '../../src/graphql/compiled/compile.ts';
import { type Caller, newContext, type Scope, scopes } from '../../src/graphql/context.ts';
import { toServiceError } from '../../src/graphql/execute.ts';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { type Ids, ownService, sampleOf } from '../support/faces.ts';
import { missing, worldOf } from '../support/world.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });

/** An account with one of everything, for each of the executors. */
interface World {
  ids: Ids;
  caller: Caller;
}
type Executor = (operation: Operation, variables: Record<string, unknown>, caller: Caller) => Promise<ExecutionResult>;

const contextOf = (caller: Caller) => newContext(own.running().service.services, caller, new AbortController().signal);

const compiledOf = (operation: Operation): Compiled => {
  const compiled = compile(own.running().service.schema, documentOf(operation));
  if (!compiled) throw new Error('Every document of ours is compiled.');
  return compiled;
};
const byPlan: Executor = async (operation, variables, caller) => compiledOf(operation)(variables, contextOf(caller));
const byGraphqlJs: Executor = async (operation, variables, caller) =>
  execute({
    schema: own.running().service.schema,
    document: documentOf(operation),
    variableValues: variables,
    contextValue: contextOf(caller),
  });

/** Bound as the faces bind it. */
function documentOf(operation: Operation) {
  const prepared = own.running().service.operations.find((one) => one.operation === operation);
  return prepared?.variables.has('idempotencyKey') ? withIdempotencyKey(operation.document) : operation.document;
}

function variablesOf(operation: Operation, ids: Ids): Record<string, unknown> {
  const sample = sampleOf(operation, ids);
  const fixed = { offset: 0, limit: 1, full: true, withContent: true };
  return { ...fixed, ...(operation.variables ? operation.variables(sample) : sample) };
}

/** What differs between two accounts that did the same: ids by their order, moments, secrets and what is reckoned from them. */
function shown({ data, errors }: ExecutionResult): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify({
    data,
    errors: errors?.map((error) => {
      const { code, details } = toServiceError(error);
      return { ...error.toJSON(), code, details };
    }),
  });
  return JSON.parse(
    text
      .replaceAll(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, (id, prefix) => {
        names.set(id, names.get(id) ?? `${prefix} ${names.size}`);
        return names.get(id) ?? '';
      })
      .replaceAll(/account [0-9a-f-]{36}/g, 'an account')
      .replaceAll(/"(endCursor|cursor)":"[\w-]+"/g, '"$1":"a place"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
      .replaceAll(/fab_live_[\w-]+/g, 'a key')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'a hash'),
  );
}

async function worldOfNewAccount(): Promise<World> {
  const key = await own.running().newKey();
  return { ids: await worldOf(own.running(), key), caller: await own.running().service.callerOfToken(key) };
}

const isLast = ({ answer }: Operation) =>
  answer === 'deleteBook' ? 2 : /^(delete|remove|revoke|restore)/.test(answer) ? 1 : 0;
/** What takes something away comes last, so that it is there for the others. */
const inOrder = operations.toSorted((one, other) => isLast(one) - isLast(other));
const named = inOrder.map((operation) => [nameOf(operation), operation] as const);

function nameOf({ document }: Operation): string {
  const [definition] = document.definitions;
  return definition?.kind === 'OperationDefinition' ? (definition.name?.value ?? '') : '';
}

let planned: World;
let plain: World;
beforeAll(async () => {
  planned = await worldOfNewAccount();
  plain = await worldOfNewAccount();
});

async function same(operation: Operation, variables: (ids: Ids) => Record<string, unknown>, by?: readonly Scope[]) {
  const callerIn = ({ caller }: World) => (by ? { ...caller, scopes: by } : caller);
  const found = shown(await byPlan(operation, variables(planned.ids), callerIn(planned)));
  expect(found).toEqual(shown(await byGraphqlJs(operation, variables(plain.ids), callerIn(plain))));
  return found as { data: unknown; errors?: { code: string }[] };
}

describe('an operation answers alike, compiled and by graphql-js', () => {
  it.each(named)('what is missing: %s', async (_name, operation) => {
    await same(operation, () => variablesOf(operation, missing()));
  });

  it.each(named)('without a scope: %s', async (_name, operation) => {
    await same(operation, (ids) => variablesOf(operation, ids), []);
    await same(operation, (ids) => variablesOf(operation, ids), ['books:read']);
  });

  it.each(named)('variables of no type: %s', async (_name, operation) => {
    for (const odd of [null, 7, 'x', [], {}, { __proto__: null, of: 1 }, true])
      await same(operation, (ids) =>
        Object.fromEntries(Object.keys(variablesOf(operation, ids)).map((one) => [one, odd])),
      );
    await same(operation, () => ({}));
  });

  it.each(named)('on records of one’s own: %s', async (_name, operation) => {
    await same(operation, (ids) => variablesOf(operation, ids), scopes);
  });

  it('and most of them with data', async () => {
    const world = await worldOfNewAccount();
    const answers = await Promise.all(
      operations
        .filter((one) => one.rest?.startsWith('GET'))
        .map(async (one) => (await byPlan(one, variablesOf(one, world.ids), world.caller)).errors?.length ?? 0),
    );
    expect(answers.filter((faults) => faults === 0).length).toBeGreaterThan(answers.length * 0.8);
  });
});
