import { z } from 'zod';
import { operation } from '../../../operation.ts';
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
      feature: 'conflicts',
      isDirect: true,
      description:
        'The conflicts between the characters of a book, oldest first. The ends are character ids; list_characters has the names.',
    },
  }),
  operation(AddConflictDocument, {
    answer: 'addConflict',
    statements: 1,
    body: ['input', newConflict],
    example: {
      fromCharacterId: 'CHARACTER_ID',
      toCharacterId: 'OTHER_CHARACTER_ID',
      kind: 'rivalry',
      description: 'Both want the last berth in the harbour.',
    },
    rest: 'POST /v1/books/{bookId}/conflicts 201',
    hidden,
    tool: {
      name: 'add_character_conflict',
      feature: 'conflicts',
      isDirect: true,
      description:
        'Add a conflict between two characters of a book; it goes into the prompt of every chapter in which both take part. One a pair and kind; update_character_conflict changes it.',
    },
  }),
  operation(GetConflictDocument, {
    answer: 'conflict',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/conflicts/{conflictId}',
    hidden,
    tool: {
      name: 'get_character_conflict',
      feature: 'conflicts',
      description: 'One conflict between two characters, by its id from list_character_conflicts.',
    },
  }),
  operation(UpdateConflictDocument, {
    answer: 'updateConflict',
    statements: 1,
    body: ['patch', conflictPatch],
    example: { intensity: 4 },
    rest: 'PATCH /v1/books/{bookId}/conflicts/{conflictId}',
    hidden,
    tool: {
      name: 'update_character_conflict',
      feature: 'conflicts',
      description:
        'Change the fields of a conflict that you send; the rest stay. The two characters cannot be changed.',
    },
  }),
  operation(RemoveConflictDocument, {
    answer: 'removeConflict',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/conflicts/{conflictId}',
    tool: {
      name: 'remove_character_conflict',
      feature: 'conflicts',
      isDirect: true,
      description:
        'Remove one conflict, by its id from list_character_conflicts. The characters stay. Cannot be undone.',
      without: ['expectedVersion'],
    },
  }),
];
