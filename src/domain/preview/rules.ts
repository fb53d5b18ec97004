import { z } from 'zod';
import { coverRequest } from '../cover/rules.ts';
import { gradeRequest, outlineRequest, variantsRequest } from '../outline/rules.ts';
import { readRequest } from '../reading/rules.ts';
import { rewriteRequest, writeRequest } from '../writing/rules.ts';

/** The operations that call a text or image provider, with the shapes of their requests. */
export const requestShapes = {
  write: writeRequest,
  rewrite: rewriteRequest,
  outline: outlineRequest,
  variants: variantsRequest,
  grade: gradeRequest,
  recap: z.strictObject({}),
  read: readRequest,
  cover: coverRequest,
} as const satisfies Record<string, z.ZodObject>;

export type PaidOperation = keyof typeof requestShapes;
export const paidOperations = Object.keys(requestShapes) as [PaidOperation, ...PaidOperation[]];

/** The members of all requests. The shape of the operation then decides which it takes, and their limits. */
export const previewInput = z.strictObject({
  ...outlineRequest.shape,
  ...gradeRequest.shape,
  ...writeRequest.shape,
  ...readRequest.shape,
  directive: rewriteRequest.shape.directive.optional(),
  count: z.int().optional().describe('Number of variants or pictures.'),
  prompt: z
    .string()
    .optional()
    .describe(coverRequest.shape.prompt.description ?? ''),
});
export type PreviewInput = z.output<typeof previewInput>;
