import {
  buildSchema,
  type ExecutionResult,
  type GraphQLObjectType,
  subscribe as graphqlSubscribe,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compiled } from '../../src/executor/executor.ts';
import type { Context } from '../../src/graphql/context.ts';
import { subscribe } from '../../src/graphql/subscribe.ts';

const schema = buildSchema(`
  type Query { nothing: Int }
  type Piece { text: String!  at: Int!  seen(of: String = "you"): String  odd: String! }
  type Subscription { piece(from: Int! = 1): Piece  must: Piece!  refused: Piece  none: Piece }
`);

async function* pieces(from: number) {
  yield { text: 'one', at: from };
  yield null;
  yield { text: null, at: from + 1 };
  yield { text: 'three', at: from + 2 };
  throw new Error('The source ends in an error.');
}
const fieldsOf = (name: string) => (schema.getType(name) as GraphQLObjectType).getFields();
Object.assign(fieldsOf('Piece').seen ?? {}, {
  resolve: async ({ at }: { at: number }, { of }: { of: string }, { seen }: { seen: number[] }) =>
    `${of} ${seen.push(at)}`,
});
Object.assign(fieldsOf('Piece').odd ?? {}, { resolve: () => Promise.reject(new Error('odd')) });
const asEvent = { resolve: (event: unknown) => event };
Object.assign(fieldsOf('Subscription').piece ?? {}, {
  ...asEvent,
  subscribe: (_: unknown, { from }: { from: number }) => pieces(from),
});
Object.assign(fieldsOf('Subscription').must ?? {}, { ...asEvent, subscribe: async () => pieces(1) });
Object.assign(fieldsOf('Subscription').refused ?? {}, { subscribe: () => Promise.reject(new Error('refused')) });
Object.assign(fieldsOf('Subscription').none ?? {}, { subscribe: () => 'no stream' });

const shown = ({ data, errors }: ExecutionResult) => JSON.parse(JSON.stringify({ data, errors }));

/** All events that a subscriber receives. */
async function collectEvents(by: typeof subscribe, text: string, variableValues: Record<string, unknown>) {
  const room = { answerRoom: { bytes: 0 }, config: { answerBytesMax: 1024 ** 2 } };
  const contextValue = { seen: [], executor: compiled, ...room } as unknown as Context;
  const document = parse(text);
  const events = await by({ schema, document, variableValues, contextValue });
  if (!(Symbol.asyncIterator in events)) return ['not begun', shown(events)];
  const all: unknown[] = [];
  try {
    for await (const event of events) all.push(shown(event));
  } catch (error) {
    all.push(String(error));
  }
  return all;
}

const isPlanned = (text: string) => compiled.eventsOf({ schema, document: parse(text) }) !== undefined;

describe('compiled subscriptions', () => {
  it.each<[name: string, isPlanned: boolean, text: string, variables?: Record<string, unknown>]>([
    ['plain events', true, 'subscription { piece { text at __typename } }'],
    ['variables', true, 'subscription ($n: Int!) { p: piece(from: $n) { at } }', { n: 7 }],
    ['a shared context', true, 'subscription ($of: String = "me") { piece { at seen(of: $of) } }'],
    ['conditions', true, 'subscription ($no: Boolean!) { piece { at seen @include(if: $no) } }', { no: false }],
    ['an error that propagates to the root', true, 'subscription { must { text } }'],
    ['an error in each event', true, 'subscription { piece { at odd } }'],
    [
      'a document that cannot be compiled',
      false,
      'subscription ($no: Boolean = false) { piece { at seen @include(if: $no) } }',
    ],
    ['a rejected subscription', true, 'subscription { refused { at } }'],
    ['a source that is not a stream', true, 'subscription { none { at } }'],
    ['invalid variables', true, 'subscription ($n: Int!) { piece(from: $n) { at } }', { n: 'x' }],
  ])('yield the same events as graphql-js: %s', async (_name, planned, text, variables = {}) => {
    expect(isPlanned(text)).toBe(planned);
    expect(await collectEvents(subscribe, text, variables)).toEqual(
      await collectEvents(graphqlSubscribe as typeof subscribe, text, variables),
    );
  });
});
