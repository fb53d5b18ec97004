import '../domain/account/schema.ts';
import '../domain/book/schema.ts';
import '../domain/chapter/schema.ts';
import '../domain/character/schema.ts';
import '../domain/comparison/schema.ts';
import '../domain/conflict/schema.ts';
import '../domain/generation/schema.ts';
import '../domain/instance/schema.ts';
import '../domain/lint/schema.ts';
import '../domain/mood/schema.ts';
import '../domain/outline/schema.ts';
import '../domain/plan/schema.ts';
import '../domain/prompt/schema.ts';
import '../domain/recap/schema.ts';
import '../domain/revision/schema.ts';
import '../domain/search/schema.ts';
import '../domain/staleness/schema.ts';
import '../domain/usage/schema.ts';
import { builder } from './builder.ts';
import { type Context, forgetRead } from './context.ts';

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
