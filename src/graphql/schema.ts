import { isObjectType } from 'graphql';
import '../domain/account/schema.ts';
import '../domain/analytics/schema.ts';
import '../domain/book/edit-schema.ts';
import '../domain/book/schema.ts';
import '../domain/chapter/arrange-schema.ts';
import '../domain/chapter/edit-schema.ts';
import '../domain/chapter/schema.ts';
import '../domain/character/schema.ts';
import '../domain/comparison/schema.ts';
import '../domain/conflict/edit-schema.ts';
import '../domain/conflict/schema.ts';
import '../domain/cover/schema.ts';
import '../domain/event/schema.ts';
import '../domain/generation/schema.ts';
import '../domain/instance/schema.ts';
import '../domain/lint/schema.ts';
import '../domain/mood/schema.ts';
import '../domain/narration/book-schema.ts';
import '../domain/narration/schema.ts';
import '../domain/outline/schema.ts';
import '../domain/picture/schema.ts';
import '../domain/plan/schema.ts';
import '../domain/port/schema.ts';
import '../domain/prompt/schema.ts';
import '../domain/publication/schema.ts';
import '../domain/recap/schema.ts';
import '../domain/revision/schema.ts';
import '../domain/search/schema.ts';
import '../domain/staleness/schema.ts';
import '../domain/statistics/schema.ts';
import '../domain/usage/schema.ts';
import { notFound } from '../errors.ts';
import { builder } from './builder.ts';
import { type Context, forgetRead } from './context.ts';
import { authorizationOf } from './execute.ts';

/** The single domain surface; each aggregate adds its own part. */
export const schema = builder.toSchema();

// The fields of one mutation document run one after the other on one context.
for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
  const change = field.resolve;
  field.resolve = (root, args, context: Context, info) => {
    forgetRead(context);
    return change?.(root, args, context, info);
  };
}

// What belongs to a deleted book is out of every read (contract 4), below the list of the deleted too.
const book = schema.getType('Book');
for (const field of Object.values(isObjectType(book) ? book.getFields() : {})) {
  const read = field.resolve;
  if (!authorizationOf(field.extensions).scope) continue;
  field.resolve = (of: { deletedAt?: Date | null }, args, context: Context, info) =>
    of.deletedAt ? notFound('book') : read?.(of, args, context, info);
}
