import { operation } from '../../../operation.ts';
import { LintChapterDocument, RemoveWaiverDocument, WaiveFindingDocument } from './operations.gen.ts';
import { newWaiver } from './rules.ts';

export const lintOperations = [
  operation(LintChapterDocument, {
    answer: 'lintChapter',
    statements: 9,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/lint',
    tool: {
      name: 'lint_chapter',
      feature: 'chapters',
      description:
        'Check a saved chapter against cast, plan and outline by rules, without a model. Mend errors and warnings as their `fix` says (`start` is the offset in the text; then save_chapter) and lint again. If a finding looks intended, ask the author before waive_finding. Checks in `checksSkipped` did not run.',
    },
  }),
  operation(WaiveFindingDocument, {
    answer: 'waiveFinding',
    statements: 10,
    body: ['input', newWaiver],
    example: { findingId: 'FINDING_ID', reason: 'The repetition is meant.' },
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/lint/waivers 201',
    tool: {
      name: 'waive_finding',
      feature: 'chapters',
      description: 'Mark a finding of lint_chapter as meant, with the reason. Only the author decides that: ask first.',
    },
  }),
  operation(RemoveWaiverDocument, {
    answer: 'removeWaiver',
    statements: 1,
    rest: 'DELETE /v1/books/{bookId}/chapters/{chapterId}/lint/waivers/{findingId}',
    tool: {
      name: 'remove_waiver',
      feature: 'chapters',
      description: 'Take back that a finding of lint_chapter is meant, so that it is reported again.',
    },
  }),
];
