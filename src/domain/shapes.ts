import { z } from 'zod';
import { idOrNone } from '../ids/id.ts';
import { withLineEnds } from '../prose/line-ends.ts';

const unsendable = 'contains NUL or a lone surrogate, which cannot be stored. Send well-formed Unicode.';

function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What people and agents write. Its limits count the text as it is stored. */
const written = () => z.string().overwrite(withLineEnds);

/** Text, possibly empty. `max` counts Unicode code points, like every length limit (contract 1). */
export function text(max: number) {
  return written().max(max).refine(storable, unsendable);
}

/** Text limited only by the size of the request. */
export const longText = z.string().min(1).refine(storable, unsendable);

/** Characters that show nothing: blanks, and those of no width. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]*$/u;

/** Whether a text shows nothing to a reader. */
export function isInvisible(text: string): boolean {
  return invisible.test(text);
}

/** Text with at least one visible character. */
export function line(max: number) {
  return written()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text === '' || !isInvisible(text), 'has no visible character. Write at least one.')
    .refine(storable, unsendable);
}

/** Text or null. Texts that show nothing are stored as null. */
export function textOrNull(max: number) {
  return written()
    .trim()
    .max(max)
    .refine(storable, unsendable)
    .nullable()
    .transform((value) => (value === null || isInvisible(value) ? null : value));
}

/** An absolute http or https URL. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https address.' })
  .max(2000)
  .refine(storable, unsendable)
  // For clients that read the JSON Schema: `format: uri` alone allows any scheme.
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

type Inner<Member> = Member extends z.ZodDefault<infer Written> | z.ZodOptional<infer Written> ? Written : Member;

/** What a patch may change: the members of what is created, each optional and without its default. Absent stays. */
export function patchOf<Shape extends z.core.$ZodShape>({ shape }: z.ZodObject<Shape>) {
  const members = Object.entries(shape).map(([name, member]) => [
    name,
    z.optional(member instanceof z.ZodDefault || member instanceof z.ZodOptional ? member.unwrap() : member),
  ]);
  // The same names; only the wrappers differ, which entries do not tell.
  return z.strictObject(Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodOptional<Inner<Shape[Name]>> });
}

/** A shape without what makes it optional or nullable. */
export function innerOf(shape: z.core.$ZodType): z.core.$ZodType {
  const isWrapped = shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault;
  return isWrapped ? innerOf(shape.unwrap()) : shape;
}

/** Members of a record that are lists of objects. They are stored as JSON. */
export function objectLists({ shape }: z.ZodObject): ReadonlyMap<string, z.ZodArray<z.ZodObject>> {
  const lists = Object.entries(shape).flatMap(([name, member]): [string, z.ZodArray<z.ZodObject>][] => {
    const inner = innerOf(member);
    return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject ? [[name, inner as never]] : [];
  });
  return new Map(lists);
}

/** Id shapes, so that the GraphQL schema uses `ID` for them. */
export const idShapes = z.registry<{ kind: string }>();

/** Id of another record. A malformed one is treated as unknown. */
export function idOf(kind: string) {
  return z.string().transform(idOrNone).register(idShapes, { kind });
}

/** Most ids in one list of an input. */
export const idsMax = 500;

/** Cursor from `next_cursor` or `endCursor` of an earlier page. */
export const cursor = z.string().min(1).max(200);
/** Version that the caller has read; a stale one is refused with `conflict`. */
export const expectedVersion = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .describe('The version that you have read. If it has changed: `conflict`.');
/** Makes a request safe to repeat (contract 9): printable ASCII, as headers allow. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII, such as a UUID.')
  .describe('A unique name, such as a UUID: for 24 hours a retry with it gets the same answer.');

/** Maximum text of a chapter, code points (contract 5). */
export const contentMax = 400_000;

/** Length in code points, as in all limits of the contract. */
export function lengthOf(prose: string): number {
  // Nearly all prose has one unit of UTF-16 for each.
  return prose.length - (prose.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/**
 * Inputs of a chapter, in the order of the list of changes: `chapter` is its own outline line, `outline` the neighbouring
 * lines.
 */
export const inputKinds = ['book', 'plan', 'style', 'chapter', 'outline', 'character', 'conflict', 'mood'] as const;
export type InputKind = (typeof inputKinds)[number];

/** State of a record when a text was written: name, version, and the concatenated hashes of the relevant fields. */
export type Told = readonly [name: string, version: number, prints: string];

/** Inputs of a text, by kind and id (docs/generation.md, "Staleness"). */
export type BuiltFrom = { readonly [Kind in InputKind]?: Readonly<Record<string, Told>> };

/** Maximum lengths of the two parts of a recap, code points. */
export const eventsMax = 1_200;
export const stateMax = 800;

/** A whole recap of a chapter, as callers write it. */
export const newRecap = z.strictObject({
  events: text(eventsMax).min(1).describe('What happened in the chapter, 1–1200 characters.'),
  state: text(stateMax)
    .default('')
    .describe('Where everybody stands at its end: what they hold, know and owe. Up to 800 characters; default: empty.'),
});
export type NewRecap = z.output<typeof newRecap>;
