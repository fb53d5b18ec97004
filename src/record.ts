import type { z } from 'zod';

/** A facet that records of a kind do not have, with the reason, or that their own code handles, with the place. */
interface Without {
  none: string;
}

/** Which members name other records of a document. */
export interface ReferringMembers {
  /** Members that reference other records, each with the id prefix of its target. */
  references?: Readonly<Record<string, string>>;
  /** Members that list objects, each with the references of its entries. */
  entries?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How the JSON export writes the records and an import reads them. */
export interface ExportedRoster extends ReferringMembers {
  /** Member of the document that lists them. */
  member: string;
  /** Shape of a record as callers write it; the document adds `id`. */
  shape: z.ZodObject;
  /** Maximum number of records per book. */
  max: number;
  /** Whether other records of the document reference these, so that each needs an id. */
  isReferenced?: boolean;
  /** Checks across records. Each fault has a path within the list and a message. */
  faults?: (records: readonly Readonly<Record<string, unknown>>[]) => { path: string; message: string }[];
}

/** Which texts the search index holds. */
export interface SearchedTexts {
  /** Hit kinds that callers can filter by, with descriptions. */
  kinds: Readonly<Record<string, string>>;
  /** Indexed members, each with its hit kind. */
  texts: Readonly<Record<string, string>>;
  /** SQL for the label of a hit, over the row `r`. Absent if the book or the chapter is the label. */
  label?: string;
}

/** What the change log reports. Each member is the description of one event type. */
export interface AnnouncedChanges {
  created: string;
  updated: string;
  deleted: string;
}

/** Events that triggers of the record's own migration write: name after the dot, and description. */
export interface OwnEvents {
  own: Readonly<Record<string, string>>;
}

/** Parts of the space that an account uses. */
export const spaceParts = ['books', 'revisions', 'pictures', 'sound', 'events', 'answers'] as const;
export type SpacePart = (typeof spaceParts)[number];

/** Part of a chapter's inputs that the record forms, and the members that enter the prompt. Append new members at the end. */
export interface StalenessInput {
  input: string;
  fields: readonly string[];
}

/** The argument for the id of one record, and the verbs of the mutations that make and delete it. */
export interface RosterNames {
  id?: `${string}Id`;
  verbs?: readonly [make: string, remove: string];
}

/** One kind of record: the single source of its ids, export, search, events and `node`. */
export interface RecordDeclaration {
  /** Noun in snake case; first part of its event types. */
  name: string;
  /** GraphQL type; absent if no type shows the record. */
  type?: string;
  table: string;
  /** Prefix of its ids; absent if it has no id of its own. */
  prefix?: string;
  parent: 'none' | 'account' | 'book' | 'chapter';
  /** Names of a roster in the schema, where they do not follow from its own (domain/roster/names.ts). */
  names?: RosterNames;
  /** Additional tables with their contents. */
  tables?: Readonly<Record<string, string>>;
  export: ExportedRoster | Without;
  search: SearchedTexts | Without;
  events: AnnouncedChanges | OwnEvents | Without;
  staleness: StalenessInput | readonly StalenessInput[] | Without;
  /** Tables whose rows count as used space, each with its part. Default: the table of a record of a book, as `books`. */
  space?: Readonly<Record<string, SpacePart>> | Without;
}

/** Declares a kind of record. Every facet is present, or absent with a reason. */
export function record<const Declaration extends RecordDeclaration>(declaration: Declaration): Declaration {
  return declaration;
}

/** A declaration whose records form a list in the JSON export. */
export type Roster = RecordDeclaration & { export: ExportedRoster; prefix: string };

export function isRoster(one: RecordDeclaration): one is Roster {
  return 'member' in one.export && one.prefix !== undefined;
}

/** Searchable texts of a record; undefined if it has none. */
export function searchedOf({ search }: RecordDeclaration): SearchedTexts | undefined {
  return 'kinds' in search ? search : undefined;
}

/** Event types of a record with their descriptions. */
export function eventsOf({ name, events }: RecordDeclaration): Record<string, string> {
  if ('none' in events) return {};
  const described = 'own' in events ? events.own : events;
  return Object.fromEntries(Object.entries(described).map(([verb, meaning]) => [`${name}.${verb}`, meaning]));
}

/** Tables of a record whose rows count as used space. */
export function spaceOf({ table, parent, space }: RecordDeclaration): Readonly<Record<string, SpacePart>> {
  if (space) return 'none' in space ? {} : (space as Readonly<Record<string, SpacePart>>);
  return parent === 'book' || parent === 'chapter' || table === 'book' ? { [table]: 'books' } : {};
}

/** Column of a member: camelCase to snake_case. */
export const columnOf = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
