import { operation } from '../../../operation.ts';
import { waiting, waitSecondsMax } from '../../calls/run/rules.ts';
import { GenerateRecapDocument, GetRecapDocument, SetRecapDocument } from './operations.gen.ts';
import { newRecap } from './rules.ts';

const path = '/v1/books/{bookId}/chapters/{chapterId}/recap';

export const recapOperations = [
  operation(GetRecapDocument, {
    answer: 'recap',
    statements: 2,
    rest: `GET ${path}`,
    tool: {
      name: 'get_recap',
      feature: 'chapters',
      description:
        'What happened in a chapter and where everybody stands after it: much shorter than its prose. If it has none, read the chapter and call set_recap.',
    },
  }),
  operation(SetRecapDocument, {
    answer: 'setRecap',
    statements: 2,
    body: ['input', newRecap],
    example: {
      events: 'Emma finds the bell missing and says nothing.',
      state: 'Emma is at the landing and suspects the keeper.',
    },
    rest: `PUT ${path}`,
    tool: {
      name: 'set_recap',
      feature: 'chapters',
      description:
        'Store the whole recap of a chapter that has text: what happened, and where everybody stands at its end. Prompts of later chapters have it.',
    },
  }),
  operation(GenerateRecapDocument, {
    answer: 'generateRecap',
    isPaid: true,
    statements: 15,
    startsRun: true,
    rest: `POST ${path} 202`,
    tool: {
      name: 'generate_recap',
      feature: 'chapters',
      withoutProvider: 'You can read the chapter yourself with read_chapter and store its recap with set_recap.',
      description: `Have the instance's model write the recap of a chapter. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id.`,
      options: waiting(waitSecondsMax),
    },
  }),
];
