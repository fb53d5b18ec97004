import { z } from 'zod';
import { operation } from '../../../operation.ts';
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
  deleting,
  newChapter,
  readOnWindow,
  savedChapter,
  saving,
  textWindow,
} from './rules.ts';

// Agents read prose with read_chapter, in pieces.
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
      feature: 'chapters',
      isDirect: true,
      description:
        'The chapters of a book in order: id, title, status, words. `detail: full` adds summary, notes, beats and people.',
    },
  }),
  operation(CreateChapterDocument, {
    answer: 'createChapter',
    statements: 6,
    body: ['input', newChapter],
    example: { title: 'The Ferry', summary: 'The pilot finds the letter and reads only its date.' },
    rest: 'POST /v1/books/{bookId}/chapters 201',
    etag: chapterTag,
    hidden,
    tool: {
      name: 'create_chapter',
      feature: 'chapters',
      isDirect: true,
      description: 'Add a chapter at the end. Its summary is what write_chapter writes.',
    },
  }),
  operation(GetChapterDocument, {
    answer: 'chapter',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}',
    etag: chapterTag,
    tool: {
      name: 'get_chapter',
      feature: 'chapters',
      also: [
        'summary',
        'notes',
        'beatKeys',
        'povCharacterId',
        'participantIds',
        'mentionedIds',
        'targetWords',
        'person',
        'tense',
      ],
      description:
        'One chapter with its summary, notes, beats and people, without prose. Read prose with read_chapter.',
    },
  }),
  operation(ReadChapterDocument, {
    answer: 'chapter',
    statements: 1,
    tool: {
      name: 'read_chapter',
      feature: 'chapters',
      isDirect: true,
      description: 'A chapter’s prose, 20,000 characters at a time. Go on with a larger offset until nothing comes.',
      options: textWindow,
      readOn: readOnWindow,
      textOf: ({ text }: { text: string }) => text,
    },
  }),
  operation(UpdateChapterDocument, {
    answer: 'updateChapter',
    statements: 7,
    body: ['patch', chapterPatch],
    example: { notes: 'Slower towards the end.' },
    options: saving,
    rest: 'PATCH /v1/books/{bookId}/chapters/{chapterId}',
    etag: chapterTag,
    hidden,
    tool: {
      name: 'update_chapter',
      feature: 'chapters',
      isDirect: true,
      description:
        'Change the fields you send; the rest stay. For prose that you wrote, prefer save_chapter; to correct some words of it, edit_chapter.',
      without: ['keepRevision', 'recap'],
    },
  }),
  operation(SaveChapterDocument, {
    answer: 'updateChapter',
    statements: 7,
    body: ['patch', savedChapter],
    example: { content: 'The ferry came in late.' },
    hidden,
    tool: {
      name: 'save_chapter',
      feature: 'chapters',
      isDirect: true,
      description:
        'Store the whole prose of a chapter that you wrote yourself (Markdown), after get_chapter_brief. The former text is kept as a revision.',
    },
    summary: 'Stores the whole prose of a chapter; the former text is kept as a revision.',
  }),
  operation(MoveChapterDocument, {
    answer: 'moveChapter',
    hidden,
    statements: 4,
    body: ['move', chapterMove],
    example: { order: 2 },
    variables: ({ move, ...rest }: { move: { order: number } }) => ({ ...rest, ...move }),
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/move',
    etag: chapterTag,
    tool: {
      name: 'move_chapter',
      feature: 'chapters',
      description: 'Move a chapter to another place in the book, 1 for the first. The others make room.',
    },
  }),
  operation(ReorderChaptersDocument, {
    answer: 'reorderChapters',
    statements: 5,
    body: ['order', chapterOrder],
    example: { chapterIds: ['EVERY_CHAPTER_ID'] },
    variables: ({ order, ...rest }: { order: { chapterIds: string[] } }) => ({ ...rest, ...order }),
    rest: 'POST /v1/books/{bookId}/chapters/reorder',
    tool: {
      name: 'reorder_chapters',
      feature: 'chapters',
      description: 'Put all chapters of a book into a new order at once. Name every chapter once.',
    },
  }),
  operation(SplitChapterDocument, {
    answer: 'splitChapter',
    hidden,
    statements: 20,
    body: ['input', chapterSplit],
    example: { at: 200, title: 'The second half' },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/split 201',
    tool: {
      name: 'split_chapter',
      feature: 'chapters',
      description: 'Cut a chapter in two at an offset of its text, `at`. The second part becomes the next chapter.',
    },
  }),
  operation(MergeChaptersDocument, {
    answer: 'mergeChapters',
    hidden,
    statements: 25,
    body: ['input', chapterMerge],
    example: { separator: '\n\n* * *\n\n' },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/merge',
    etag: chapterTag,
    tool: {
      name: 'merge_chapters',
      feature: 'chapters',
      description:
        'Append the next chapter to this one: text, summary, notes, beats and people. The next one is archived.',
    },
  }),
  operation(DeleteChapterDocument, {
    answer: 'deleteChapter',
    hidden,
    statements: 5,
    options: deleting,
    rest: 'DELETE /v1/books/{bookId}/chapters/{chapterId}',
    tool: {
      name: 'delete_chapter',
      feature: 'chapters',
      description:
        'Archive a chapter; later ones move up. restore_chapter brings it back for 30 days, unless forever is true. Ask the author first.',
    },
  }),
  operation(RestoreChapterDocument, {
    answer: 'restoreChapter',
    hidden,
    statements: 9,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/restore',
    etag: chapterTag,
    tool: {
      name: 'restore_chapter',
      feature: 'chapters',
      ofArchived: true,
      description:
        'Bring an archived chapter back to its place within 30 days, text and all. list_chapters with archived: true shows such chapters.',
    },
  }),
];
