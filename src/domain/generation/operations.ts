import { z } from 'zod';
import { operation, streaming } from '../../operation.ts';
import { paging } from '../page.ts';
import {
  CancelRunDocument,
  GetRunDocument,
  ListRunsDocument,
  ProseStreamDocument,
  RewriteChapterDocument,
  WriteChapterDocument,
} from './operations.gen.ts';
import { fromOffset, rewriteRequest, waitSeconds, waitSecondsMax, writeRequest } from './rules.ts';

const waiting = (fallback: number) =>
  z.strictObject({
    waitSeconds: waitSeconds
      .default(fallback)
      .describe(`How long to wait for the run to end, seconds, at most ${waitSecondsMax}; default ${fallback}.`),
  });

export const generationOperations = [
  streaming(WriteChapterDocument, ProseStreamDocument, {
    answer: 'writeChapter',
    statements: 21,
    body: ['input', writeRequest],
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/write',
    tool: {
      name: 'write_chapter',
      description: `Have the chapter written by the instance's provider. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id. Then read_chapter. A partial chapter is continued.`,
      options: waiting(waitSecondsMax),
    },
  }),
  operation(ListRunsDocument, {
    answer: 'runs',
    statements: 1,
    options: paging,
    rest: 'GET /v1/books/{bookId}/runs',
    tool: {
      name: 'list_runs',
      description: 'The runs of a book, newest first: what they did, how they ended, what they used.',
    },
  }),
  streaming(RewriteChapterDocument, ProseStreamDocument, {
    answer: 'rewriteChapter',
    statements: 21,
    body: ['input', rewriteRequest],
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/rewrite',
    tool: {
      name: 'rewrite_chapter',
      description: `Have a chapter that has text rewritten whole, as a directive asks. The old text stays until the new one is finished, and then as a revision. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id. Then read_chapter.`,
      options: waiting(waitSecondsMax),
    },
  }),
  operation(GetRunDocument, {
    answer: 'run',
    statements: 1,
    rest: 'GET /v1/runs/{runId}',
    tool: {
      name: 'get_generation',
      description:
        'How a run stands; waits up to `waitSeconds` for it to end. Call again while its state is `running`.',
      options: waiting(30),
    },
  }),
  streaming(GetRunDocument, ProseStreamDocument, {
    answer: 'run',
    statements: 1,
    options: z.strictObject({
      from_offset: fromOffset
        .optional()
        .describe('Where to go on, in code points from the run’s first character; also as the header Last-Event-ID.'),
    }),
    variables: ({ from_offset, ...rest }: { from_offset?: number; runId: string }) => ({
      ...rest,
      fromOffset: from_offset ?? 0,
    }),
    rest: 'GET /v1/runs/{runId}/stream',
    summary: 'The text of a run as it comes, from its first character or from an offset.',
  }),
  operation(CancelRunDocument, {
    answer: 'cancelRun',
    statements: 1,
    rest: 'POST /v1/runs/{runId}/cancel',
    tool: {
      name: 'cancel_generation',
      description:
        'Stop a run. What a write has written is kept, and write_chapter goes on from it; what a rewrite has written is kept as a revision.',
    },
  }),
];
