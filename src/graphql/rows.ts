import type { FieldMap, ObjectFieldBuilder } from '@pothos/core';
import type { WholeOf } from '../sql/columns.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

type Types = typeof builder.$inferSchemaTypes;

/** The methods that expose a member. The member's column is read when a document selects the field. */
type ColumnFields<Whole> = Pick<
  ObjectFieldBuilder<Types, Whole>,
  Extract<keyof ObjectFieldBuilder<Types, Whole>, `expose${string}`>
>;

interface RowType<Row> {
  description: string;
  /** The members that tools answer by default (lean.ts). */
  lean?: readonly string[];
  /** The record as it is stored under an idempotency key. */
  kept?: (row: Row, context: Context) => Promise<object>;
  /** See reads.ts. */
  hiddenOnceDeleted?: string;
  /** Fields that expose a member each. */
  columns: (t: ColumnFields<WholeOf<Row>>) => FieldMap;
  /** Computed fields. Their rows have the members that are always read, and those declared with `computedFrom`. */
  fields: (t: ObjectFieldBuilder<Types, Row>) => FieldMap;
}

/** An object type whose rows hold only the columns that a document reads. */
export function rowType<Row extends object>(name: string, { columns, fields, ...options }: RowType<Row>) {
  return builder.objectRef<Row>(name).implement({
    ...options,
    // A field that exposes a member is only called with rows that hold it.
    fields: (t) => ({ ...columns(t as unknown as ColumnFields<WholeOf<Row>>), ...fields(t) }),
  });
}

/** Makes fields that are computed from these members: documents that select them read the columns. */
export function computedFrom<Row, Member extends keyof WholeOf<Row> & string>(
  t: ObjectFieldBuilder<Types, Row>,
  ...reads: readonly Member[]
): ObjectFieldBuilder<Types, Row & Pick<WholeOf<Row>, Member>> {
  // Pothos protects `createField`, through which each of its methods makes the field.
  const { createField } = t as unknown as { createField: (options: { extensions?: object }) => unknown };
  return Object.assign(Object.create(t), {
    createField({ extensions, ...options }: { extensions?: object }) {
      return createField.call(this, { ...options, extensions: { ...extensions, reads } });
    },
  });
}
