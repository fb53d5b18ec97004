import { operation } from '../../../operation.ts';
import { GetStyleDocument, UpdateStyleDocument } from './operations.gen.ts';
import { stylePatch } from './rules.ts';

export const styleOperations = [
  operation(GetStyleDocument, {
    answer: 'style',
    statements: 1,
    rest: 'GET /v1/books/{bookId}/style',
    tool: {
      name: 'get_style',
      feature: 'plan',
      description:
        'How the prose of a book sounds: the author’s style guide, a sample of the voice, words to avoid, and the person of the narration. Null: not set.',
    },
  }),
  operation(UpdateStyleDocument, {
    answer: 'updateStyle',
    statements: 1,
    body: ['patch', stylePatch],
    example: { styleGuide: 'Short sentences. No adverbs in dialogue tags.' },
    rest: 'PATCH /v1/books/{bookId}/style',
    tool: {
      name: 'set_style',
      feature: 'plan',
      description:
        'Change the fields of the style that you send; the rest stay, null clears. `avoid` replaces the whole list. The next write or rewrite follows it; chapters already written stay as they are.',
    },
  }),
];
