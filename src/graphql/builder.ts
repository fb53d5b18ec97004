import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError, GraphQLID, GraphQLScalarType, Kind } from 'graphql';
import { ServiceError } from '../errors.ts';
import { idOrNone, noId } from '../id.ts';
import type { Bucket, Caller, Context, Scope } from './context.ts';
import './idempotency.ts';
import { invalidInput } from './issues.ts';
import { written } from './moment.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  AuthScopes: { scope: Scope; anyScope: readonly [Scope, ...Scope[]]; bucket: Bucket };
  DefaultAuthStrategy: 'all';
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Scope: { Input: string; Output: string };
    BeatSheetId: { Input: string; Output: string };
    EventType: { Input: string; Output: string };
  };
}>({
  // Authorization comes before validation, and both before an idempotency key, as the order of checks wants it (contract 2).
  plugins: [ScopeAuthPlugin, ZodPlugin, ComplexityPlugin, 'idempotency'],
  defaultFieldNullability: false,
  scopeAuth: {
    defaultStrategy: 'all',
    treatErrorsAsUnauthorized: false,
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      scope: (scope: Scope) => requireScope(context.caller, scope),
      // Of several that will do, the first is named to those who have none.
      anyScope: (any: readonly [Scope, ...Scope[]]) =>
        any.some((scope) => context.caller.scopes.includes(scope)) || requireScope(context.caller, any[0]),
      bucket: (bucket: Bucket) => charge(context, bucket),
    }),
  },
  zod: { validationError: (error, args) => invalidInput(error, args) },
  // The cost of a document is looked at once, at /graphql's door, not again in every field.
  complexity: { disabled: true, defaultListMultiplier: 10 },
});

/** True, or throws `insufficient_scope` naming both sides. */
export function requireScope(caller: Caller, scope: Scope): true {
  if (caller.scopes.includes(scope)) return true;
  throw new ServiceError('insufficient_scope', `This token lacks the scope ${scope}. Create a token that has it.`, {
    required_scope: scope,
    granted_scopes: caller.scopes,
  });
}

/** Draws on a bucket once an operation, however many of its fields ask. */
async function charge(context: Context, bucket: Bucket): Promise<boolean> {
  if (context.charged.has(bucket)) return true;
  context.charged.add(bucket);
  await context.charge(bucket, context.caller, context.note);
  return true;
}

builder.queryType({
  description:
    'Everything that can be read. A root field with an id answers null or `not_found` for what does not exist or belongs to another account.',
});
builder.mutationType({
  description:
    'Everything that can be changed. Each answers the record as it then stands, so that a client cache updates in one trip.',
});
builder.subscriptionType({ description: 'What happens while you watch, over Server-Sent Events.' });

// Pothos keeps graphql's own ID, so that one learns our form: a malformed id becomes one that no record has, and never reaches SQL as it came (contract 1).
GraphQLID.coerceInputValue = (value) =>
  typeof value === 'string' ? idOrNone(value) : typeof value === 'number' ? noId : refuseId(typeof value);
GraphQLID.coerceInputLiteral = (node) =>
  node.kind === Kind.STRING ? idOrNone(node.value) : node.kind === Kind.INT ? noId : refuseId(node.kind);

function refuseId(kind: string): never {
  throw new GraphQLError(`An id is a string, not ${kind}.`);
}

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    name: 'DateTime',
    description: 'A moment in UTC, RFC 3339 with milliseconds: `2026-11-21T08:15:30.000Z`.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
    serialize: (value) => (value instanceof Date ? written(value) : refuseDate()),
    parseValue: (value) =>
      typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value) : refuseDate(),
  }),
);

function refuseDate(): never {
  throw new GraphQLError('A moment is an RFC 3339 string such as 2026-11-21T08:15:30.000Z.');
}
