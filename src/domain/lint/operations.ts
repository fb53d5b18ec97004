import { operation } from '../../operation.ts';
import { LintChapterDocument, RemoveWaiverDocument, WaiveFindingDocument } from './operations.gen.ts';
import { newWaiver } from './rules.ts';

export const lintOperations = [
  operation(LintChapterDocument, {
    answer: 'lintChapter',
    statements: 8,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/lint',
    tool: {
      name: 'lint_chapter',
      description:
        'Check a saved chapter against cast, plan and outline by rules, without a model. Mend errors and warnings by their fix (read_chapter at start, then save_chapter) and lint again; tell the author of those that look meant, for only the author waives. checksSkipped is no approval.',
    },
  }),
  // Whether something is meant is the author's word, so agents have no tool for it (ours).
  operation(WaiveFindingDocument, {
    answer: 'waiveFinding',
    statements: 9,
    body: ['input', newWaiver],
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/lint/waivers 201',
  }),
  operation(RemoveWaiverDocument, {
    answer: 'removeWaiver',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/chapters/{chapterId}/lint/waivers/{findingId}',
  }),
];
