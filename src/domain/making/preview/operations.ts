import { z } from 'zod';
import { type Operation, operation } from '../../../operation.ts';
import { type WriteRequest, writeRequest } from '../writing/rules.ts';
import { aboutBrief, briefOptions, briefText, nextAfterBrief } from './brief-text.ts';
import { GetBriefDocument, GetPromptDocument, type PaidCall, PreviewCallDocument } from './operations.gen.ts';
import { previewCall } from './rules.ts';

/** The operations that read prompts and prices, of the others that are paid. */
export function previewOperations(others: readonly Operation[]): Operation[] {
  const paid = [...new Set(others.filter(({ isPaid }) => isPaid).map(({ answer }) => answer))];
  /** A call that a provider is paid for: one mutation with its arguments, which its own input checks. */
  const paidCall = z.strictObject(
    Object.fromEntries(
      paid.map((name) => [name, z.looseObject({}).optional().describe(`Arguments of \`${name}\`, without the book.`)]),
    ),
  );
  return [
    operation(GetPromptDocument, {
      answer: 'promptPreview',
      statements: 12,
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
      statements: 12,
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
    operation(PreviewCallDocument, {
      answer: 'callPreview',
      statements: 13,
      body: ['call', paidCall],
      example: { writeChapter: { chapterId: 'CHAPTER_ID', input: { restart: true } } },
      tool: {
        name: 'preview_call',
        feature: 'generation',
        description:
          'The prompt and the price of a paid tool, such as write_chapter, before you call it: messages, tokens, cost. Calls no provider and starts nothing.',
        options: previewCall,
        // It takes the arguments of the other tool instead.
        without: ['bookId', ...paid],
      },
    }),
  ];
}

type Arguments = { bookId: string; chapterId?: string; variantId?: string; input?: object };

/** Adds to a paid operation the one that REST runs instead with `?preview=true`, and the tool `preview_call`. */
export function withPreview(one: Operation): Operation {
  if (!one.isPaid) return one;
  const { body, options, rest, tool } = one;
  const preview = operation(PreviewCallDocument, {
    answer: 'callPreview',
    statements: 15,
    // The same path, body and options as the operation itself.
    ...(rest ? { rest: rest.replace(/ \d+$/, '') } : {}),
    ...(body ? { body } : {}),
    ...(options ? { options } : {}),
    ...(tool ? { tool } : {}),
    variables: ({ bookId, chapterId, variantId, input }: Arguments) => {
      const given = Object.entries({ chapterId, variantId, input }).filter(([, value]) => value !== undefined);
      // One member, as `PaidCall` wants it.
      return { bookId, call: { [one.answer]: Object.fromEntries(given) } as unknown as PaidCall };
    },
  });
  return { ...one, preview };
}
