import { operation } from '../../../operation.ts';
import { GetUsageDocument } from './operations.gen.ts';
import { usageRange } from './rules.ts';

export const usageOperations = [
  operation(GetUsageDocument, {
    answer: 'usage',
    statements: 3,
    options: usageRange,
    rest: 'GET /v1/account/usage',
    tool: {
      name: 'get_usage',
      feature: 'generation',
      description:
        'What the account has had written by models: runs, tokens and cost by day, kind of run and book, and what is left of the quotas of today, and the space in use. Look here after quota_exceeded.',
    },
  }),
];
