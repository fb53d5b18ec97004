import type { z } from 'zod';
import { operation } from '../../../operation.ts';
import { AppendToChapterDocument, EditChapterDocument } from './operations.gen.ts';
import { additionBody, editBody, versionOutside } from './rules.ts';

// The current record of a conflict: agents read prose with read_chapter.
const hidden = { tool: ['content'] };

export const passageOperations = [
  operation(EditChapterDocument, {
    answer: 'editChapter',
    hidden,
    statements: 8,
    body: ['input', editBody],
    example: { edits: [{ old: 'The ferry came late.', new: 'The ferry never came.' }] },
    variables: (given: { input: z.output<typeof editBody> }) => versionOutside(given),
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/edits',
    tool: {
      name: 'edit_chapter',
      isDirect: true,
      feature: 'chapters',
      description:
        'Replace passages of a chapter’s text, each found exactly once, without sending the rest. The former text is kept.',
    },
  }),
  operation(AppendToChapterDocument, {
    answer: 'appendToChapter',
    hidden,
    statements: 8,
    body: ['input', additionBody],
    example: { text: 'In the morning the river was frozen.' },
    variables: (given: { input: z.output<typeof additionBody> }) => versionOutside(given),
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/append',
    tool: {
      name: 'append_to_chapter',
      feature: 'chapters',
      description: 'Add paragraphs of your own at the end of a chapter’s text. The former text is kept as a revision.',
    },
  }),
];
