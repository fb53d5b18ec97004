import type { Register } from './register.ts';

export const event: Register = {
  feature: 'books',
  operations: { events: { tools: { list_events: { args: () => ({ limit: 1 }) } } } },
};
