import { z } from 'zod';
import { download, operation } from '../../../operation.ts';
import { waitSeconds, waitSecondsMax } from '../../calls/run/rules.ts';
import {
  CancelBookNarrationDocument,
  GetBookNarrationDocument,
  GetChapterAudioDocument,
  NarrateBookDocument,
  NarrateChapterDocument,
} from './operations.gen.ts';
import { audioMediaType, audioPath, type NarrationBody, narrationBody, narrationRequest } from './rules.ts';

const withoutSpeech = 'Nothing else here speaks: hand the author a file by get_book_export to have it read elsewhere.';

export const narrationOperations = [
  operation(NarrateChapterDocument, {
    answer: 'narrateChapter',
    statements: 12,
    body: ['input', narrationBody],
    example: { wait: true },
    variables: ({ input = {}, ...rest }: { input?: NarrationBody; waitSeconds?: number }) => {
      const { wait, ...wishes } = input;
      return { ...rest, input: wishes, ...(wait ? { waitSeconds: waitSecondsMax } : {}) };
    },
    startsRun: true,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/narrate 202',
    tool: {
      name: 'narrate_chapter',
      feature: 'generation',
      withoutProvider: withoutSpeech,
      description: `Have a complete chapter spoken. Answers the run, and where the MP3 then is, after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id.`,
      without: ['wait'],
      options: z.strictObject({
        waitSeconds: waitSeconds
          .default(waitSecondsMax)
          .describe(`How long to wait for its end, seconds, at most ${waitSecondsMax}; default ${waitSecondsMax}.`),
      }),
    },
  }),
  download(GetChapterAudioDocument, [audioMediaType], {
    answer: 'chapterAudio',
    statements: 1,
    ranges: true,
    rest: `GET ${audioPath}`,
    summary: 'The narration of a chapter as an MP3, or a range of it.',
    tool: {
      name: 'get_chapter_audio',
      feature: 'generation',
      description:
        'A link to the narration of a chapter as an MP3. GET it with the same key. narrate_chapter makes it.',
    },
  }),
  operation(NarrateBookDocument, {
    answer: 'narrateBook',
    statements: 8,
    body: ['input', narrationRequest],
    example: {},
    rest: 'POST /v1/books/{bookId}/narrate 202',
    tool: {
      name: 'narrate_book',
      feature: 'generation',
      withoutProvider: withoutSpeech,
      description:
        'Have every complete chapter of a book spoken that has no current narration. It takes long; get_book_narration says how far it is.',
    },
  }),
  operation(GetBookNarrationDocument, {
    answer: 'bookNarration',
    statements: 5,
    rest: 'GET /v1/books/{bookId}/narration',
    tool: {
      name: 'get_book_narration',
      feature: 'generation',
      description: 'Progress of the narration of a book, by chapter.',
    },
  }),
  operation(CancelBookNarrationDocument, {
    answer: 'cancelBookNarration',
    statements: 7,
    rest: 'POST /v1/books/{bookId}/narration/cancel',
    tool: {
      name: 'cancel_book_narration',
      feature: 'generation',
      description: 'Stop the narration of a book. Chapters that are spoken stay so.',
    },
  }),
];
