import { z } from 'zod';
import { operation } from '../../operation.ts';
import {
  CreateChapterDocument,
  DeleteChapterDocument,
  GetChapterDocument,
  ListChaptersDocument,
  MergeChaptersDocument,
  MoveChapterDocument,
  ReadChapterDocument,
  ReorderChaptersDocument,
  RestoreChapterDocument,
  SaveChapterDocument,
  SplitChapterDocument,
  UpdateChapterDocument,
} from './operations.gen.ts';
import {
  chapterMerge,
  chapterMove,
  chapterOrder,
  chapterPatch,
  chapterSplit,
  chapterTag,
  newChapter,
  savedChapter,
  saving,
  textWindow,
} from './rules.ts';

// Agents read prose with read_chapter alone, in pieces.
const hidden = { tool: ['content'] };

export const chapterOperations = [
  operation(ListChaptersDocument, {
    answer: 'chapters',
    statements: 2,
    options: z.strictObject({
      archived: z.boolean().optional().describe('True for those that were deleted or replaced.'),
    }),
    rest: 'GET /v1/books/{bookId}/chapters',
    tool: {
      name: 'list_chapters',
      description: 'The chapters of a book in order, without prose: title, summary, status, words.',
    },
  }),
  operation(CreateChapterDocument, {
    answer: 'createChapter',
    statements: 6,
    body: ['input', newChapter],
    rest: 'POST /v1/books/{bookId}/chapters 201',
    etag: chapterTag,
    hidden,
    tool: {
      name: 'create_chapter',
      description: 'Add a chapter at the end. Give it a title and a summary: the summary is what write_chapter writes.',
    },
  }),
  operation(GetChapterDocument, {
    answer: 'chapter',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}',
    etag: chapterTag,
  }),
  operation(ReadChapterDocument, {
    answer: 'chapter',
    statements: 1,
    tool: {
      name: 'read_chapter',
      description:
        'The prose of a chapter as plain text, 20,000 characters at a time. Go on with a larger offset until nothing comes.',
      options: textWindow,
      textOf: ({ text }: { text: string }) => text,
    },
  }),
  operation(UpdateChapterDocument, {
    answer: 'updateChapter',
    statements: 9,
    body: ['patch', chapterPatch],
    options: saving,
    rest: 'PATCH /v1/books/{bookId}/chapters/{chapterId}',
    etag: chapterTag,
    hidden,
    tool: {
      name: 'update_chapter',
      description: 'Change the fields you send; the rest stay. To store prose that you wrote, prefer save_chapter.',
      without: ['keepRevision'],
    },
  }),
  operation(SaveChapterDocument, {
    answer: 'updateChapter',
    statements: 7,
    body: ['patch', savedChapter],
    hidden,
    tool: {
      name: 'save_chapter',
      description:
        'Store the whole prose of a chapter that you wrote yourself (Markdown), after get_chapter_brief. The former text is kept as a revision.',
    },
    summary: 'Stores the whole prose of a chapter; the former text is kept as a revision.',
  }),
  operation(MoveChapterDocument, {
    answer: 'moveChapter',
    statements: 4,
    body: ['move', chapterMove],
    variables: ({ move, ...rest }: { move: { order: number } }) => ({ ...rest, ...move }),
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/move',
    etag: chapterTag,
  }),
  operation(ReorderChaptersDocument, {
    answer: 'reorderChapters',
    statements: 5,
    body: ['order', chapterOrder],
    variables: ({ order, ...rest }: { order: { chapterIds: string[] } }) => ({ ...rest, ...order }),
    rest: 'POST /v1/books/{bookId}/chapters/reorder',
  }),
  operation(SplitChapterDocument, {
    answer: 'splitChapter',
    statements: 16,
    body: ['input', chapterSplit],
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/split 201',
  }),
  operation(MergeChaptersDocument, {
    answer: 'mergeChapters',
    statements: 14,
    body: ['input', chapterMerge],
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/merge',
    etag: chapterTag,
  }),
  operation(DeleteChapterDocument, {
    answer: 'deleteChapter',
    statements: 6,
    rest: 'DELETE /v1/books/{bookId}/chapters/{chapterId}',
  }),
  operation(RestoreChapterDocument, {
    answer: 'restoreChapter',
    statements: 9,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/restore',
    etag: chapterTag,
  }),
];
