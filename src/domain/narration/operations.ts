import { z } from 'zod';
import { download, operation } from '../../operation.ts';
import { waitSeconds, waitSecondsMax } from '../generation/rules.ts';
import {
  CancelBookNarrationDocument,
  GetBookNarrationDocument,
  GetChapterAudioDocument,
  NarrateBookDocument,
  NarrateChapterDocument,
} from './operations.gen.ts';
import { audioMediaType, audioPath, type NarrationBody, narrationBody, narrationRequest } from './rules.ts';

export const narrationOperations = [
  operation(NarrateChapterDocument, {
    answer: 'narrateChapter',
    statements: 12,
    body: ['input', narrationBody],
    variables: ({ input = {}, ...rest }: { input?: NarrationBody; waitSeconds?: number }) => {
      const { wait, ...wishes } = input;
      return { ...rest, input: wishes, ...(wait ? { waitSeconds: waitSecondsMax } : {}) };
    },
    startsRun: true,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/narrate 202',
    tool: {
      name: 'narrate_chapter',
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
  }),
  operation(NarrateBookDocument, {
    answer: 'narrateBook',
    statements: 8,
    body: ['input', narrationRequest],
    rest: 'POST /v1/books/{bookId}/narrate 202',
  }),
  operation(GetBookNarrationDocument, {
    answer: 'bookNarration',
    statements: 5,
    rest: 'GET /v1/books/{bookId}/narration',
  }),
  operation(CancelBookNarrationDocument, {
    answer: 'cancelBookNarration',
    statements: 7,
    rest: 'POST /v1/books/{bookId}/narration/cancel',
  }),
];
