import { type Operation, operation } from '../../operation.ts';
import { GenerateCoversDocument } from '../cover/operations.gen.ts';
import {
  GenerateOutlineDocument,
  GenerateOutlineVariantsDocument,
  GradeOutlineDocument,
  GradeOutlineVariantDocument,
  StartOutlineDocument,
} from '../outline/operations.gen.ts';
import { ReadManuscriptDocument } from '../reading/operations.gen.ts';
import { GenerateRecapDocument } from '../recap/operations.gen.ts';
import { RewriteChapterDocument, WriteChapterDocument } from '../writing/operations.gen.ts';
import { type WriteRequest, writeRequest } from '../writing/rules.ts';
import { aboutBrief, briefOptions, briefText, nextAfterBrief } from './brief-text.ts';
import { GetBriefDocument, GetPromptDocument, PreviewCallDocument } from './operations.gen.ts';
import type { PaidOperation } from './rules.ts';

export const previewOperations = [
  operation(GetPromptDocument, {
    answer: 'promptPreview',
    statements: 11,
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
    statements: 11,
    variables: ({ bookId, chapterId }: { bookId: string; chapterId: string }) => ({ bookId, chapterId }),
    tool: {
      name: 'get_chapter_brief',
      feature: 'generation',
      isDirect: true,
      description:
        'What the chapter writer gets: rules, plan, cast, story so far, what happens. Write the chapter yourself and store it with save_chapter. Needs no provider.',
      options: briefOptions,
      about: aboutBrief,
      next: nextAfterBrief,
      textOf: briefText,
    },
  }),
];

/** The paid operation behind each document. */
const paid: ReadonlyMap<Operation['document'], PaidOperation> = new Map<Operation['document'], PaidOperation>([
  [WriteChapterDocument, 'write'],
  [RewriteChapterDocument, 'rewrite'],
  [GenerateOutlineDocument, 'outline'],
  [StartOutlineDocument, 'outline'],
  [GenerateOutlineVariantsDocument, 'variants'],
  [GradeOutlineDocument, 'grade'],
  [GradeOutlineVariantDocument, 'grade'],
  [GenerateRecapDocument, 'recap'],
  [ReadManuscriptDocument, 'read'],
  [GenerateCoversDocument, 'cover'],
]);

type PreviewVariables = { bookId: string; chapterId?: string; variantId?: string; input?: object };

/** Adds to a paid operation the one that REST and MCP run instead if the caller asks for a preview. */
export function withPreview(one: Operation): Operation {
  const name = paid.get(one.document);
  if (!name) return one;
  const { body, options, rest, tool } = one;
  const preview = operation(PreviewCallDocument, {
    answer: 'promptPreview',
    statements: 14,
    // The same path, body and options as the operation itself.
    ...(rest ? { rest: rest.replace(/ \d+$/, '') } : {}),
    ...(body ? { body } : {}),
    ...(options ? { options } : {}),
    ...(tool ? { tool } : {}),
    variables: ({ bookId, chapterId, variantId, input }: PreviewVariables) => ({
      bookId,
      operation: name,
      chapterId: chapterId ?? null,
      variantId: variantId ?? null,
      input: input ?? {},
    }),
  });
  return { ...one, preview };
}
