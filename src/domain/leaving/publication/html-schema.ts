import DataLoader from 'dataloader';
import { charged } from '../../../graphql/answer-size.ts';
import { builder } from '../../../graphql/builder.ts';
import { endOf } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { Chapter } from '../../text/chapter/schema.ts';
import { contentOf, textCost } from '../../text/texts/text-schema.ts';
import { readableHtml } from './html.ts';

/** HTML by text: each text is rendered once per operation. */
const htmlOf = perOperation((context) => {
  const { work, caller } = context;
  return new DataLoader((texts: readonly string[]) => readableHtml(work, caller.accountId, texts, endOf(context)));
});

builder.objectField(Chapter, 'html', (t) =>
  t.string({
    // A tenth of the processor time of the longest text.
    complexity: 25 * textCost,
    description: 'The prose as published books show it: HTML without scripts, styles and pictures.',
    resolve: async (chapter, _args, context) =>
      charged(context, await htmlOf(context).load(await contentOf(chapter, context))),
  }),
);
