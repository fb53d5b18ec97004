import { operation } from '../../operation.ts';
import { GetUsageDocument } from './operations.gen.ts';
import { usageRange } from './rules.ts';

export const usageOperations = [
  operation(GetUsageDocument, {
    answer: 'usage',
    statements: 2,
    options: usageRange,
    rest: 'GET /v1/account/usage',
    tool: {
      name: 'get_usage',
      feature: 'generation',
      description:
        'What the account has had written by models: runs, tokens and cost by day, kind of run and book, and what is left of the quotas of today. Look here after quota_exceeded.',
    },
  }),
];
