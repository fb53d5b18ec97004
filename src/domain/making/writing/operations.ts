import { streaming } from '../../../operation.ts';
import { ProseStreamDocument } from '../../calls/run/operations.gen.ts';
import { waiting, waitSecondsMax } from '../../calls/run/rules.ts';
import { RewriteChapterDocument, WriteChapterDocument } from './operations.gen.ts';
import { rewriteRequest, writeRequest } from './rules.ts';

export const writingOperations = [
  streaming(WriteChapterDocument, ProseStreamDocument, {
    answer: 'writeChapter',
    isPaid: true,
    // 25, and more while arcs are made first.
    statements: 70,
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
    isPaid: true,
    statements: 70,
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
