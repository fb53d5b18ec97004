import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { Scope } from '../caller.ts';
import type { Context } from './context.ts';
import { invalidInput } from './issues.ts';
import { formatDate } from './moment.ts';
import { requireScope } from './permit.ts';
import './plugins.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  AuthScopes: { scope: Scope; anyScope: readonly [Scope, ...Scope[]] };
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
  // Plugins run in the order of checks (contract 2): authorization, rate, validation, idempotency key. Bounds come before
  // idempotency, so that a stored answer about another book is never read. Space comes last of them.
  plugins: [
    'ids',
    'reads',
    ScopeAuthPlugin,
    'buckets',
    ZodPlugin,
    ComplexityPlugin,
    'bounds',
    'idempotency',
    'space',
    'lists',
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    defaultStrategy: 'all',
    treatErrorsAsUnauthorized: false,
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      scope: (scope: Scope) => requireScope(context.caller, scope),
      // Callers without any of the scopes are told the first.
      anyScope: (any: readonly [Scope, ...Scope[]]) =>
        any.some((scope) => context.caller.scopes.includes(scope)) || requireScope(context.caller, any[0]),
    }),
  },
  zod: { validationError: (error, args) => invalidInput(error, args) },
  // The cost of a document is checked once at /graphql, not in every field.
  complexity: { disabled: true, defaultListMultiplier: 10 },
});

builder.queryType({
  description:
    'All reads. A root field with an id answers null or `not_found` if the record does not exist or belongs to another account.',
});
builder.mutationType({
  description: 'All changes. Each answers the changed record, so that a client cache is updated in one round trip.',
});
builder.subscriptionType({ description: 'Events over Server-Sent Events.' });

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    name: 'DateTime',
    description: 'A moment in UTC, RFC 3339 with milliseconds: `2026-11-21T08:15:30.000Z`.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
    serialize: (value) => (value instanceof Date ? formatDate(value) : refuseDate()),
    parseValue: (value) =>
      typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value) : refuseDate(),
  }),
);

function refuseDate(): never {
  throw new GraphQLError('A moment is an RFC 3339 string such as 2026-11-21T08:15:30.000Z.');
}
