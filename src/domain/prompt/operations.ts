import { operation } from '../../operation.ts';
import { GetBriefDocument, GetPromptDocument } from './operations.gen.ts';

export const promptOperations = [
  operation(GetPromptDocument, {
    answer: 'promptPreview',
    statements: 10,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/prompt',
  }),
  operation(GetBriefDocument, {
    answer: 'promptPreview',
    statements: 10,
    tool: {
      name: 'get_chapter_brief',
      description:
        'The brief for a chapter, as the chapter writer would get it: rules, plan, cast, story so far, what happens. Write the chapter from it yourself, then store it with save_chapter. Needs no provider.',
      textOf: ({ messages }: { messages: { content: string }[] }) =>
        messages.map(({ content }) => content).join('\n\n'),
    },
  }),
];
