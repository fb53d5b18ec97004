import { parse } from 'graphql';
import { z } from 'zod';
import { ServiceError } from '../../../src/errors.ts';
import { builder } from '../../../src/graphql/builder.ts';
import { Download, madeFile } from '../../../src/graphql/download.ts';
import type { Operation } from '../../../src/operation.ts';

/** The smallest PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Time between two stages, milliseconds. */
const stageMs = 50;
const stages = ['Reading', 'Working', 'Writing'];

const Said = builder.objectRef<{ text: string }>('ConformanceText').implement({
  fields: (t) => ({ text: t.exposeString('text') }),
});

/** A root field that reads no book. */
const open = { bounds: 'noBook', authScopes: { scope: 'books:read' } } as const;

builder.queryFields((t) => ({
  conformanceText: t.field({
    ...open,
    type: Said,
    resolve: () => ({ text: 'This is a simple text response for testing.' }),
  }),
  conformanceImage: t.field({
    ...open,
    type: Download,
    resolve: (_root, _args, context) =>
      madeFile(context, { fileName: 'pixel.png', mediaType: 'image/png', pieces: [pixel] }, '/pixel.png'),
  }),
  conformanceError: t.field({
    ...open,
    type: Said,
    resolve: () => {
      throw new ServiceError('conflict', 'This tool intentionally returns an error for testing.');
    },
  }),
  conformanceProgress: t.field({
    ...open,
    type: Said,
    resolve: async (_root, _args, { report }) => {
      for (const [done, stage] of stages.entries()) {
        report?.({ percent: done * 50, stage, done, total: stages.length });
        await new Promise((resolve) => setTimeout(resolve, stageMs));
      }
      return { text: 'Done.' };
    },
  }),
  conformanceSchema: t.field({
    ...open,
    type: Said,
    args: { name: t.arg.string() },
    resolve: (_root, { name }) => ({ text: name ?? '' }),
  }),
}));

const address = z.object({ street: z.string().optional(), city: z.string().optional() }).meta({ id: 'address' });

function fixture(
  field: string,
  name: string,
  more: Partial<Omit<Operation, 'tool'>> & { tool?: Partial<Operation['tool']> } = {},
  selection = 'text',
): Operation {
  const { tool, ...others } = more;
  return {
    document: parse(`query { ${field} { ${selection} } }`),
    answer: field.split('(')[0] ?? '',
    statements: 0,
    ...others,
    tool: {
      name,
      description: `Fixture of the conformance suite: ${name}.`,
      feature: 'books',
      isDirect: true,
      ...tool,
    },
  };
}

/** The tools that the suite calls, as far as our operations have such answers. */
export const fixtures: readonly Operation[] = [
  fixture('conformanceText', 'test_simple_text'),
  fixture('conformanceImage', 'test_image_content', { tool: { shows: true } }, 'url fileName mediaType'),
  fixture('conformanceError', 'test_error_handling'),
  fixture('conformanceProgress', 'test_tool_with_progress', { reports: true }),
  fixture('conformanceSchema', 'json_schema_2020_12_tool', {
    options: z.object({ name: z.string().optional(), address: address.optional() }),
  }),
];
