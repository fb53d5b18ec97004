import type { Register } from './register.ts';

export const usage: Register = {
  feature: 'generation',
  operations: {
    usage: { scope: 'account:read', tools: { get_usage: { args: () => ({ from: '2026-01-01' }) } } },
  },
};
