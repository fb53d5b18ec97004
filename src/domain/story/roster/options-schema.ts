import type { ArgBuilder, ArgumentRef, FieldMap, ObjectFieldBuilder } from '@pothos/core';
import type { z } from 'zod';
import type { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import type { BookKey } from '../book/store.ts';
import type { AnyRowOf, Further, PartKey, RosterStore, RowOf } from './store.ts';
import type { RosterWords } from './words.ts';

type Sql = Context['sql'];
type Types = typeof builder.$inferSchemaTypes;

/** Narrows a list by an argument of its query. */
interface Filter {
  name: string;
  argument: (arg: ArgBuilder<Types>) => ArgumentRef<Types, unknown>;
  where: (value: never) => Further;
}

/** Options of a roster's schema that its record does not determine. */
export interface RosterOptions<Shape extends z.ZodObject, Removed extends { id: string } = { id: string }> {
  words: RosterWords<Shape>;
  /** Shape of a patch. Default: all members, each optional. */
  patch?: z.ZodObject;
  /** The members that tools answer by default (graphql/lean.ts). */
  lean?: readonly string[];
  /** Computed fields of its type. */
  fields?: (t: ObjectFieldBuilder<Types, AnyRowOf<Shape>>) => FieldMap;
  filter?: Filter;
  /** Loads what rows are shown with, while they are read. Answers how to add it to those of one book, by its index. */
  beside?: (
    context: Context,
    bookIds: readonly string[],
  ) => Promise<(<Row extends AnyRowOf<Shape>>(rows: readonly Row[], index: number) => readonly Row[]) | undefined>;
  /** How a record is added, if there is more to check than the maximum. Undefined: the book is missing or its list is full. */
  insert?: (sql: Sql, key: BookKey, row: z.output<Shape>) => Promise<RowOf<Shape> | undefined>;
  /** How a record is changed, if there is more to check. See `applyPatch`. */
  update?: (
    sql: Sql,
    key: PartKey,
    patch: Partial<z.output<Shape>>,
  ) => {
    write(expected: number | undefined): Promise<RowOf<Shape> | undefined>;
    refuse(current: RowOf<Shape>): Promise<RowOf<Shape>>;
  };
  /** How a record is removed, if others depend on it. Undefined: it is missing or has another version. */
  remove?: (sql: Sql, key: PartKey, expected: number | undefined) => Promise<Removed | undefined>;
  /** What the answer to a removal has besides the id. */
  removedFields?: (t: ObjectFieldBuilder<Types, Removed>) => FieldMap;
}

/** Any roster and its options: only what all records of a book have is known. */
type AnyShape = z.ZodObject<Record<never, z.ZodType>, z.core.$strict>;
export type AnyRoster = RosterStore<AnyShape>;
export type AnyOptions = RosterOptions<AnyShape>;
export type AnyRow = AnyRowOf<AnyShape>;
