import type { z } from 'zod';
import type { RosterDeclaration } from './store.ts';

/** The words of a roster's schema. Those that are left out follow from the names of its record. */
export interface RosterWords<Shape extends z.ZodObject> {
  /** Argument for the id of one record. */
  id: `${string}Id`;
  /** The verbs of its mutations. */
  verbs: readonly ['add', 'remove'] | readonly ['create', 'delete'];
  /** Its type. */
  description: string;
  /** Each member that callers write, as answers describe it. */
  members: Readonly<Record<keyof z.output<Shape>, string>>;
  createdAt?: string;
  updatedAt?: string;
  book?: string;
  /** The list as a field of its book, as a query, and as a connection of its book. */
  ofBook?: string;
  list?: string;
  page?: string;
  /** The query of one record; without it there is none. */
  one?: string;
  input?: string;
  /** What the input needs at least. */
  needs: string;
  patch?: string;
  removed?: string;
  removedId?: string;
  add?: string;
  change?: string;
  remove?: string;
  /** What to say of a full list. */
  full?: string;
}

const spaced = (name: string) => name.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();

/** The nouns of a record: `mood reference` and `mood references`. */
export function nounsOf({ name, export: { member } }: { name: string; export: { member: string } }): {
  one: string;
  many: string;
} {
  return { one: spaced(name), many: spaced(member) };
}

/** All words, those that follow from the names too. */
export type AllWords<Shape extends z.ZodObject> = RosterWords<Shape> &
  Readonly<Record<Exclude<keyof RosterWords<Shape>, 'id' | 'verbs' | 'members' | 'page' | 'one'>, string>>;

export function wordsOf<Shape extends z.ZodObject>(
  record: RosterDeclaration<Shape>,
  given: RosterWords<Shape>,
): AllWords<Shape> {
  const { one, many } = nounsOf(record);
  const { max } = record.export;
  const adds = given.verbs[0] === 'add' ? 'Adds' : 'Creates';
  return {
    createdAt: 'When it was created; lists have this order.',
    updatedAt: 'When a field last changed.',
    book: 'The book that has it.',
    ofBook: `Its ${many}, oldest first.`,
    list: `The ${many} of a book, oldest first.`,
    input: `A ${one} to add.`,
    patch: 'Fields to change; omitted fields stay unchanged.',
    removed: `A deleted ${one}.`,
    removedId: `The ${one}, for client caches.`,
    add: `${adds} a ${one}. A book has at most ${max}.`,
    change: 'Changes the given fields.',
    remove: `Deletes a ${one} permanently.`,
    full: `A book holds at most ${max} ${many}. Remove one first.`,
    ...given,
  };
}
