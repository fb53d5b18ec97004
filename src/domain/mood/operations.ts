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
    rest: 'GET /v1/books/{bookId}/mood-references',
    hidden,
  }),
  operation(AddMoodReferenceDocument, {
    answer: 'addMoodReference',
    body: ['input', newMoodReference],
    rest: 'POST /v1/books/{bookId}/mood-references 201',
    hidden,
  }),
  operation(UpdateMoodReferenceDocument, {
    answer: 'updateMoodReference',
    body: ['patch', moodReferencePatch],
    rest: 'PATCH /v1/books/{bookId}/mood-references/{moodId}',
    hidden,
  }),
  operation(RemoveMoodReferenceDocument, {
    answer: 'removeMoodReference',
    rest: 'DELETE /v1/books/{bookId}/mood-references/{moodId}',
  }),
];
