import { z } from 'zod';
import { operation, streaming } from '../../../operation.ts';
import { paging } from '../../page.ts';
import {
  CancelRunDocument,
  GetRunDocument,
  GetRunPromptDocument,
  ListRunsDocument,
  ProseStreamDocument,
} from './operations.gen.ts';
import { fromOffset, runTextDays, waiting } from './rules.ts';

export const runOperations = [
  operation(ListRunsDocument, {
    answer: 'runs',
    statements: 1,
    options: paging,
    rest: 'GET /v1/books/{bookId}/runs',
    tool: {
      name: 'list_runs',
      feature: 'generation',
      description: 'The runs of a book, newest first: what they did, how they ended, what they used.',
    },
  }),
  operation(GetRunDocument, {
    answer: 'run',
    statements: 1,
    rest: 'GET /v1/runs/{runId}',
    tool: {
      name: 'get_generation',
      feature: 'generation',
      isDirect: true,
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
  operation(GetRunPromptDocument, {
    answer: 'runPrompt',
    statements: 2,
    rest: 'GET /v1/runs/{runId}/prompt',
    tool: {
      name: 'get_run_prompt',
      feature: 'generation',
      description: `What a run sent to its model first, with the tokens and the source of each block: shows why its text is as it is. Kept for ${runTextDays} days.`,
    },
  }),
  operation(CancelRunDocument, {
    answer: 'cancelRun',
    statements: 1,
    rest: 'POST /v1/runs/{runId}/cancel',
    tool: {
      name: 'cancel_run',
      feature: 'generation',
      formerly: ['cancel_generation'],
      description:
        'Stop a run. What a write has written is kept, and write_chapter goes on from it; what a rewrite has written is kept as a revision.',
    },
  }),
];
