import { operation } from '../../../operation.ts';
import {
  CancelManuscriptReadingDocument,
  GetManuscriptReadingDocument,
  ReadManuscriptDocument,
} from './operations.gen.ts';
import { readRequest } from './rules.ts';

export const readingOperations = [
  operation(ReadManuscriptDocument, {
    answer: 'readManuscript',
    isPaid: true,
    statements: 20,
    body: ['input', readRequest],
    example: {},
    rest: 'POST /v1/books/{bookId}/read 202',
    tool: {
      name: 'read_manuscript',
      feature: 'generation',
      withoutProvider: 'You can read each chapter yourself with read_chapter and store its recap with set_recap.',
      description:
        "Have the instance's model read the chapters that have no recap of their text, as after an import, and make their recaps. It takes long; get_manuscript_reading says how far it is.",
    },
  }),
  operation(GetManuscriptReadingDocument, {
    answer: 'manuscriptReading',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/reading',
    tool: {
      name: 'get_manuscript_reading',
      feature: 'generation',
      description: 'Which chapters have a recap of their text, and how far the reading of the others is.',
    },
  }),
  operation(CancelManuscriptReadingDocument, {
    answer: 'cancelManuscriptReading',
    statements: 3,
    rest: 'POST /v1/books/{bookId}/reading/cancel',
    tool: {
      name: 'cancel_manuscript_reading',
      feature: 'generation',
      description: 'Stop the reading of a manuscript. Recaps that are made stay.',
    },
  }),
];
