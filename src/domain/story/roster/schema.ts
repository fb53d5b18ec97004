import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { builder } from '../../../graphql/builder.ts';
import { implementChanges } from './change-schema.ts';
import { implementLists, implementQueries, type OfBook, shownOf, wholeOf } from './list-schema.ts';
import type { AnyOptions, AnyRoster, RosterOptions } from './options-schema.ts';
import type { AnyRowOf, RosterStore, RowOf } from './store.ts';
import { implementType } from './type-schema.ts';

/** What other aggregates use of a roster's schema. */
interface RosterSchema<Shape extends z.ZodObject> {
  Type: ObjectRef<typeof builder.$inferSchemaTypes, AnyRowOf<Shape>, AnyRowOf<Shape>>;
  /** Loads the whole records of a book, for computed fields. */
  whole: OfBook<RowOf<Shape>>;
  /** Loads the columns that the document reads. */
  shown: OfBook<AnyRowOf<Shape>>;
}

/**
 * The schema of a roster: its type with a list on `Book`, its queries, inputs and mutations. Everything follows from the store,
 * which has the record, and from the words. A roster states the rest in its options.
 */
export function rosterSchema<Shape extends z.ZodObject, Removed extends { id: string }>(
  store: RosterStore<Shape>,
  given: RosterOptions<Shape, Removed>,
): RosterSchema<Shape> {
  // Fields are made at run time from the members of any shape, of which the compiler knows no names.
  const [roster, options] = [store as unknown as AnyRoster, given as unknown as AnyOptions];
  const Type = implementType(roster, options);
  const [shown, whole] = [shownOf(roster, options), wholeOf(roster)];
  implementLists(roster, options, Type, shown);
  implementQueries(roster, options, Type);
  implementChanges(roster, options, Type);
  return { Type, shown, whole } as unknown as RosterSchema<Shape>;
}
