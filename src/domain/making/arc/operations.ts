import { operation } from '../../../operation.ts';
import { ListArcsDocument, SetArcDocument } from './operations.gen.ts';
import { newArc } from './rules.ts';

export const arcOperations = [
  operation(ListArcsDocument, {
    answer: 'arcs',
    statements: 4,
    rest: 'GET /v1/books/{bookId}/arcs',
    tool: {
      name: 'list_arcs',
      feature: 'chapters',
      description:
        'The arcs of a long book: one recap for ten chapters each, for prompts without room for every recap. One with the origin null is only computed: set_arc writes a better one.',
    },
  }),
  operation(SetArcDocument, {
    answer: 'setArc',
    statements: 4,
    body: ['input', newArc],
    example: {
      events: 'Emma finds the bell, loses her licence and learns who signed the log.',
      state: 'Emma is at the landing without work. Tobias owes her the truth about the log.',
    },
    rest: 'PUT /v1/books/{bookId}/chapters/{chapterId}/arc',
    tool: {
      name: 'set_arc',
      feature: 'chapters',
      description:
        'Store the whole recap of up to ten chapters (an arc): what happened in them that still matters, and where everybody stands at their end. Name any of the chapters; list_arcs has the tens.',
    },
  }),
];
