import { operation } from '../../../operation.ts';
import { paging } from '../../page.ts';
import { chapterTag, readOnWindow, textWindow } from '../chapter/rules.ts';
import {
  DeleteRevisionDocument,
  GetRevisionDocument,
  ListRevisionsDocument,
  ReadRevisionDocument,
  RestoreRevisionDocument,
  ThinRevisionsDocument,
} from './operations.gen.ts';
import { thinRequest } from './rules.ts';

// Agents read prose with read_revision and read_chapter, in pieces.
const hidden = { tool: ['content'] };

export const revisionOperations = [
  operation(ListRevisionsDocument, {
    answer: 'revisions',
    statements: 1,
    options: paging,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/revisions',
    tool: {
      name: 'list_revisions',
      feature: 'chapters',
      description:
        'The texts of a chapter, present and former, newest first, without prose: who wrote each, when, how many words.',
    },
  }),
  operation(GetRevisionDocument, {
    answer: 'revision',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}',
    tool: {
      name: 'get_revision',
      feature: 'chapters',
      description: 'One text of a chapter: who wrote it, when, how many words. Read its prose with read_revision.',
    },
  }),
  operation(ReadRevisionDocument, {
    answer: 'revision',
    statements: 2,
    tool: {
      name: 'read_revision',
      feature: 'chapters',
      description:
        'The prose of one text of a chapter as plain text, in pieces like read_chapter. Go on with a larger offset until nothing comes.',
      options: textWindow,
      readOn: readOnWindow,
      textOf: ({ text }: { text: string }) => text,
    },
  }),
  operation(RestoreRevisionDocument, {
    answer: 'restoreRevision',
    statements: 12,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}/restore',
    etag: chapterTag,
    hidden,
    tool: {
      name: 'restore_revision',
      feature: 'chapters',
      description:
        'Bring a former text of a chapter back (ids from list_revisions). The present text is kept as a revision, so nothing is lost.',
    },
  }),
  operation(DeleteRevisionDocument, {
    answer: 'deleteRevision',
    statements: 5,
    rest: 'DELETE /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}',
    tool: {
      name: 'delete_revision',
      feature: 'chapters',
      description: 'Delete one former text of a chapter for good, to free space. Never the present text.',
    },
  }),
  operation(ThinRevisionsDocument, {
    answer: 'thinRevisions',
    statements: 5,
    body: ['input', thinRequest],
    example: { keep: 20, preview: true },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/revisions/thin',
    tool: {
      name: 'thin_revisions',
      feature: 'chapters',
      description:
        'Delete the older former texts of a chapter for good, to free space, and keep the newest. Call it with preview first: it answers what would go and how many bytes that frees.',
    },
  }),
];
