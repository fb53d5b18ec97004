import type { z } from 'zod';
import { capital, namesOf } from './names.ts';
import type { RosterDeclaration } from './store.ts';

/** The words of a roster's schema. Those that are left out follow from the names of its record. */
export interface RosterWords<Shape extends z.ZodObject> {
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

/** All words, with those that follow from the names. */
type AllWords<Shape extends z.ZodObject> = RosterWords<Shape> &
  Readonly<Record<Exclude<keyof RosterWords<Shape>, 'members' | 'page' | 'one'>, string>>;

export function rosterWords<Shape extends z.ZodObject>(
  record: RosterDeclaration<Shape>,
  given: RosterWords<Shape>,
): AllWords<Shape> {
  const { one, many, make, remove } = namesOf(record);
  const { max } = record.export;
  const a = /^[aeiou]/.test(one) ? 'an' : 'a';
  return {
    createdAt: 'When it was created; lists have this order.',
    updatedAt: 'When a field last changed.',
    book: 'The book that has it.',
    ofBook: `Its ${many}, oldest first.`,
    list: `The ${many} of a book, oldest first.`,
    input: `${capital(a)} ${one} to add.`,
    patch: 'Fields to change; omitted fields stay unchanged.',
    removed: `A deleted ${one}.`,
    removedId: `The ${one}, for client caches.`,
    add: `${capital(make)}s ${a} ${one}. A book has at most ${max}.`,
    change: 'Changes the given fields.',
    remove: `Deletes ${a} ${one} permanently.`,
    full: `A book holds at most ${max} ${many}. ${capital(remove)} one first.`,
    ...given,
  };
}
