import { z } from 'zod';
import { operation } from '../../../operation.ts';
import { idOf, idsMax } from '../../shapes.ts';
import {
  CreateCharacterDocument,
  DateCharacterDocument,
  DeleteCharacterDocument,
  GetCharacterDocument,
  ListCharacterDatesDocument,
  ListCharactersDocument,
  UpdateCharacterDocument,
} from './operations.gen.ts';
import { characterDates, characterPatch, newCharacter } from './rules.ts';

// REST answers the ten fields of the record; the version is in its ETag, and dates are listed apart.
const hidden = { rest: ['version', 'status', 'datedAliases'] };

// One tool lists them, so that the lists of tools are short.
const dates = Object.keys(characterDates.shape);

export const characterOperations = [
  operation(ListCharactersDocument, {
    answer: 'characters',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/characters',
    hidden,
    tool: {
      name: 'list_characters',
      feature: 'characters',
      isDirect: true,
      description: 'The cast, oldest first. Bio and voice come with `detail: full`.',
      options: z.strictObject({
        ids: z.array(idOf('character')).max(idsMax).optional().describe('Only these characters.'),
      }),
    },
  }),
  operation(ListCharacterDatesDocument, {
    answer: 'characters',
    statements: 1,
    summary: 'Since when the people of a book are dead or away, and the names that they have from a chapter on.',
    rest: 'GET /v1/books/{bookId}/character-dates',
  }),
  operation(CreateCharacterDocument, {
    answer: 'createCharacter',
    statements: 1,
    body: ['input', newCharacter],
    example: { name: 'Ada Okonkwo', role: 'pilot', want: 'to keep the ferry', fear: 'deep water' },
    rest: 'POST /v1/books/{bookId}/characters 201',
    hidden,
    tool: {
      name: 'create_character',
      feature: 'characters',
      isDirect: true,
      description:
        'Add a character to the cast; look with list_characters first. want, fear and lie steer the chapter writer.',
      unlisted: dates,
    },
  }),
  operation(GetCharacterDocument, {
    answer: 'character',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/characters/{characterId}',
    hidden,
    tool: {
      name: 'get_character',
      feature: 'characters',
      also: ['bio', 'voiceProfile'],
      description: 'One character with everything known, also bio and voiceProfile.',
    },
  }),
  operation(UpdateCharacterDocument, {
    answer: 'updateCharacter',
    statements: 1,
    body: ['patch', characterPatch],
    example: { want: 'to keep the ferry' },
    rest: 'PATCH /v1/books/{bookId}/characters/{characterId}',
    hidden,
    tool: {
      name: 'update_character',
      feature: 'characters',
      isDirect: true,
      description:
        'Change the fields you send; the rest stay. A null want, fear or lie is cleared and leaves the chapter prompt.',
      unlisted: dates,
    },
  }),
  operation(DateCharacterDocument, {
    answer: 'updateCharacter',
    statements: 1,
    summary: 'Sets since when somebody is dead, away or back, and the names that they have from a chapter on.',
    body: ['patch', characterDates],
    example: { status: [{ is: 'away' }] },
    tool: {
      name: 'date_character',
      feature: 'characters',
      description:
        'Say from which chapter on somebody is dead, away or back, or has another name, such as a married one. Each list replaces the former one.',
    },
  }),
  operation(DeleteCharacterDocument, {
    answer: 'deleteCharacter',
    statements: 2,
    rest: 'DELETE /v1/books/{bookId}/characters/{characterId}',
    tool: {
      name: 'delete_character',
      feature: 'characters',
      isDirect: true,
      description: 'Remove a character and every conflict that names them. Prose stays as it is. Cannot be undone.',
      without: ['expectedVersion'],
    },
  }),
];
