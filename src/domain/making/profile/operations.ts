import { operation } from '../../../operation.ts';
import { waiting, waitSecondsMax } from '../../calls/run/rules.ts';
import { GenerateProfileDocument, GetProfileDocument } from './operations.gen.ts';

const path = '/v1/books/{bookId}/profile';

export const profileOperations = [
  operation(GetProfileDocument, {
    answer: 'bookProfile',
    answersNull: true,
    statements: 3,
    rest: `GET ${path}`,
    tool: {
      name: 'get_book_profile',
      feature: 'books',
      isMaterial: true,
      description:
        'What a model proposed that a book is, from its recaps: premise, genre, audience, tone, point of view, tense, people. Nothing of it is set: ask the author, then use update_book, set_plan and create_character.',
    },
  }),
  operation(GenerateProfileDocument, {
    answer: 'generateProfile',
    isPaid: true,
    statements: 18,
    startsRun: true,
    rest: `POST ${path} 202`,
    tool: {
      name: 'generate_profile',
      feature: 'books',
      withoutProvider: 'You can read the recaps yourself with get_recap, and ask the author before you set anything.',
      description: `Have the instance's model propose premise, genre, tone, point of view and cast of a manuscript that was read. Nothing is set; get_book_profile answers the proposal. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id.`,
      options: waiting(waitSecondsMax),
    },
  }),
];
