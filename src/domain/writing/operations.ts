import { operation, streaming } from '../../operation.ts';
import { ProseStreamDocument } from '../run/operations.gen.ts';
import { waiting, waitSecondsMax } from '../run/rules.ts';
import { GetBriefDocument, GetPromptDocument, RewriteChapterDocument, WriteChapterDocument } from './operations.gen.ts';
import { rewriteRequest, type WriteRequest, writeRequest } from './rules.ts';

export const writingOperations = [
  operation(GetPromptDocument, {
    answer: 'promptPreview',
    statements: 10,
    options: writeRequest,
    variables: ({ bookId, chapterId, ...input }: { bookId: string; chapterId: string } & WriteRequest) => ({
      bookId,
      chapterId,
      input,
    }),
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/prompt',
    tool: {
      name: 'get_prompt_preview',
      feature: 'generation',
      description:
        'The prompt that write_chapter would send with the same options, with the tokens and the source of each block and the expected cost. To write a chapter yourself, take get_chapter_brief.',
    },
  }),
  operation(GetBriefDocument, {
    answer: 'promptPreview',
    statements: 10,
    tool: {
      name: 'get_chapter_brief',
      feature: 'generation',
      isDirect: true,
      description:
        'The brief for a chapter, as the chapter writer would get it: rules, plan, cast, story so far, what happens. Write the chapter from it yourself, then store it with save_chapter. Needs no provider.',
      next: ({ bookId, chapterId }) =>
        `Next: write the chapter, then call save_chapter with ${JSON.stringify({ bookId, chapterId })} and your prose as content.`,
      textOf: ({ messages }: { messages: { content: string }[] }) =>
        messages.map(({ content }) => content).join('\n\n'),
    },
  }),
  streaming(WriteChapterDocument, ProseStreamDocument, {
    answer: 'writeChapter',
    statements: 21,
    body: ['input', writeRequest],
    example: { instructions: 'End on an open question.', words: 1500 },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/write',
    tool: {
      name: 'write_chapter',
      feature: 'generation',
      withoutProvider: 'You can write it yourself: get_chapter_brief, then save_chapter.',
      isDirect: true,
      description: `Have the chapter written by the instance's provider. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id. Then read_chapter. A partial chapter is continued.`,
      options: waiting(waitSecondsMax),
    },
  }),
  streaming(RewriteChapterDocument, ProseStreamDocument, {
    answer: 'rewriteChapter',
    statements: 21,
    body: ['input', rewriteRequest],
    example: { directive: 'Let it rain from the first line to the last.' },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/rewrite',
    tool: {
      name: 'rewrite_chapter',
      feature: 'generation',
      withoutProvider: 'You can rewrite it yourself: read_chapter and get_chapter_brief, then save_chapter.',
      description: `Have a chapter that has text rewritten whole, as a directive asks. The old text stays until the new one is finished, and then as a revision. Answers the run after at most ${waitSecondsMax} seconds; while its state is \`running\`, call get_generation with its id. Then read_chapter.`,
      options: waiting(waitSecondsMax),
    },
  }),
];
