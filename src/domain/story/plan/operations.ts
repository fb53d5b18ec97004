import { operation } from '../../../operation.ts';
import { GetPlanDocument, ListBeatSheetsDocument, UpdatePlanDocument } from './operations.gen.ts';
import { planPatch } from './rules.ts';

// Both faces answer the thirteen fields of the record; over REST the version is in its ETag.
const hidden = { rest: ['version'], tool: ['version'] };

export const planOperations = [
  operation(GetPlanDocument, {
    answer: 'plan',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/plan',
    hidden,
    tool: {
      name: 'get_plan',
      feature: 'plan',
      isDirect: true,
      description:
        'The locked decisions of a book: theme, promise, beat sheet, point of view, tense, genre, audience, sources. Null: not decided.',
    },
  }),
  operation(UpdatePlanDocument, {
    answer: 'updatePlan',
    statements: 1,
    body: ['patch', planPatch],
    example: { themeStatement: 'Nobody owns the tide.' },
    rest: 'PATCH /v1/books/{bookId}/plan',
    hidden,
    tool: {
      name: 'set_plan',
      feature: 'plan',
      isDirect: true,
      description: 'Change the fields you send; the rest stay, null clears. It counts for what is written from now on.',
      without: ['expectedVersion'],
    },
  }),
  operation(ListBeatSheetsDocument, {
    answer: 'beatSheets',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/beat-sheets',
    tool: {
      name: 'list_beat_sheets',
      feature: 'plan',
      description:
        'Every beat sheet with its beats, what each has to do and where in the book it belongs. Pass the id of one to set_plan as beatSheetTemplate.',
    },
  }),
];
