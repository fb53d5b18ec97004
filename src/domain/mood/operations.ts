import { operation } from '../../operation.ts';
import {
  AddMoodReferenceDocument,
  ListMoodReferencesDocument,
  RemoveMoodReferenceDocument,
  UpdateMoodReferenceDocument,
} from './operations.gen.ts';
import { moodReferencePatch, newMoodReference } from './rules.ts';

// REST answers the five fields of the record; the version is in its ETag.
const hidden = { rest: ['version'] };

export const moodOperations = [
  operation(ListMoodReferencesDocument, {
    answer: 'moodReferences',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/mood-references',
    hidden,
    tool: {
      name: 'list_mood_references',
      feature: 'plan',
      description:
        'What the book should feel like: pictures, music, films, places. Title and note are in every chapter prompt.',
    },
  }),
  operation(AddMoodReferenceDocument, {
    answer: 'addMoodReference',
    statements: 2,
    body: ['input', newMoodReference],
    example: { kind: 'music', title: 'Rain on a tin roof', note: 'For the night on the ferry.' },
    rest: 'POST /v1/books/{bookId}/mood-references 201',
    hidden,
    tool: {
      name: 'add_mood_reference',
      feature: 'plan',
      description:
        'Add something that says how the book should feel, and in the note what to take from it. At most 50 a book.',
    },
  }),
  operation(UpdateMoodReferenceDocument, {
    answer: 'updateMoodReference',
    statements: 1,
    body: ['patch', moodReferencePatch],
    example: { note: 'For the night on the ferry.' },
    rest: 'PATCH /v1/books/{bookId}/mood-references/{moodId}',
    hidden,
    tool: {
      name: 'update_mood_reference',
      feature: 'plan',
      description: 'Change the fields you send; the rest stay. A null url is cleared.',
    },
  }),
  operation(RemoveMoodReferenceDocument, {
    answer: 'removeMoodReference',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/mood-references/{moodId}',
    tool: {
      name: 'remove_mood_reference',
      feature: 'plan',
      description: 'Remove a mood reference for good; later chapters are written without it.',
      without: ['expectedVersion'],
    },
  }),
];
