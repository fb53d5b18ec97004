import {
  buildSchema,
  type ExecutionResult,
  type GraphQLObjectType,
  subscribe as graphqlSubscribe,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/graphql/context.ts';
import { readyOf } from '../../src/graphql/documents.ts';
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

/** All that a watcher gets. */
async function watched(by: typeof subscribe, text: string, variableValues: Record<string, unknown>) {
  const contextValue = { seen: [] } as unknown as Context;
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

const isPlanned = (text: string) => readyOf(schema, parse(text))?.events() !== undefined;

describe('events of a subscription', () => {
  it.each<[name: string, isPlanned: boolean, text: string, variables?: Record<string, unknown>]>([
    ['as they are', true, 'subscription { piece { text at __typename } }'],
    ['by the variables of their watcher', true, 'subscription ($n: Int!) { p: piece(from: $n) { at } }', { n: 7 }],
    ['with a context for all of them', true, 'subscription ($of: String = "me") { piece { at seen(of: $of) } }'],
    ['under conditions', true, 'subscription ($no: Boolean!) { piece { at seen @include(if: $no) } }', { no: false }],
    ['with an error that goes to the root', true, 'subscription { must { text } }'],
    ['with an error of each', true, 'subscription { piece { at odd } }'],
    ['that no plan covers', false, 'subscription ($no: Boolean = false) { piece { at seen @include(if: $no) } }'],
    ['that are refused', true, 'subscription { refused { at } }'],
    ['that are none', true, 'subscription { none { at } }'],
    ['with variables that do not fit', true, 'subscription ($n: Int!) { piece(from: $n) { at } }', { n: 'x' }],
  ])('are those of graphql-js: %s', async (_name, planned, text, variables = {}) => {
    expect(isPlanned(text)).toBe(planned);
    expect(await watched(subscribe, text, variables)).toEqual(
      await watched(graphqlSubscribe as typeof subscribe, text, variables),
    );
  });
});
