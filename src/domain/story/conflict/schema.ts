import { notFound } from '../../../errors.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { computedFrom } from '../../../graphql/rows.ts';
import { type Cast, Character, memberOf, shownCastOf } from '../character/schema.ts';
import { rosterSchema } from '../roster/schema.ts';
import { changeOf, insert } from './refusals.ts';
import * as rules from './rules.ts';
import { type ConflictRow, conflictRoster } from './store.ts';

enumOf('ConflictKind', rules.conflictKinds, 'What sets two characters against each other.', {
  goal: 'They want things that cannot both be had.',
  value: 'They disagree about what matters.',
  loyalty: 'One owes faithfulness that the other claims or betrays.',
  secret: 'One hides something from the other.',
  power: 'One has a hold over the other, or both fight for it.',
  rivalry: 'They compete for the same place.',
  love: 'Affection that is unequal, forbidden or at odds.',
  debt: 'One owes the other something, not only money.',
  ideology: 'They hold beliefs that exclude each other.',
  other: 'Anything else; the description says what.',
});
enumOf('ConflictStatus', rules.conflictStatuses, 'State of a conflict.', {
  latent: 'Present, but neither has acted on it.',
  open: 'Known to both, and unsettled.',
  escalating: 'Getting worse from scene to scene.',
  resolved: 'Settled; the chapter writer is told not to open it again.',
});

/** A conflict, with the cast of its book if that was loaded. */
type Shown = ConflictRow & { cast?: Cast };

export const {
  Type: Conflict,
  /** Complete conflicts by book, for computed fields. */
  whole: conflictsOf,
  /** The requested fields of conflicts by book. */
  shown: shownConflictsOf,
} = rosterSchema(conflictRoster, {
  patch: rules.conflictPatch,
  fields: (t) => ({
    from: computedFrom(t, 'fromCharacterId').field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'The character at the first end. Costs one SQL statement for all conflicts of a book.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.fromCharacterId),
    }),
    to: computedFrom(t, 'toCharacterId').field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'The character at the other end; unless the conflict is mutual, they do not feel it.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.toCharacterId),
    }),
  }),
  filter: {
    name: 'characterId',
    argument: (arg) =>
      arg.id({ description: 'Only those with this character at either end; empty for an unknown id.' }),
    where: (characterId: string) => (sql) => sql`AND ${characterId} IN (r.from_character_id, r.to_character_id)`,
  },
  beside: castsBeside,
  insert,
  update: changeOf,
  words: {
    description: 'A conflict between two characters of a book.',
    members: {
      fromCharacterId: 'Id of the character at the first end.',
      toCharacterId: 'Id of the character at the other end.',
      mutual: 'Whether both sides feel it; a mutual conflict is the same read from either end.',
      kind: 'What it is about. A pair has at most one conflict of each kind.',
      description: 'The conflict, as the chapter prompt describes it.',
      stakes: 'What is at risk. `null` omits it from the chapter prompt.',
      connection: 'What connects them in spite of it. `null` omits it from the chapter prompt.',
      intensity: '1–5; the strongest come first in the chapter prompt.',
      status: 'Its state; set by the author, never by a chapter.',
    },
    updatedAt: 'Last change of its own fields; changes of its characters do not count.',
    book: 'The book of its characters.',
    ofBook: 'The conflicts between its characters, oldest first.',
    list: 'The conflicts between the characters of a book, oldest first.',
    page: 'A page of the conflicts between its characters, oldest first.',
    one: 'One conflict of a book.',
    input: 'A conflict to add between two characters of the book.',
    needs: 'At least both ends, a kind and a description.',
    patch:
      'Fields to change, including both ends; omitted fields stay unchanged, and null clears stakes or connection.',
    add: `Adds a conflict between two characters of the book. A book has at most ${rules.conflictsMax}, and a pair at most one of each kind: \`invalid_state\` names the existing one.`,
    change: 'Changes the given fields, including both ends. New chapter prompts use the changed record.',
    remove: 'Deletes a conflict permanently. Characters and prose are not changed.',
    full: `The conflict matrix is full: a book holds at most ${rules.conflictsMax} conflicts. Remove one first.`,
  },
});

/** Synchronous if the cast is loaded: a promise per end would cost more than the rows of a matrix. */
function endOf(context: Context, { cast, bookId }: Shown, characterId: string) {
  const found = (whole: Cast) => memberOf(context, whole, characterId) ?? notFound('character');
  return cast ? found(cast) : shownCastOf(context).load(bookId).then(found);
}

/** Adds the casts of the books, if the document selects the ends. */
async function castsBeside(context: Context, bookIds: readonly string[]) {
  const fields = context.requestedFields?.get('Conflict');
  if (!fields?.has('from') && !fields?.has('to')) return undefined;
  const casts = await Promise.all(bookIds.map((bookId) => shownCastOf(context).load(bookId)));
  return <Row extends object>(rows: readonly Row[], index: number): readonly Row[] =>
    rows.map((row) => Object.assign(row, { cast: casts[index] }));
}
