import { charged } from '../../graphql/answer-size.ts';
import { builder } from '../../graphql/builder.ts';
import { Chapter, textCost } from '../chapter/schema.ts';
import { contentOf } from '../chapter/text-schema.ts';
import { readableHtml } from './html.ts';

builder.objectField(Chapter, 'html', (t) =>
  t.string({
    // It is made anew for each answer.
    complexity: 4 * textCost,
    description: 'The prose as published books show it: HTML without scripts, styles and pictures.',
    resolve: async (chapter, _args, context) => charged(context, await readableHtml(await contentOf(chapter, context))),
  }),
);
