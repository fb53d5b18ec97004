import { z } from 'zod';
import { operation } from '../../operation.ts';
import {
  CreateCharacterDocument,
  DeleteCharacterDocument,
  GetCharacterDocument,
  ListCharactersDocument,
  UpdateCharacterDocument,
} from './operations.gen.ts';
import { characterPatch, newCharacter } from './rules.ts';

// REST answers the ten fields of the record; the version is in its ETag.
const hidden = { rest: ['version'] };

export const characterOperations = [
  operation(ListCharactersDocument, {
    answer: 'characters',
    statements: 1,
    variables: ({ detail = 'full', ...rest }: { detail?: 'concise' | 'full' }) => ({
      ...rest,
      full: detail === 'full',
    }),
    rest: 'GET /v1/books/{bookId}/characters',
    hidden,
    tool: {
      name: 'list_characters',
      description:
        'The cast of a book, oldest first. Ask for `detail: concise` (no bio, no voice: a tenth of the tokens) unless you need those, or for the `ids` you are after.',
      options: z.strictObject({
        detail: z
          .enum(['concise', 'full'])
          .optional()
          .describe('`concise` leaves out bio and voiceProfile. Default: `full`.'),
        ids: z.array(z.string()).max(500).optional().describe('Only these characters.'),
      }),
    },
  }),
  operation(CreateCharacterDocument, {
    answer: 'createCharacter',
    statements: 1,
    body: ['input', newCharacter],
    rest: 'POST /v1/books/{bookId}/characters 201',
    hidden,
    tool: {
      name: 'create_character',
      description:
        'Add a character to the cast. want, fear and lie, one short clause each, steer the chapter writer. Always adds another one; look with list_characters first.',
    },
  }),
  operation(GetCharacterDocument, {
    answer: 'character',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/characters/{characterId}',
    hidden,
  }),
  operation(UpdateCharacterDocument, {
    answer: 'updateCharacter',
    statements: 1,
    body: ['patch', characterPatch],
    rest: 'PATCH /v1/books/{bookId}/characters/{characterId}',
    hidden,
    tool: {
      name: 'update_character',
      description:
        'Change the fields you send; the rest stay. A null want, fear or lie is cleared and leaves the chapter prompt.',
    },
  }),
  operation(DeleteCharacterDocument, {
    answer: 'deleteCharacter',
    statements: 2,
    rest: 'DELETE /v1/books/{bookId}/characters/{characterId}',
    tool: {
      name: 'delete_character',
      description: 'Remove a character and every conflict that names them. Prose stays as it is. Cannot be undone.',
      without: ['expectedVersion'],
    },
  }),
];
