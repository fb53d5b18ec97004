import { type DocumentNode, type ExecutionResult, parse, print } from 'graphql';
import { compile } from '../../src/executor/compile.ts';
import { compiled, type Executor, graphqlJs } from '../../src/executor/executor.ts';
import type { Context } from '../../src/graphql/context.ts';
import { subscribe } from '../../src/graphql/subscribe.ts';
import { type FakeContext, fakeSchema } from './fake-store.ts';

interface Execution {
  document: DocumentNode;
  variables: Record<string, unknown>;
  seed: number;
  faultEvery?: number;
}

/** Executes a document on the fake store in both executors. */
export async function runInBothExecutors(given: Execution) {
  const execution = withFreshDocument(given);
  const [found, expected] = [await executed(compiled, execution), await executed(graphqlJs, execution)];
  return {
    isCompiled: compile(fakeSchema, execution.document) !== undefined,
    found: withoutRaces(found, expected),
    expected: withoutRaces(expected, found),
  };
}

/** Runs a subscription in both executors. */
export async function subscribeInBothExecutors(given: Execution) {
  const execution = withFreshDocument(given);
  return { found: await subscribed(compiled, execution), expected: await subscribed(graphqlJs, execution) };
}

/** A document is compiled once, for one schema. A copy is needed if it is already compiled for the service's schema. */
const withFreshDocument = ({ document, ...rest }: Execution): Execution => ({
  ...rest,
  document: parse(print(document)),
});

async function executed(executor: Executor, { document, variables, seed, faultEvery = 100 }: Execution) {
  const { context, calls } = contextOf(executor, seed, faultEvery);
  const { data, errors } = asPlainResult(await executor.execute({ schema: fakeSchema, document, variables, context }));
  // If `data` is null, the executors may stop at different resolvers.
  return { data, errors, calls: data === null ? [] : calls };
}

async function subscribed(executor: Executor, { document, variables, seed, faultEvery = 100 }: Execution) {
  const { context, calls } = contextOf(executor, seed, faultEvery);
  const events = await subscribe({ schema: fakeSchema, document, variableValues: variables, contextValue: context });
  if (!(Symbol.asyncIterator in events)) return { ...asPlainResult(events), calls };
  const answers: unknown[] = [];
  try {
    for await (const event of events) answers.push(asPlainResult(event));
  } catch (error) {
    answers.push(String(error));
  }
  return { answers, calls };
}

function contextOf(executor: Executor, seed: number, faultEvery: number) {
  const fake: FakeContext = { seed, faultEvery, calls: [] };
  const room = { answerRoom: { bytes: 0 }, config: { answerBytesMax: 16 * 1024 ** 2 } };
  // The fake resolvers and `subscribe` read no other member of the context.
  return { context: { ...fake, ...room, executor } as unknown as Context, calls: fake.calls };
}

/**
 * If several errors make the same value null, their number and order are a race. An error that only one executor reports is
 * compared by the path of the null. An error that both report is compared whole.
 */
function withoutRaces(answer: PlainResult, other: PlainResult) {
  const shared = new Set(other.errors?.map((error) => JSON.stringify(error)));
  const [both, alone] = [new Set<string>(), new Set<string>()];
  const sharedPaths = new Set<string>();
  for (const error of answer.errors ?? []) {
    const text = JSON.stringify(error);
    const path = nullPath(answer.data, error.path);
    if (shared.has(text)) {
      both.add(text);
      sharedPaths.add(path);
    } else alone.add(path);
  }
  return { ...answer, errors: [...both].sort(), raced: [...alone].filter((path) => !sharedPaths.has(path)).sort() };
}

/** The path of the null in the data that an error at `path` caused. */
function nullPath(data: unknown, path: readonly (string | number)[] = []): string {
  let value = data;
  const keys: (string | number)[] = [];
  for (const key of path) {
    if (value === null || value === undefined) break;
    value = (value as Record<string | number, unknown>)[key];
    keys.push(key);
  }
  return keys.join('.');
}

interface PlainError {
  message: string;
  path?: readonly (string | number)[];
  cause: string;
}

interface PlainResult {
  data: unknown;
  errors: readonly PlainError[] | undefined;
  calls?: readonly string[];
}

/** The result as plain JSON, with the cause of each error. */
function asPlainResult({ data, errors }: ExecutionResult): PlainResult {
  const plainErrors = errors?.map((error) => ({ ...error.toJSON(), cause: String(error.originalError) }));
  return JSON.parse(JSON.stringify({ data, errors: plainErrors }));
}
