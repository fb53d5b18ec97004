import { type GraphQLSchema, parse } from 'graphql';
import { z } from 'zod';
import { idShapes } from '../../domain/shapes.ts';
import { Called } from '../../domain/story/names/called.ts';
import { invalidRequest, ServiceError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import { type PreparedOperation, prepareOperation } from '../../graphql/execute.ts';
import { isPermitted } from '../../graphql/permit.ts';
import { idOrNone, noId } from '../../ids/id.ts';
import { nearest } from '../../nearest.ts';
import type { Values } from '../faces.ts';

/** Kinds of records that a call may name instead of sending an id. */
const namedKinds = ['character', 'chapter'] as const;
type NamedKind = (typeof namedKinds)[number];

/** An argument that takes ids. */
export interface IdArgument {
  name: string;
  /** Kind of the record, such as `chapter` or `run`. */
  kind: string;
}

/** The names of a record. */
interface Named {
  id: string;
  name: string;
  /** Aliases of a character, or the number of a chapter. */
  aliases: readonly string[];
}

interface Kind {
  document: string;
  answer: string;
  /** The accepted forms, for error messages. */
  names: string;
  lister: string;
  namedOf(record: Values): Named;
}

const kinds: Readonly<Record<NamedKind, Kind>> = {
  character: {
    document:
      'query CharacterNames($bookId: ID!) { characters(bookId: $bookId) { id name aliases datedAliases { text } } }',
    answer: 'characters',
    names: 'id, name or alias',
    lister: 'list_characters',
    namedOf: ({ id, name, aliases, datedAliases }) => ({
      id: String(id),
      name: String(name),
      aliases: [...(aliases as string[]), ...(datedAliases as { text: string }[]).map(({ text }) => text)],
    }),
  },
  chapter: {
    document:
      'query ChapterNames($bookId: ID!, $archived: Boolean) { chapters(bookId: $bookId, archived: $archived) { id order title } }',
    answer: 'chapters',
    names: 'id, number or title',
    lister: 'list_chapters',
    namedOf: ({ id, order, title }) => ({ id: String(id), name: String(title), aliases: [String(order)] }),
  },
};

/** Ids by argument, for the arguments that had names. */
export type FoundIds = Readonly<Record<string, unknown>>;

/** Replaces names of characters and chapters in the arguments of a call by ids. */
export class Names {
  private readonly listings: ReadonlyMap<string, PreparedOperation>;

  constructor(schema: GraphQLSchema) {
    this.listings = new Map(
      namedKinds.map((kind) => {
        const { document, answer } = kinds[kind];
        return [kind, prepareOperation(schema, { document: parse(document), answer, statements: 2 })];
      }),
    );
  }

  /**
   * Looks up the ids of all names in the arguments. Runs one or two SQL statements per kind, and none if all are ids. Does nothing
   * for a caller who may not read the names. `refusal` is the error of the first unknown or ambiguous name: the caller throws it
   * after validating the other arguments.
   */
  async idsOf(
    args: Values,
    ids: readonly IdArgument[],
    { archived, isExact }: { archived: boolean; isExact: boolean },
    context: () => Context,
  ): Promise<{ found: FoundIds; refusal: unknown }> {
    const found: Record<string, unknown> = {};
    let refusal: unknown;
    for (const kind of namedKinds) {
      const listing = this.listings.get(kind);
      const named = ids.filter((argument) => argument.kind === kind && hasName(args[argument.name], kind));
      if (named.length === 0 || !listing || typeof args.bookId !== 'string') continue;
      const listContext = context();
      if (!isPermitted(listContext.caller, listing)) continue;
      const records = (await listing.run({ bookId: args.bookId, archived }, listContext)) as Values[];
      const known = records.map(kinds[kind].namedOf);
      for (const { name } of named) {
        try {
          found[name] = idsIn(args[name], kind, (value) => idOf(value, known, { kind, argument: name, isExact }));
        } catch (error) {
          refusal ??= error;
        }
      }
    }
    return { found, refusal };
  }
}

/** A longer list exceeds every argument, so its names are not looked up (ours). */
const entriesMax = 1000;

function hasName(value: unknown, kind: NamedKind): boolean {
  const isNameOfKind = (entry: unknown) => isName(entry, kind);
  return Array.isArray(value) ? value.length <= entriesMax && value.some(isNameOfKind) : isNameOfKind(value);
}

/** Whether a value is a name or the number of a chapter, not an id. */
function isName(value: unknown, kind: NamedKind): boolean {
  if (typeof value === 'number') return kind === 'chapter';
  return typeof value === 'string' && idOrNone(value) === noId;
}

/** Replaces the names in a value by ids. Other values stay, and are validated later. */
function idsIn(value: unknown, kind: NamedKind, find: (name: string) => string): unknown {
  const idFor = (entry: unknown) => (isName(entry, kind) ? find(String(entry).trim()) : entry);
  return Array.isArray(value) ? value.map(idFor) : idFor(value);
}

/** Decides which words of a name are titles. The titles of all languages are in one list. */
const anyLanguage = 'en';

/** The argument in which a name was sent. */
interface Place {
  kind: NamedKind;
  argument: string;
  /** Only whole names are accepted, not one word of them. */
  isExact: boolean;
}

/** The id of the only record with this name. Other names count only if no record has it as its first name, and words of names last. */
function idOf(wanted: string, known: readonly Named[], { kind, argument, isExact }: Place): string {
  const called = new Called(known, anyLanguage);
  const byName = called.byName(wanted);
  const isByWord = byName.length === 0 && kind === 'character';
  const found = isByWord ? called.byWord(wanted) : byName;
  const [only, ...others] = found;
  if (!only) throw unknownName(wanted, known, kind, argument);
  if (others.length === 0 && isByWord && isExact) throw incompleteName(only, argument);
  if (others.length === 0) return only.id;
  const ids = found.slice(0, 10).map(({ id }) => id);
  const message = `names ${found.length} ${kind}s: ${ids.join(', ')}. Send the id of one.`;
  throw invalidRequest([{ path: argument, message }]);
}

/** A word may stand for somebody else than the caller means, so it deletes nothing. */
function incompleteName({ id, name }: Named, argument: string): ServiceError {
  const message = `is a part of a name, and this tool deletes. Send the whole name, ${JSON.stringify(name)}, or the id ${id}.`;
  return invalidRequest([{ path: argument, message }]);
}

function unknownName(wanted: string, known: readonly Named[], kind: NamedKind, argument: string): ServiceError {
  const { names, lister } = kinds[kind];
  const near = nearest(
    wanted,
    known.flatMap(({ name, aliases }) => [name, ...aliases].filter(isLong)),
  );
  const hint = near === undefined ? '' : ` The nearest is ${JSON.stringify(near)}.`;
  return new ServiceError(
    'not_found',
    `No such ${kind}. ${argument} is not an ${names} in this book.${hint} ${lister} shows valid ids.`,
  );
}

/** Names of one or two characters are similar to too many others to suggest. */
const isLong = (name: string) => name.length > 2;

/** The id arguments of a tool, with their kinds. */
export function idArgumentsOf({ shape }: z.ZodObject): IdArgument[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const kind = idShapes.get(innermost(field))?.kind ?? kindByName(name);
    return kind ? [{ name, kind }] : [];
  });
}

/** The kind of a path parameter: `bookId` has the kind `book`. */
function kindByName(name: string): string | undefined {
  return /^([a-z]+)Id$/.exec(name)?.[1];
}

function innermost(field: z.core.$ZodType): z.ZodType {
  if (field instanceof z.ZodArray) return innermost(field.element);
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return innermost(field.unwrap());
  return field as z.ZodType;
}
