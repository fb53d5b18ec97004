import { z } from 'zod';
import { operation } from '../../operation.ts';
import {
  AddConflictDocument,
  GetConflictDocument,
  ListConflictsDocument,
  RemoveConflictDocument,
  UpdateConflictDocument,
} from './operations.gen.ts';
import { conflictPatch, newConflict } from './rules.ts';

// REST answers the twelve fields of the record; the version is in its ETag.
const hidden = { rest: ['version'] };

export const conflictOperations = [
  operation(ListConflictsDocument, {
    answer: 'conflicts',
    statements: 1,
    options: z.strictObject({
      characterId: z.string().optional().describe('Only the conflicts with this character at either end.'),
    }),
    rest: 'GET /v1/books/{bookId}/conflicts',
    hidden,
    tool: {
      name: 'list_character_conflicts',
      description:
        'The conflicts between the characters of a book, oldest first. The ends are character ids; list_characters has the names.',
    },
  }),
  operation(AddConflictDocument, {
    answer: 'addConflict',
    statements: 1,
    body: ['input', newConflict],
    rest: 'POST /v1/books/{bookId}/conflicts 201',
    hidden,
    tool: {
      name: 'add_character_conflict',
      description:
        'Add a conflict between two characters of a book; it goes into the prompt of every chapter in which both take part. One a pair and kind: a second is refused and the answer names the first. To change one, remove it and add it again.',
    },
  }),
  operation(GetConflictDocument, {
    answer: 'conflict',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/conflicts/{conflictId}',
    hidden,
  }),
  operation(UpdateConflictDocument, {
    answer: 'updateConflict',
    statements: 1,
    body: ['patch', conflictPatch],
    rest: 'PATCH /v1/books/{bookId}/conflicts/{conflictId}',
    hidden,
  }),
  operation(RemoveConflictDocument, {
    answer: 'removeConflict',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/conflicts/{conflictId}',
    tool: {
      name: 'remove_character_conflict',
      description:
        'Remove one conflict, by its id from list_character_conflicts. The characters stay. Cannot be undone.',
      without: ['expectedVersion'],
    },
  }),
];
