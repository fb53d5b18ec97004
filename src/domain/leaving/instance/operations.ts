import { operation } from '../../../operation.ts';
import { GetCapabilitiesDocument } from './operations.gen.ts';

export const instanceOperations = [
  operation(GetCapabilitiesDocument, {
    answer: 'instance',
    statements: 0,
    rest: 'GET /v1/capabilities',
    tool: {
      name: 'get_instance',
      feature: 'account',
      description:
        'What this instance can do: writing, narration, cover images, its limits, and what your token may do. A feature that is off says why.',
    },
  }),
];
