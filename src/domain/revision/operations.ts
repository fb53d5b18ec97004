import { operation } from '../../operation.ts';
import { chapterTag, textWindow } from '../chapter/rules.ts';
import { paging } from '../page.ts';
import {
  GetRevisionDocument,
  ListRevisionsDocument,
  ReadRevisionDocument,
  RestoreRevisionDocument,
} from './operations.gen.ts';

// A restored text changes none of these; an agent has little room, in the list of tools too.
const besideTheText = [
  'bookId',
  'order',
  'summary',
  'notes',
  'beatKeys',
  'povCharacterId',
  'participantIds',
  'audioUrl',
  'audioStatus',
  'createdAt',
  'updatedAt',
];

export const revisionOperations = [
  operation(ListRevisionsDocument, {
    answer: 'revisions',
    statements: 1,
    options: paging,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/revisions',
    // What a text was built from is long; get_staleness says what matters of it.
    hidden: { tool: ['builtFrom'] },
    tool: {
      name: 'list_revisions',
      description:
        'The texts of a chapter, present and former, newest first, without prose: who wrote each, when, how many words.',
    },
  }),
  operation(GetRevisionDocument, {
    answer: 'revision',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}',
  }),
  operation(ReadRevisionDocument, {
    answer: 'revision',
    statements: 2,
    tool: {
      name: 'read_revision',
      description:
        'The prose of one text of a chapter as plain text, in pieces like read_chapter. Go on with a larger offset until nothing comes.',
      options: textWindow,
      textOf: ({ text }: { text: string }) => text,
    },
  }),
  operation(RestoreRevisionDocument, {
    answer: 'restoreRevision',
    statements: 5,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}/restore',
    etag: chapterTag,
    hidden: { tool: ['content', ...besideTheText] },
    tool: {
      name: 'restore_revision',
      description:
        'Bring a former text of a chapter back (ids from list_revisions). The present text is kept as a revision, so nothing is lost.',
    },
  }),
];
