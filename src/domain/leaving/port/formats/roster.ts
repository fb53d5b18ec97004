import { z } from 'zod';
import type { IdPrefix } from '../../../../ids/id.ts';
import { isRoster, type Roster } from '../../../../record.ts';
import { records } from '../../../../records.gen.ts';
import { objectLists } from '../../../shapes.ts';

/** A roster record in a document; `id` is local to the document. */
export type Exported = Readonly<Record<string, unknown>> & { readonly id?: string };

/** All declared rosters; those with references come after their targets. */
export const rosters: readonly Roster[] = inOrder(records.filter(isRoster));

function inOrder(all: readonly Roster[]): Roster[] {
  const placed: Roster[] = [];
  const place = (roster: Roster) => {
    if (placed.includes(roster)) return;
    const named = Object.values(roster.export.references ?? {});
    for (const one of all) if (one !== roster && named.includes(one.prefix)) place(one);
    placed.push(roster);
  };
  for (const roster of all) place(roster);
  return placed;
}

/** Members of a document that list rosters. */
export function rosterShapes(key: z.ZodType<string>): Record<string, z.ZodType<readonly Exported[]>> {
  return Object.fromEntries(
    rosters.map(({ export: { member, max, ...roster } }) => [
      member,
      z.array(shapeOf(roster, key)).max(max).default([]),
    ]),
  );
}

function shapeOf(
  { shape, references = {}, entries = {}, isReferenced = false }: Omit<Roster['export'], 'member' | 'max'>,
  key: z.ZodType<string>,
) {
  const ids = Object.fromEntries(Object.keys(references).map((name) => [name, key]));
  const lists = Object.entries(entries).flatMap(([member, inner]) => {
    const list = objectLists(shape).get(member);
    const local = Object.fromEntries(Object.keys(inner).map((name) => [name, key.nullable().default(null)]));
    return list ? [[member, list.clone({ ...list.def, element: list.element.safeExtend(local) }).default([])]] : [];
  });
  return shape.safeExtend({ id: isReferenced ? key : key.optional(), ...ids, ...Object.fromEntries(lists) });
}

/** Records of one roster in a document. */
export function listed(document: object, { export: { member } }: Pick<Roster, 'export'>): readonly Exported[] {
  // Roster members are declared at run time, which types do not see.
  return (document as Readonly<Record<string, readonly Exported[]>>)[member] ?? [];
}

/** Entries of a list of a record in a document. */
export function entriesOf(one: Exported, member: string): readonly Exported[] {
  return (one[member] as readonly Exported[] | undefined) ?? [];
}

/** Id prefix of a roster. Declarations and prefixes are generated together. */
export const prefixOf = ({ prefix }: Pick<Roster, 'prefix'>) => prefix as IdPrefix;
