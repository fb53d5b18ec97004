import type { Register } from './register.ts';

export const instance: Register = {
  feature: 'account',
  operations: { instance: { tools: { get_instance: { args: () => ({}) } } } },
};
